import CWebP
import Codecs
import Metadata
import Pixels
import Testing

/// Lossy pictures come row by row; libwebp's decoding of the whole is what they are held against.
@Suite struct WebPStreamTests {
  /// A slope with noise in one band of four, so that some rows take many bytes and others hardly any.
  private static func picture(_ width: Int, _ height: Int, _ layout: PixelLayout) -> PixelBuffer {
    let buffer = Sample.picture(width, height, PixelFormat(layout))
    var state: UInt32 = 3
    for y in 0..<height where y / 40 % 4 == 1 {
      for x in 0..<width {
        for channel in 0..<3 {
          state = state &* 1_664_525 &+ 1_013_904_223
          buffer[x: x, y: y, channel: channel] = Int(state >> 24)
        }
      }
    }
    return buffer
  }

  private struct Kind: CustomStringConvertible {
    var size: PixelSize
    var layout: PixelLayout
    /// 2 to this power partitions, which stand one behind the other, each with every so manieth row of blocks.
    var partitions: Int32 = 0
    var description: String { "\(size) \(layout) \(partitions)" }
  }

  private static let kinds: [Kind] = [
    Kind(size: PixelSize(1, 1), layout: .rgb), Kind(size: PixelSize(1, 300), layout: .rgba),
    Kind(size: PixelSize(17, 16), layout: .rgb), Kind(size: PixelSize(65, 333), layout: .rgb),
    Kind(size: PixelSize(64, 332), layout: .rgba), Kind(size: PixelSize(601, 1201), layout: .rgb),
    Kind(size: PixelSize(600, 1200), layout: .rgba), Kind(size: PixelSize(601, 1201), layout: .rgb, partitions: 3),
  ]

  private static func encode(_ kind: Kind) throws -> [UInt8] {
    let picture = Self.picture(kind.size.width, kind.size.height, kind.layout)
    guard kind.partitions > 0 else {
      return try Sample.encode(picture, .webp(WebPParameters(quality: 90, method: 1)))
    }
    var config = WebPConfig()
    var frame = WebPPicture()
    var writer = WebPMemoryWriter()
    try #require(WebPConfigInit(&config) != 0 && WebPPictureInit(&frame) != 0)
    (config.method, config.partitions, config.quality) = (1, kind.partitions, 90)
    (frame.width, frame.height) = (Int32(kind.size.width), Int32(kind.size.height))
    defer { WebPPictureFree(&frame) }
    let pixels = bytes(of: picture)
    try #require(WebPPictureImportRGB(&frame, pixels, Int32(picture.rowBytes)) != 0)
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    return try withUnsafeMutablePointer(to: &writer) { writer in
      frame.writer = WebPMemoryWrite
      frame.custom_ptr = UnsafeMutableRawPointer(writer)
      try #require(WebPEncode(&config, &frame) != 0)
      return Array(UnsafeBufferPointer(start: writer.pointee.mem, count: writer.pointee.size))
    }
  }

  private static func bytes(of picture: PixelBuffer) -> [UInt8] {
    (0..<picture.size.height).flatMap { y in
      UnsafeRawBufferPointer(start: picture.row(y), count: picture.rowBytes)
    }
  }

  private static func decodedAtOnce(_ file: [UInt8], _ kind: Kind) throws -> [UInt8] {
    let count = kind.size.pixels * kind.layout.channels
    var pixels = [UInt8](repeating: 0, count: count)
    let stride = Int32(kind.size.width * kind.layout.channels)
    let done =
      kind.layout == .rgba
      ? WebPDecodeRGBAInto(file, file.count, &pixels, count, stride)
      : WebPDecodeRGBInto(file, file.count, &pixels, count, stride)
    try #require(done != nil)
    return pixels
  }

  private func open(_ file: [UInt8], _ parameters: DecodeParameters = DecodeParameters()) throws -> any DecodedRows {
    let input = ByteInput(bytes: file)
    let info = try WebPCodec().probe(input, limits: parameters.limits)
    return try WebPCodec().decoder(for: input, info: info, parameters: parameters)
  }

  @Test(arguments: Self.kinds.indices)
  func rowsAreTheSameBitsAsThoseOfTheWhole(kind: Int) throws {
    let kind = Self.kinds[kind]
    let file = try Self.encode(kind)
    let whole = try Self.decodedAtOnce(file, kind)
    for height in [1, 7, 64, 5000] {
      let rows = try open(file)
      let batch = PixelBuffer(size: PixelSize(kind.size.width, height), format: rows.format)
      var pixels: [UInt8] = []
      while case let count = try rows.read(into: batch), count > 0 {
        pixels += Self.bytes(of: batch).prefix(count * batch.rowBytes)
      }
      try rows.finish()
      #expect(pixels == whole, "\(kind) by \(height)")
      #expect(!rows.isDamaged && rows.warnings.isEmpty)
    }
  }

