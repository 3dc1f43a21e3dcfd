import CCodecShims
import Pixels

/// libpng's reader over an input, opened: everything before the picture data has been read.
final class PNGDecoder {
  let input: ByteInput
  let header: ccodec_png_header
  private let handle: OpaquePointer
  private let limits: DecodeLimits

  init(_ input: ByteInput, limits: DecodeLimits, damage: DamagePolicy) throws {
    let handle = input.withSource { ccodec_png_decoder_create($0, limits.forShim, damage == .allow ? 1 : 0) }
    guard let handle else { throw CodecError.outOfMemory(.png) }
    self.input = input
    self.handle = handle
    self.limits = limits
    var header = ccodec_png_header()
    let status = ccodec_png_decoder_open(handle, &header)
    self.header = header
    guard status == CCODEC_OK else { throw report(rowsDeclared: nil).error(for: status) }
  }

  deinit { ccodec_png_decoder_destroy(handle) }

  private func report(rowsDeclared: Int?) -> ShimReport {
    ShimReport(format: .png, report: ccodec_png_decoder_report(handle), limits: limits, rowsDeclared: rowsDeclared)
  }

  var report: ShimReport { report(rowsDeclared: Int(header.height)) }
  var warnings: [String] { report.warnings }

  var profile: [UInt8]? {
    header.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: header.icc_count)) }
  }

  /// Decodes up to `count` rows to the top of `batch`.
  ///
  /// - Returns: How many were complete, and why it ended there if it was an error.
  func read(_ count: Int, into batch: PixelBuffer) -> (rows: Int, error: CodecError?) {
    var done: UInt32 = 0
    let status = ccodec_png_decoder_read(
      handle, batch.base.assumingMemoryBound(to: UInt8.self), batch.stride, UInt32(count), &done)
    return (Int(done), status == CCODEC_OK ? nil : report.error(for: status))
  }

  /// Decodes an interlaced picture into `whole`; what is missing keeps its former content.
  func readInterlaced(into whole: PixelBuffer) -> CodecError? {
    let status = ccodec_png_decoder_read_interlaced(
      handle, whole.base.assumingMemoryBound(to: UInt8.self), whole.stride)
    return status == CCODEC_OK ? nil : report.error(for: status)
  }

  /// Reads to the end of the picture; returns the offset just behind it.
  func finish() throws -> Int {
    var end: UInt64 = 0
    let status = ccodec_png_decoder_finish(handle, &end)
    guard status == CCODEC_OK else { throw report.error(for: status) }
    return Int(end)
  }
}
