import CWebP
import Pixels

/// A WebP, decoded whole at the first row: libwebp offers no rows on the way.
final class WebPRows: DecodedRows {
  let size: PixelSize
  let format: PixelFormat
  private(set) var warnings: [String] = []
  private(set) var isDamaged = false
  private(set) var hasTrailingBytes = false
  private let input: ByteInput
  private let info: ImageInfo
  private let damage: DamagePolicy
  private var rows: BufferedRows?

  init(_ input: ByteInput, info: ImageInfo, parameters: DecodeParameters) {
    self.input = input
    self.info = info
    size = info.size
    format = info.pixelFormat
    damage = parameters.damage
  }

  var extentWidth: Double { Double(size.width) }
  var extentHeight: Double { Double(size.height) }

  func read(into batch: PixelBuffer) throws -> Int {
    precondition(batch.format == format && batch.size.width == size.width, "a batch of another shape")
    if let rows { return rows.read(into: batch) }
    let buffer = PixelBuffer(size: size, format: format)
    let extent = try WebPFile.extent(of: input)
    try refuseCutOff()
    try input.withBytes(count: extent) { bytes in
      let features = try WebPFile.features(bytes)
      guard Int(features.width) == size.width, Int(features.height) == size.height,
        (features.has_animation != 0) == info.isAnimated
      else { throw CodecError.changedWhileRead }
      if info.isAnimated {
        try WebPAnimation.decodeFirstFrame(of: bytes, into: buffer)
      } else {
        try decode(bytes, into: buffer)
      }
    }
    let rows = BufferedRows(buffer)
    self.rows = rows
    return rows.read(into: batch)
  }

  func finish() throws {
    guard let declared = try WebPFile.declaredLength(of: input) else { return }
    // A RIFF file has even length; the last byte may be padding that its length does not count.
    let end = declared + declared % 2
    if let note = try TrailingBytes.note(in: input, after: end, of: .webp) {
      hasTrailingBytes = true
      warnings.append(note)
    }
  }

  /// libwebp is content when the picture is there, even if what should follow it, metadata mostly, is cut off.
  private func refuseCutOff() throws {
    guard let declared = try WebPFile.declaredLength(of: input), declared > input.count + 1 else { return }
    let error = CodecError.damaged(
      .webp, what: "ends after \(grouped(input.count)) of \(counted(declared, "byte"))", library: nil, rowsRead: nil,
      rowsDeclared: nil)
    guard damage == .allow else { throw error }
    isDamaged = true
    warnings.append(error.description)
  }

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>, into buffer: PixelBuffer) throws {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw CodecError.outOfMemory(.webp) }
    config.options.use_threads = 1
    config.output.colorspace = format.layout.hasAlpha ? MODE_RGBA : MODE_RGB
    config.output.is_external_memory = 1
    config.output.u.RGBA.rgba = buffer.base.assumingMemoryBound(to: UInt8.self)
    config.output.u.RGBA.stride = Int32(buffer.stride)
    config.output.u.RGBA.size = buffer.stride * size.height
    let status = WebPDecode(bytes.baseAddress, bytes.count, &config)
    guard status != VP8_STATUS_OK else { return }
    guard status != VP8_STATUS_OUT_OF_MEMORY else { throw CodecError.outOfMemory(.webp) }
    try settle(status, completeRows(bytes, into: buffer, &config), buffer)
  }

  /// Decodes again what is there, to learn how far it reaches.
  private func completeRows(
    _ bytes: UnsafeBufferPointer<UInt8>, into buffer: PixelBuffer, _ config: inout WebPDecoderConfig
  ) -> Int {
    guard let decoder = WebPINewDecoder(&config.output) else { return 0 }
    defer { WebPIDelete(decoder) }
    _ = WebPIUpdate(decoder, bytes.baseAddress, bytes.count)
    var last: Int32 = 0
    let picture = WebPIDecGetRGB(decoder, &last, nil, nil, nil)
    return picture == nil ? 0 : min(size.height, max(0, Int(last)))
  }

  private func settle(_ status: VP8StatusCode, _ complete: Int, _ buffer: PixelBuffer) throws {
    let ends = status == VP8_STATUS_NOT_ENOUGH_DATA || status == VP8_STATUS_SUSPENDED
    let error = CodecError.damaged(
      .webp, what: ends ? "ends" : "is damaged", library: WebPFile.words(for: status), rowsRead: complete,
      rowsDeclared: size.height)
    guard damage == .allow else { throw error }
    isDamaged = true
    // That the file is cut off has been said; it is worth a second word only when rows are missing.
    if complete < size.height || warnings.isEmpty { warnings.append(error.description) }
    for row in complete..<size.height {
      buffer.row(row).initializeMemory(as: UInt8.self, repeating: 0, count: buffer.rowBytes)
    }
  }
}