  @Test func aPictureMayBeLeftAtAnyRow() throws {
    let kind = Kind(size: PixelSize(601, 1201), layout: .rgb)
    let file = try Self.encode(kind)
    let whole = try Self.decodedAtOnce(file, kind)
    for batches in 0..<40 {
      let rows = try open(file)
      let batch = PixelBuffer(size: PixelSize(601, 30), format: rows.format)
      for index in 0..<batches {
        #expect(try rows.read(into: batch) == 30)
        let start = index * 30 * batch.rowBytes
        #expect(Self.bytes(of: batch)[...] == whole[start..<(start + 30 * batch.rowBytes)])
      }
    }
  }

  @Test func onlyWhatRefersToTheWholeIsDecodedWhole() throws {
    let colours = Sample.picture(17, 16, PixelFormat(.rgb))
    let clear = Sample.picture(17, 16, PixelFormat(.rgba))
    func isWhole(_ picture: PixelBuffer, lossless: Bool) throws -> Bool {
      let parameters = WebPParameters(quality: 80, lossless: lossless, method: 1)
      return try Sample.decode(try Sample.encode(picture, .webp(parameters))).info.isDecodedWhole
    }
    #expect(try !isWhole(colours, lossless: false))
    #expect(try isWhole(clear, lossless: false))
    #expect(try isWhole(colours, lossless: true))
  }

  /// The file cut to an even length, with the lengths of file and chunk put right, so that only the picture tells.
  private func cut(_ file: [UInt8], to count: Int) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    return file[..<4] + number(count - 8) + file[8..<16] + number(count - 20) + file[20..<count]
  }

  @Test func rowsBeforeTheEndOfTheDataAreDeliveredAndThenItIsRefused() throws {
    let kind = Kind(size: PixelSize(601, 1201), layout: .rgb)
    let file = try Self.encode(kind)
    let short = cut(file, to: file.count / 2 & ~1)
    let rows = try open(short)
    let batch = PixelBuffer(size: PixelSize(601, 50), format: rows.format)
    var delivered = 0
    let error = #expect(throws: CodecError.self) {
      while case let count = try rows.read(into: batch), count > 0 { delivered += count }
    }
    guard case .damaged(.webp, "ends", "not enough data", let complete?, 1201) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(delivered > 100 && complete >= delivered && complete < delivered + 50)
    let allowed = try Sample.decode(short, DecodeParameters(damage: .allow))
    let whole = try Self.decodedAtOnce(file, kind)
    let salvaged = Self.bytes(of: allowed.picture)
    #expect(salvaged.prefix(complete * 1803) == whole.prefix(complete * 1803))
    #expect(salvaged.dropFirst(complete * 1803).allSatisfy { $0 == 0 })
    #expect(allowed.warnings == [error?.description])
  }

  @Test func dataThatEndWithinTheLastRowsAreRefused() throws {
    let file = try Self.encode(Kind(size: PixelSize(65, 333), layout: .rgb))
    // The last bytes of the token partition may be padding of the arithmetic coder.
    let error = try #require(Sample.failure(cut(file, to: (file.count - 40) & ~1)))
    guard case .damaged(.webp, _, _, let rows?, 333) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(rows < 333)
  }

  @Test func oneByteThatIsMissingIsRefusedAlthoughAllRowsCanBeDecoded() throws {
    let kind = Kind(size: PixelSize(80, 80), layout: .rgb)
    let file = try Self.encode(kind)
    try #require(file[16] % 2 == 0)
    var ending = file
    // A picture's last byte is often 0, and 0 is what the decoder takes for what is missing.
    ending[file.count - 1] = 0
    let cut = Array(ending.dropLast())
    let error = try #require(Sample.failure(cut))
    guard case .damaged(.webp, "ends", "not enough data", 80, 80) = error else {
      Issue.record("\(error)")
      return
    }
    let allowed = try Sample.decode(cut, DecodeParameters(damage: .allow))
    #expect(allowed.warnings == [error.description])
    #expect(try Self.bytes(of: allowed.picture) == Self.decodedAtOnce(ending, kind))
  }
}
