import Codecs
import Metadata
import Pixels
import Testing

@Suite struct JPEGTests {
  private func plain(_ width: Int = 64, _ height: Int = 64, progressive: Bool = false) throws -> [UInt8] {
    try Sample.encode(
      Sample.picture(width, height, PixelFormat(.rgb)), .jpeg(JPEGParameters(quality: 90, progressive: progressive)))
  }

  /// The offset of a marker's second byte.
  private func marker(_ code: UInt8, in bytes: [UInt8]) throws -> Int {
    try #require(bytes.offset(of: [0xFF, code])) + 1
  }

  private func segment(_ code: UInt8, _ body: [UInt8]) -> [UInt8] {
    [0xFF, code, UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
  }

  /// `bytes` with segments put behind the first marker.
  private func inserting(_ segments: [UInt8], into bytes: [UInt8]) -> [UInt8] { bytes[..<2] + segments + bytes[2...] }

  @Test func theFormIsDescribed() throws {
    let forms: [(JPEGParameters, PixelLayout, String)] = [
      (JPEGParameters(quality: 80, progressive: false), .rgb, "baseline 4:2:0"),
      (JPEGParameters(quality: 80, progressive: true, chroma: .s422), .rgb, "progressive 4:2:2"),
      (JPEGParameters(quality: 80, progressive: false, chroma: .s444), .rgb, "baseline 4:4:4"),
      (JPEGParameters(quality: 80), .gray, "progressive gray"),
    ]
    for (parameters, layout, words) in forms {
      let info = try Sample.decode(try Sample.encode(Sample.picture(33, 17, PixelFormat(layout)), .jpeg(parameters)))
        .info
      #expect(info.codingDescription == words)
      #expect(info.estimatedNativeQuality == 80)
    }
  }

  @Test(arguments: 1...100)
  func theQualityIsReadBackFromTheTables(quality: Int) throws {
    let bytes = try Sample.encode(Sample.picture(1, 1, PixelFormat(.gray)), .jpeg(JPEGParameters(quality: quality)))
    #expect(try Sample.decode(bytes).info.estimatedNativeQuality == quality)
  }

  @Test(arguments: [(1, 1), (2, 2), (4, 4), (8, 8)])
  func aReductionLeavesEnoughForTheResize(ratio: Int, denominator: Int) throws {
    let bytes = try plain(203, 101)
    // Three times as much as needed is left at this reduction, and too little at the next.
    let needed = PixelSize(203 / (ratio * 3), 101 / (ratio * 3))
    let back = try Sample.decode(bytes, DecodeParameters(minimumSize: needed))
    #expect(
      back.picture.size == PixelSize((203 + denominator - 1) / denominator, (101 + denominator - 1) / denominator))
    #expect(back.extent.width == 203.0 / Double(denominator))
    #expect(back.extent.height == 101.0 / Double(denominator))
    #expect(back.info.size == PixelSize(203, 101))
  }

  @Test func aReductionIsNotMadeWhereOneSideIsNeededInFull() throws {
    let back = try Sample.decode(try plain(200, 100), DecodeParameters(minimumSize: PixelSize(10, 100)))
    #expect(back.picture.size == PixelSize(200, 100))
  }

