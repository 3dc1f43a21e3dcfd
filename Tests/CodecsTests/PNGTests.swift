import Codecs
import Metadata
import Pixels
import Testing

@Suite struct PNGTests {
  /// The table-free CRC-32 of PNG chunks.
  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) }
  }

  private func chunk(_ type: String, _ body: [UInt8], damaged: Bool = false) -> [UInt8] {
    let sum = Self.crc(Array(type.utf8) + body)
    return Self.number(body.count) + Array(type.utf8) + body + Self.number(Int(damaged ? ~sum : sum))
  }

  /// Zlib's stored form, in one block.
  private func stored(_ bytes: [UInt8]) -> [UInt8] {
    let length = UInt16(bytes.count)
    let adler = bytes.reduce((1, 0)) { sum, byte in
      let low = (sum.0 + Int(byte)) % 65_521
      return (low, (sum.1 + low) % 65_521)
    }
    return [0x78, 0x01, 0x01, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)]
      + bytes
      + Self.number(adler.1 << 16 | adler.0)
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A picture of given coded rows, each without its filter byte.
  private func file(
    _ width: Int, _ height: Int, depth: UInt8, color: UInt8, before: [UInt8] = [], rows: [[UInt8]], after: [UInt8] = []
  ) -> [UInt8] {
    let header = Self.number(width) + Self.number(height) + [depth, color, 0, 0, 0]
    return Self.signature + chunk("IHDR", header) + before + chunk("IDAT", stored(rows.flatMap { [0] + $0 })) + after
      + chunk("IEND", [])
  }

  private func gray(before: [UInt8] = [], after: [UInt8] = []) -> [UInt8] {
    file(2, 2, depth: 8, color: 0, before: before, rows: [[10, 20], [30, 40]], after: after)
  }

  private func samples(_ picture: PixelBuffer, y: Int) -> [Int] {
    (0..<picture.size.width).flatMap { x in
      (0..<picture.format.layout.channels).map { picture[x: x, y: y, channel: $0] }
    }
  }

  @Test func aPaletteBecomesColoursAndItsOpacity() throws {
    let palette = chunk("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9])
    let opaque = try Sample.decode(file(4, 1, depth: 2, color: 3, before: palette, rows: [[0b00_01_10_11]]))
    #expect(opaque.info.codingDescription == "palette 2-bit")
    #expect(opaque.picture.format == PixelFormat(.rgb))
    #expect(samples(opaque.picture, y: 0) == [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9])
    let alpha = palette + chunk("tRNS", [0, 128])
    let clear = try Sample.decode(file(4, 1, depth: 2, color: 3, before: alpha, rows: [[0b00_01_10_11]]))
    #expect(clear.picture.format == PixelFormat(.rgba))
    #expect(samples(clear.picture, y: 0) == [255, 0, 0, 0, 0, 255, 0, 128, 0, 0, 255, 255, 9, 9, 9, 255])
  }

  @Test func fewBitsOfGrayAreSpreadOverTheWholeRange() throws {
    let bits = try Sample.decode(file(4, 1, depth: 1, color: 0, rows: [[0b0101_0000]]))
    #expect(samples(bits.picture, y: 0) == [0, 255, 0, 255])
    let pairs = try Sample.decode(file(4, 1, depth: 2, color: 0, rows: [[0b00_01_10_11]]))
    #expect(samples(pairs.picture, y: 0) == [0, 85, 170, 255])
  }

  @Test func aTransparentGrayOfSixteenBitsIsComparedInFull() throws {
    let key = chunk("tRNS", [0x12, 0x34])
    let bytes = file(3, 1, depth: 16, color: 0, before: key, rows: [[0x12, 0x34, 0x12, 0x35, 0x12, 0x00]])
    let back = try Sample.decode(bytes)
    #expect(back.picture.format == PixelFormat(.grayAlpha, .sixteen))
    #expect(samples(back.picture, y: 0) == [0x1234, 0, 0x1235, 65_535, 0x1200, 65_535])
  }

  @Test func aWrongChecksumIsDamageInPictureDataAndAWarningElsewhere() throws {
    let back = try Sample.decode(gray(before: chunk("tIME", [7, 208, 1, 1, 0, 0, 0], damaged: true)))
    #expect(back.warnings == ["libpng: tIME: CRC error"])
    #expect(samples(back.picture, y: 1) == [30, 40])
    var broken = gray()
    let data = try #require(broken.offset(of: Array("IDAT".utf8)))
    broken[data + 4 + 7 + 7 + 5] ^= 1
    #expect(Sample.failure(broken) != nil)
  }

  @Test func aMissingEndIsDamage() throws {
    let bytes = Array(gray().dropLast(12))
    #expect(
      Sample.failure(bytes)?.description == "PNG data ends without its end mark (libpng: read beyond end of data)")
    let back = try Sample.decode(bytes, DecodeParameters(damage: .allow))
    #expect(samples(back.picture, y: 1) == [30, 40])
    #expect(back.warnings.count == 1)
  }

  @Test func rowsThatAreMissingStayEmptyWhereDamageIsAllowed() throws {
    let bytes = file(2, 3, depth: 8, color: 0, rows: [[10, 20]])
    let error = try #require(Sample.failure(bytes))
    #expect(error.description == "PNG data is damaged after 1 of 3 rows (libpng: Not enough image data)")
    let back = try Sample.decode(bytes, DecodeParameters(damage: .allow))
    #expect(samples(back.picture, y: 0) == [10, 20])
    #expect(samples(back.picture, y: 2) == [0, 0])
    #expect(back.warnings == [error.description])
  }

  @Test func bytesBehindTheEndAreNoted() throws {
    #expect(try Sample.decode(gray() + [1]).warnings == ["1 byte behind the end of the PNG picture is left out"])
  }

  @Test func textsAreNeverInflated() throws {
    // A stream whose first block would claim more than follows: inflating it would be an error or a warning.
    let bomb = chunk("zTXt", Array("Comment\0\0".utf8) + [0x78, 0x9C, 0xFF, 0xFF])
    let other = chunk("iTXt", Array("Comment\0\u{1}\0\0\0".utf8) + [0x78, 0x9C, 0xFF, 0xFF])
    #expect(try Sample.decode(gray(before: bomb + other)).warnings.isEmpty)
  }

  @Test func anXMPPacketIsInflatedWithinItsLimit() throws {
    let head = Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8)
    let packed = chunk("iTXt", head + stored(Sample.xmp))
    #expect(try Sample.decode(gray(before: packed)).info.metadata.xmp == Sample.xmp)
    #expect(try Sample.decode(gray(after: packed)).info.metadata.xmp == Sample.xmp)
    var limits = DecodeLimits()
    limits.maximumTextBytes = 40
    let long = try Sample.decode(gray(before: packed), DecodeParameters(limits: limits))
    #expect(long.info.metadata.xmp == nil)
    #expect(long.warnings.count == 1)
    limits.maximumTextBytes = packed.count
    let broken = try Sample.decode(
      gray(before: chunk("iTXt", head + [0x78, 0x9C, 0xFF])), DecodeParameters(limits: limits))
    #expect(broken.warnings == ["the XMP packet is left out: it cannot be inflated"])
  }

  @Test func anEXIFBlockBehindThePictureStillTurnsIt() throws {
    #expect(try Sample.decode(gray(after: chunk("eXIf", Sample.exif()))).info.orientation == .right)
    let wrong = try Sample.decode(gray(before: chunk("eXIf", Sample.exif(), damaged: true)))
    #expect(wrong.info.orientation == .up)
    #expect(wrong.warnings.contains("the EXIF block is left out: its checksum is wrong"))
  }

  @Test func anUnsoundProfileIsLeftOutWithAWarning() throws {
    let back = try Sample.decode(gray(before: chunk("iCCP", Array("x\0\0".utf8) + stored([1, 2, 3]))))
    #expect(back.info.metadata.icc == nil)
    #expect(back.warnings.count == 1)
    #expect(samples(back.picture, y: 0) == [10, 20])
  }

  @Test func colourChunksAreReportedAndNotApplied() throws {
    let back = try Sample.decode(gray(before: chunk("gAMA", Self.number(100_000))))
    #expect(back.info.colorHints?.gamma == 1)
    #expect(back.info.colorHints?.isSRGB == false)
    #expect(samples(back.picture, y: 0) == [10, 20])
    #expect(try Sample.decode(gray()).info.colorHints == nil)
  }

  @Test func anAnimationIsRefusedOrGivesItsFirstFrame() throws {
    let bytes = gray(before: chunk("acTL", Self.number(12) + Self.number(0)))
    #expect(
      Sample.failure(bytes)?.description
        == "PNG is animated (12 frames); input.animation=firstFrame takes the first frame")
    let back = try Sample.decode(bytes, DecodeParameters(animation: .firstFrame))
    #expect(back.info.isAnimated)
    #expect(back.info.droppedContents == ["11 further animation frames"])
    #expect(samples(back.picture, y: 0) == [10, 20])
    let late = gray(after: chunk("acTL", Self.number(12) + Self.number(0)))
    #expect(Sample.failure(late) == nil)
  }

  @Test func hugeDeclarationsAreRefusedFromTheHeader() throws {
    var bytes = gray()
    bytes.replaceSubrange(16..<24, with: Self.number(100_000) + Self.number(100_000))
    guard case .limitExceeded(_, "10,000,000,000 pixels", _, "limits.pixels") = Sample.failure(bytes) else {
      Issue.record("not the pixel limit")
      return
    }
  }
}
