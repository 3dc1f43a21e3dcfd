import Codecs
import Metadata
import Pixels
import Testing

@Suite struct WebPTests {
  private func number(_ value: Int, _ bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  private func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
    Array(type.utf8) + number(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
  }

  private func riff(_ chunks: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + number(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
  }

  private func still(_ width: Int, _ height: Int, lossless: Bool = true) throws -> [UInt8] {
    try Sample.encode(
      Sample.picture(width, height, PixelFormat(.rgba)),
      .webp(WebPParameters(quality: 80, lossless: lossless, method: 1)))
  }

  @Test func twentyEightBytesThatDeclareTooManyPixelsAreRefused() throws {
    // 14 bits of width and height less one, all set: 16,383 would be one more than is allowed, so one bit is cleared.
    let bits = 16_382 | 16_382 << 14
    let bytes = riff(chunk("VP8L", [0x2F] + number(bits, 4) + [0, 0, 0]))
    #expect(bytes.count == 28)
    guard case .limitExceeded(_, "268,402,689 pixels", _, "limits.pixels") = Sample.failure(bytes) else {
      Issue.record("\(String(describing: Sample.failure(bytes)))")
      return
    }
  }

  @Test func theCodingIsDescribed() throws {
    #expect(try Sample.decode(try still(17, 16)).info.codingDescription == "lossless with alpha")
    #expect(try Sample.decode(try still(17, 16, lossless: false)).info.codingDescription == "lossy with alpha")
    let opaque = try Sample.encode(Sample.picture(17, 16, PixelFormat(.rgb)), .webp(WebPParameters(quality: 80)))
    #expect(try Sample.decode(opaque).info.codingDescription == "lossy")
  }

  @Test func coloursUnderFullTransparencyAreKeptOnlyWhenAskedFor() throws {
    let picture = Sample.picture(17, 16, PixelFormat(.rgba))
    for y in 0..<16 { for x in 0..<8 { picture[x: x, y: y, channel: 3] = 0 } }
    let exact = WebPParameters(quality: 50, lossless: true, method: 2, exact: true)
    let back = try Sample.decode(try Sample.encode(picture, .webp(exact)))
    #expect(Sample.meanDifference(picture, back.picture) == 0)
  }

  /// A slope, and from column 16 on noise of an opacity of 1 to 3 in 255.
  private func faintNoise(beside opacity: Int?) -> PixelBuffer {
    let picture = Sample.picture(64, 64, PixelFormat(.rgba))
    var state: UInt32 = 9
    for y in 0..<64 {
      for x in 0..<64 {
        let isSeen = x % 8 == 3 && y % 8 == 3
        picture[x: x, y: y, channel: 3] = x < 16 ? 255 : isSeen ? opacity ?? 1 : 1 + (x + y) % 3
        for channel in 0..<3 where x >= 16 {
          state = state &* 1_664_525 &+ 1_013_904_223
          picture[x: x, y: y, channel: channel] = Int(state >> 24)
        }
      }
    }
    return picture
  }

  @Test func noiseThatHardlyAnybodySeesTakesFewBytesBesideWhatIsSeen() throws {
    func file(_ picture: PixelBuffer, exact: Bool) throws -> [UInt8] {
      try Sample.encode(picture, .webp(WebPParameters(quality: 90, method: 2, exact: exact)))
    }
    let picture = faintNoise(beside: 200)
    let (plain, exact) = (try file(picture, exact: false), try file(picture, exact: true))
    #expect(plain.count * 10 < exact.count * 9)
    let back = try Sample.decode(plain).picture
    for y in 0..<64 {
      for x in 0..<64 { #expect(back[x: x, y: y, channel: 3] == picture[x: x, y: y, channel: 3]) }
    }
    // Where nothing is well seen, flattening would do harm.
    let faint = faintNoise(beside: nil)
    #expect(try file(faint, exact: false) == file(faint, exact: true))
  }

  @Test func metadataThatIsCutOffIsDamageAlthoughThePictureIsThere() throws {
    let metadata = MetadataBlocks(exif: Sample.exif(), xmp: Sample.xmp)
    let bytes = try Sample.encode(Sample.picture(17, 16, PixelFormat(.rgb)), .best(.webp), metadata)
    let cut = Array(bytes.dropLast(20))
    let words = "WebP data ends after \(cut.count) of \(bytes.count) bytes"
    #expect(Sample.failure(cut)?.description == words)
    let back = try Sample.decode(cut, DecodeParameters(damage: .allow))
    #expect(back.warnings == [words])
    #expect(Sample.meanDifference(Sample.picture(17, 16, PixelFormat(.rgb)), back.picture) == 0)
  }

  @Test func aPictureThatIsCutOffKeepsItsUpperRowsWhereDamageIsAllowed() throws {
    let picture = Sample.picture(64, 256, PixelFormat(.rgb))
    let bytes = try Sample.encode(picture, .webp(WebPParameters(quality: 90, method: 1)))
    let back = try Sample.decode(Array(bytes[..<(bytes.count / 2)]), DecodeParameters(damage: .allow))
    #expect(back.warnings.count == 2)
    let whole = try Sample.decode(bytes).picture
    #expect(back.picture[x: 5, y: 5, channel: 0] == whole[x: 5, y: 5, channel: 0])
    #expect(back.picture[x: 5, y: 255, channel: 0] == 0)
  }

  /// Two frames of 17x16, the first at (4, 2) on a canvas of 32x24.
  private func animation() throws -> [UInt8] {
    let picture = Array(try still(17, 16)[12...])
    let head = chunk("VP8X", [0x12, 0, 0, 0] + number(31, 3) + number(23, 3))
    let loop = chunk("ANIM", [0, 0, 0, 0, 0, 0])
    func frame(_ x: Int, _ y: Int) -> [UInt8] {
      chunk(
        "ANMF", number(x / 2, 3) + number(y / 2, 3) + number(16, 3) + number(15, 3) + number(100, 3) + [2] + picture)
    }
    return riff(head + loop + frame(4, 2) + frame(0, 0))
  }

  @Test func anAnimationIsRefusedOrGivesItsFirstFrameOnTheCanvas() throws {
    let bytes = try animation()
    #expect(
      Sample.failure(bytes)?.description
        == "WebP is animated (2 frames); input.animation=firstFrame takes the first frame")
    let back = try Sample.decode(bytes, DecodeParameters(animation: .firstFrame))
    #expect(back.info.droppedContents == ["1 further animation frame"])
    #expect(back.picture.size == PixelSize(32, 24))
    #expect(back.picture.format == PixelFormat(.rgba))
    let source = Sample.picture(17, 16, PixelFormat(.rgba))
    for channel in 0..<4 {
      #expect(back.picture[x: 4 + 3, y: 2 + 5, channel: channel] == source[x: 3, y: 5, channel: channel])
    }
    #expect(back.picture[x: 0, y: 0, channel: 3] == 0)
  }

  @Test func bytesBehindTheEndAreNoted() throws {
    let back = try Sample.decode(try still(3, 7) + [9, 9, 9])
    #expect(back.warnings == ["3 bytes behind the end of the WebP picture are left out"])
  }

  @Test func aFileTellsItsNativeQuality() throws {
    let rows = BufferedRows(Sample.picture(3, 7, PixelFormat(.rgb)))
    let lossy = try WebPCodec().encode(
      rows, parameters: .webp(WebPParameters(quality: 72.5)), metadata: MetadataBlocks())
    #expect(lossy.nativeQuality == "q72.5")
  }
}