  @Test(arguments: [false, true])
  func aHeightDeclaredTooLargeIsDamage(progressive: Bool) throws {
    var bytes = try plain(progressive: progressive)
    let frame = try marker(progressive ? 0xC2 : 0xC0, in: bytes)
    bytes[frame + 5] = 128
    let error = try #require(Sample.failure(bytes))
    #expect(error.description.contains("libjpeg: "), "\(error)")
    if !progressive { #expect(error.description.contains("after 64 of 128 rows"), "\(error)") }
    let back = try Sample.decode(bytes, DecodeParameters(damage: .allow))
    #expect(back.picture.size.height == 128)
    #expect(!back.warnings.isEmpty)
  }

  @Test func aTruncatedFileSaysWhereItEnded() throws {
    let bytes = try plain(64, 640)
    let error = try #require(Sample.failure(Array(bytes[..<(bytes.count / 2)])))
    guard case .damaged(.jpeg, "ends", "Premature end of JPEG file", let read?, 640) = error else {
      Issue.record("\(error)")
      return
    }
    #expect((200...440).contains(read))
    #expect(error.description == "JPEG data ends after \(read) of 640 rows (libjpeg: Premature end of JPEG file)")
  }

  @Test func aMissingEndMarkerIsDamageAndIsAllowedWithAWarning() throws {
    let bytes = Array(try plain().dropLast(2))
    #expect(Sample.failure(bytes)?.description.contains("Premature end of JPEG file") == true)
    let whole = try Sample.decode(try plain()).picture
    let back = try Sample.decode(bytes, DecodeParameters(damage: .allow))
    #expect(Sample.meanDifference(whole, back.picture) == 0)
    #expect(back.warnings.first == "libjpeg: Premature end of JPEG file")
    #expect(back.warnings.last?.contains(" of 64 rows") == true, "the place")
  }

  @Test func bytesBehindTheEndAreNoted() throws {
    let back = try Sample.decode(try plain() + [1, 2, 3])
    #expect(back.warnings == ["3 bytes behind the end of the JPEG picture are left out"])
    let zeros = try Sample.decode(try plain() + [UInt8](repeating: 0, count: 2000))
    #expect(zeros.warnings == ["2,000 zero bytes behind the end of the JPEG picture are left out"])
    let second = try plain(8, 8)
    let further = try Sample.decode(try plain() + second)
    #expect(further.warnings == ["a further JPEG picture behind the end is left out (\(second.count) bytes)"])
  }

  @Test func theFirstPictureOfAMultiPictureFileIsReadAndTheOthersNamed() throws {
    // An index: little-endian TIFF, tag 0xB001, LONG, three pictures.
    let index: [UInt8] =
      Array("MPF\0".utf8) + [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x01, 0xB0, 4, 0, 1, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]
    let bytes = inserting(segment(0xE2, index), into: try plain()) + (try plain(8, 8))
    let back = try Sample.decode(bytes)
    #expect(back.picture.size == PixelSize(64, 64))
    #expect(back.info.droppedContents == ["2 further pictures (MPO)"])
    #expect(back.warnings.isEmpty)
  }

  @Test func aGainMapIsNamed() throws {
    let packet = Array("http://ns.adobe.com/xap/1.0/\0<x xmlns:hdrgm='http://ns.adobe.com/hdr-gain-map/1.0/'/>".utf8)
    let back = try Sample.decode(inserting(segment(0xE1, packet), into: try plain()))
    #expect(back.info.droppedContents == ["gain map"])
  }

  @Test func formsThatCannotBeReadAreNamed() throws {
    var twelve = try plain()
    twelve[try marker(0xC0, in: twelve) + 3] = 12
    #expect(Sample.failure(twelve)?.description.contains("12-bit samples") == true)
    var lossless = try plain()
    lossless[try marker(0xC0, in: lossless)] = 0xC3
    #expect(Sample.failure(lossless)?.description.contains("losslessly (SOF3)") == true)
    var hierarchical = try plain()
    hierarchical[try marker(0xC0, in: hierarchical)] = 0xC5
    #expect(Sample.failure(hierarchical)?.description.contains("hierarchical form (SOF5)") == true)
  }

  /// An RGBA-like file: the components of a gray JPEG declared four times would not decode, so four are built by hand.
  private func inks(adobe: Bool) -> [UInt8] {
    let tables: [UInt8] = segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    // One code each: DC category 0 is the bit 0, AC end-of-block is the bit 0.
    let dc = segment(0xC4, [0x00, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let ac = segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let frame = segment(0xC0, [8, 0, 8, 0, 8, 4] + (1...4).flatMap { [UInt8($0), 0x11, 0] })
    let scan = segment(0xDA, [4] + (1...4).flatMap { [UInt8($0), 0x00] } + [0, 63, 0])
    let app14 = segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 0])
    // Eight zero bits: four blocks of mid-gray.
    return [0xFF, 0xD8] + (adobe ? app14 : []) + tables + dc + ac + frame + scan + [0x00, 0xFF, 0xD9]
  }

  @Test func inksAreRefusedUnlessAskedFor() throws {
    let refusal = Sample.failure(inks(adobe: true))
    #expect(
      refusal?.description == "JPEG in CMYK inks cannot be converted to screen colours yet; convert it to sRGB first")
    let plain = try Sample.decode(inks(adobe: false), DecodeParameters(deliversCMYK: true))
    #expect(plain.info.pixelFormat == PixelFormat(.cmyk))
    #expect(plain.picture[x: 7, y: 7, channel: 3] == 128)
    let inverted = try Sample.decode(inks(adobe: true), DecodeParameters(deliversCMYK: true))
    #expect(inverted.picture[x: 7, y: 7, channel: 3] == 127)
  }

