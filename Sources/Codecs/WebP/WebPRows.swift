import CWebP
import Pixels

/// A WebP as it is decoded: a lossy one row by row, a lossless one and an animation at the first row.
final class WebPRows: DecodedRows {
  let size: PixelSize
  let format: PixelFormat
  private(set) var warnings: [String] = []
  private(set) var isDamaged = false
  private(set) var hasTrailingBytes = false
  private let input: ByteInput
  private let info: ImageInfo
  private let damage: DamagePolicy
  private var whole: BufferedRows?
  private var stream: WebPStream?
  private var delivered = 0
  private var isJudged = false

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
    if let whole { return whole.read(into: batch) }
    let wanted = min(batch.size.height, size.height - delivered)
    guard wanted > 0 else { return 0 }
    guard let stream = try stream ?? opened() else { return try read(into: batch) }
    stream.advance(to: delivered + wanted)
    // The last row is there before all is known to be well with it.
    if delivered + wanted == size.height { stream.advance(to: .max) }
    if let end = stream.end { try judge(end, complete: stream.complete) }
    let filled = max(0, min(wanted, stream.complete - delivered))
    stream.take(filled, from: delivered, into: batch)
    for row in filled..<wanted { batch.row(row).initializeMemory(as: UInt8.self, repeating: 0, count: batch.rowBytes) }
    delivered += wanted
    return wanted
  }

  /// The stream of a lossy picture; nil after any other has been decoded as a whole.
  private func opened() throws -> WebPStream? {
    let file = try checkedFile()
    if !info.isAnimated, file.isLossy {
      stream = try WebPStream(file.memory, fileBytes: file.count, size: size, format: format)
      return stream
    }
    let buffer = PixelBuffer(size: size, format: format)
    try withExtendedLifetime(file.memory) {
      let bytes = UnsafeBufferPointer(start: file.memory.base, count: file.count)
      if info.isAnimated {
        try WebPAnimation.decodeFirstFrame(of: bytes, into: buffer)
      } else {
        try decode(bytes, into: buffer)
      }
    }
    whole = BufferedRows(buffer)
    return nil
  }

  /// The bytes of the picture, found to be the one that was probed.
  private func checkedFile() throws -> (memory: ByteInput.Memory, count: Int, isLossy: Bool) {
    let extent = try WebPFile.extent(of: input)
    try refuseCutOff()
    let memory = try input.contents(count: extent)
    let count = min(extent, memory.count)
    let features = try WebPFile.features(UnsafeBufferPointer(start: memory.base, count: count))
    guard Int(features.width) == size.width, Int(features.height) == size.height,
      (features.has_animation != 0) == info.isAnimated
    else { throw CodecError.changedWhileRead }
    return (memory, count, features.format == 1)
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

  /// Throws what may not be let pass, and notes what may, once.
  private func judge(_ status: VP8StatusCode, complete: Int) throws {
    guard status != VP8_STATUS_OK, !isJudged else { return }
    guard status != VP8_STATUS_OUT_OF_MEMORY else { throw CodecError.outOfMemory(.webp) }
    let ends = status == VP8_STATUS_NOT_ENOUGH_DATA || status == VP8_STATUS_SUSPENDED
    let error = CodecError.damaged(
      .webp, what: ends ? "ends" : "is damaged", library: WebPFile.words(for: status), rowsRead: complete,
      rowsDeclared: size.height)
    guard damage == .allow else { throw error }
    isJudged = true
    isDamaged = true
    // That the file is cut off has been said; it is worth a second word only when rows are missing.
    if complete < size.height || warnings.isEmpty { warnings.append(error.description) }
  }

  private func decode(_ bytes: UnsafeBufferPointer<UInt8>, into buffer: PixelBuffer) throws {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else { throw CodecError.outOfMemory(.webp) }
    WebPStream.prepare(&config, format, base: buffer.base, stride: buffer.stride, count: buffer.stride * size.height)
    let status = WebPDecode(bytes.baseAddress, bytes.count, &config)
    guard status != VP8_STATUS_OK else { return }
    let complete = completeRows(bytes, &config)
    try judge(status, complete: complete)
    for row in complete..<size.height {
      buffer.row(row).initializeMemory(as: UInt8.self, repeating: 0, count: buffer.rowBytes)
    }
  }

  /// Decodes again what is there, to learn how far it reaches.
  private func completeRows(_ bytes: UnsafeBufferPointer<UInt8>, _ config: inout WebPDecoderConfig) -> Int {
    guard let decoder = WebPINewDecoder(&config.output) else { return 0 }
    defer { WebPIDelete(decoder) }
    _ = WebPIUpdate(decoder, bytes.baseAddress, bytes.count)
    var last: Int32 = 0
    let picture = WebPIDecGetRGB(decoder, &last, nil, nil, nil)
    return picture == nil ? 0 : min(size.height, max(0, Int(last)))
  }
}
