import CCodecShims
import Pixels

/// libjpeg's decompressor over an input, opened: the header has been read.
final class JPEGDecoder {
  let input: ByteInput
  let header: ccodec_jpeg_header
  let handle: OpaquePointer
  private let limits: DecodeLimits

  init(_ input: ByteInput, limits: DecodeLimits) throws {
    guard let handle = input.withSource({ ccodec_jpeg_decoder_create($0, limits.forShim) }) else {
      throw CodecError.outOfMemory(.jpeg)
    }
    self.input = input
    self.handle = handle
    self.limits = limits
    var header = ccodec_jpeg_header()
    let status = ccodec_jpeg_decoder_open(handle, &header)
    self.header = header
    guard status == CCODEC_OK else { throw report(rowsDeclared: nil).error(for: status) }
  }

  deinit { ccodec_jpeg_decoder_destroy(handle) }

  private func report(rowsDeclared: Int?) -> ShimReport {
    ShimReport(
      format: .jpeg, report: ccodec_jpeg_decoder_report(handle), limits: limits, rowsDeclared: rowsDeclared)
  }

  var report: ShimReport { report(rowsDeclared: Int(header.height)) }
  var warnings: [String] { report.warnings }

  private func check(_ status: ccodec_status) throws {
    guard status == CCODEC_OK else { throw report.error(for: status) }
  }

  /// Chooses a reduction by 1, 2, 4 or 8; returns the size that will be delivered.
  func scale(by denominator: Int) throws -> PixelSize {
    var width: UInt32 = 0
    var height: UInt32 = 0
    try check(ccodec_jpeg_decoder_scale(handle, Int32(denominator), &width, &height))
    return PixelSize(Int(width), Int(height))
  }

  func start() throws { try check(ccodec_jpeg_decoder_start(handle)) }

  /// Decodes up to `count` rows to the top of `batch`.
  ///
  /// - Returns: How many were complete, and why it ended there if it was an error.
  func read(_ count: Int, into batch: PixelBuffer) -> (rows: Int, error: CodecError?) {
    var done: UInt32 = 0
    let status = ccodec_jpeg_decoder_read(
      handle, batch.base.assumingMemoryBound(to: UInt8.self), batch.stride, UInt32(count), &done)
    return (Int(done), status == CCODEC_OK ? nil : report.error(for: status))
  }

  /// Reads to the end of the picture; returns the offset just behind it.
  func finish() throws -> Int {
    var end: UInt64 = 0
    try check(ccodec_jpeg_decoder_finish(handle, &end))
    return Int(end)
  }
}

extension DecodeLimits {
  var forShim: ccodec_limits {
    ccodec_limits(
      maximum_scans: UInt32(clamping: maximumScans), maximum_warnings: UInt32(clamping: maximumWarnings),
      maximum_seconds: maximumSeconds, maximum_chunk_bytes: max(1, maximumProfileBytes))
  }
}

extension CodecError {
  /// Whether the decoder stopped over the data, and not over a limit or the system.
  var isDamage: Bool {
    if case .damaged = self { true } else { false }
  }
}