  @Test func tooManyScansAreRefusedWithoutDecodingThem() throws {
    let bytes = try plain(progressive: true)
    var limits = DecodeLimits()
    limits.maximumScans = 3
    let error = try #require(Sample.failure(bytes, DecodeParameters(limits: limits)))
    #expect(error.description == "the JPEG is made of too many scans: 10, the limit is 3 (limits.scans)")
  }

  @Test func tooManyWarningsAreRefusedEvenWhereDamageIsAllowed() throws {
    let junk = (0..<200).flatMap { _ in [0x01] + segment(0xEB, [1, 2, 3]) }
    let bytes = inserting(junk, into: try plain())
    let error = try #require(Sample.failure(bytes, DecodeParameters(damage: .allow)))
    guard case .limitExceeded(_, _, "100", "limits.warnings") = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(
    arguments: [
      (3, 1, [6, 0, 0, 0], .right), (3, 1, [0, 0, 0, 0], .up), (3, 1, [9, 0, 0, 0], .up),
      (3, 1, [255, 255, 0, 0], .up),
      (4, 1, [6, 0, 0, 0], .up), (1, 1, [6, 0, 0, 0], .up), (2, 1, [6, 0, 0, 0], .up), (12, 1, [6, 0, 0, 0], .up),
      (3, 0, [6, 0, 0, 0], .up), (3, 200, [6, 0, 0, 0], .up), (3, 1, [8, 0, 0, 0], .left),
    ] as [(UInt8, UInt8, [UInt8], Orientation)])
  func anOddOrientationIsHarmless(type: UInt8, count: UInt8, value: [UInt8], orientation: Orientation) throws {
    let metadata = MetadataBlocks(exif: Sample.exif(type: type, count: count, value: value))
    let bytes = try Sample.encode(Sample.picture(8, 8, PixelFormat(.rgb)), .best(.jpeg), metadata)
    #expect(try Sample.decode(bytes).info.orientation == orientation)
  }

  @Test func anEXIFBlockCutOffAnywhereIsHarmless() throws {
    let whole = Sample.exif()
    for length in 2..<whole.count {
      let metadata = MetadataBlocks(exif: Array(whole[..<length]))
      let bytes = try Sample.encode(Sample.picture(8, 8, PixelFormat(.rgb)), .best(.jpeg), metadata)
      let orientation = try Sample.decode(bytes).info.orientation
      #expect(orientation == .up || length >= 22)
    }
  }

  @Test(
    arguments: [
      ([[1, 2], [1, 2]], "part 1 of 2"), ([[1, 2], [2, 3]], "disagree"), ([[1, 2]], "1 of 2 parts"),
      ([[0, 1]], "part 0 of 1"), ([[1]], "cut off"), ([[1, 0]], "0 parts"),
    ] as [([[UInt8]], String)])
  func aProfileInBrokenPartsIsLeftOutWithAWarning(parts: [[UInt8]], reason: String) throws {
    let segments = parts.flatMap { segment(0xE2, Array("ICC_PROFILE\0".utf8) + $0 + ($0.count > 1 ? [7, 7] : [])) }
    let back = try Sample.decode(inserting(segments, into: try plain()))
    #expect(back.info.metadata.icc == nil)
    #expect(back.warnings.count == 1)
    #expect(back.warnings.first?.contains(reason) == true || parts == [[1, 0]], "\(back.warnings)")
  }

  @Test func profilePartsInReverseOrderArePutTogether() throws {
    let head = Array("ICC_PROFILE\0".utf8)
    let segments = segment(0xE2, head + [2, 2, 30, 40]) + segment(0xE2, head + [1, 2, 10, 20])
    #expect(try Sample.decode(inserting(segments, into: try plain())).info.metadata.icc == [10, 20, 30, 40])
  }
}
