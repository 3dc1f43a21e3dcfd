import Codecs
import Foundation
import Metadata
import Pixels
import Testing

/// What a transcoded file keeps, leaves out and is refused for.
@Suite struct JPEGTranscoderFormsTests {
  private static let app0 = 0xE0
  private static let app14 = 0xEE

  private func plain(progressive: Bool = false) throws -> [UInt8] {
    try Transcoding.Layout.s420.file(64, 48, progressive: progressive)
  }

  private func segment(_ code: Int, _ body: [UInt8]) -> [UInt8] {
    [0xFF, UInt8(code), UInt8((body.count + 2) >> 8), UInt8((body.count + 2) & 255)] + body
  }

  /// The second bytes of the markers before the first scan.
  private func markers(_ bytes: [UInt8]) -> [Int] {
    var found: [Int] = []
    var place = 2
    while place + 3 < bytes.count, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
      found.append(Int(bytes[place + 1]))
      place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
    }
    return found
  }

  /// A file of two blocks a component, side by side, each of one tone.
  ///
  /// - Parameters:
  ///   - adobe: The transform that Adobe's marker declares; nil for no such marker.
  ///   - factor: Both sampling factors of each component; 2 takes a scan for each.
  ///   - factors: Those of each component instead, the horizontal one in the upper half.
  private func tones(_ ids: [UInt8], adobe: UInt8?, factor: UInt8 = 1, factors: [UInt8]? = nil) -> [UInt8] {
    // Codes: DC category 0 is the bit 0, category 6 the bits 10; the end of a block is the bit 0.
    let dc = segment(0xC4, [0x00, 1, 1] + [UInt8](repeating: 0, count: 14) + [0, 6])
    let ac = segment(0xC4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    let tables = segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
    let frame = segment(
      0xC0,
      [8, 0, 8, 0, 16, UInt8(ids.count)] + ids.indices.flatMap { [ids[$0], factors?[$0] ?? factor << 4 | factor, 0] })
    func tone(_ component: Int, block: Int) -> String {
      // A first value of 32… and a step down from it, coded as T.81 does: negative ones count from -63.
      let value = block == 0 ? 35 + component * 4 : 63 - (50 + component * 3)
      return "10" + String(String(value + 64, radix: 2).dropFirst()) + "0"
    }
    func scan(_ components: [Int]) -> [UInt8] {
      var bits = (0...1).flatMap { block in components.map { tone($0, block: block) } }.joined()
      while bits.count % 8 != 0 { bits += "1" }
      let bytes = stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
        let byte = UInt8(bits.dropFirst(start).prefix(8), radix: 2) ?? 0
        return byte == 0xFF ? [0xFF, 0] : [byte]
      }
      let tables = components.flatMap { component -> [UInt8] in [ids[component], 0] }
      return segment(0xDA, [UInt8(components.count)] + tables + [0, 63, 0]) + bytes
    }
    let marker = adobe.map { segment(Self.app14, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, $0]) } ?? []
    let scans = factor == 1 && factors == nil ? scan(Array(ids.indices)) : ids.indices.flatMap { scan([$0]) }
    return [0xFF, 0xD8] + marker + tables + dc + ac + frame + scans + [0xFF, 0xD9]
  }

  @Test(
    arguments: [
      ([1, 2, 3, 4], nil, "baseline 4:4:4 CMYK", false), ([1, 2, 3, 4], 0, "baseline 4:4:4 CMYK", true),
      ([1, 2, 3, 4], 2, "baseline 4:4:4 YCCK", true), ([1, 2, 3], 0, "baseline 4:4:4 RGB", true),
      ([82, 71, 66], nil, "baseline 4:4:4 RGB", true), ([82, 71, 66], 1, "baseline 4:4:4", true),
      ([1, 2, 3], nil, "baseline 4:4:4", false), ([1], nil, "baseline gray", false), ([1], 0, "baseline gray", false),
    ] as [([UInt8], UInt8?, String, Bool)])
  func theMeaningOfTheSamplesIsKept(ids: [UInt8], adobe: UInt8?, words: String, marked: Bool) throws {
    let source = tones(ids, adobe: adobe)
    let stored = try Transcoding.pixels(source)
    #expect(stored[x: 0, y: 0, channel: 0] != stored[x: 15, y: 0, channel: 0])
    #expect(try Transcoding.info(source).codingDescription == words)
    for orientation in Orientation.allCases {
      let result = try Transcoding.turned(source, from: orientation)
      #expect(try Transcoding.info(result).codingDescription == words)
      #expect(Transcoding.largestDifference(try Transcoding.pixels(result), stored, orientation) == 0)
      #expect(markers(result).contains(Self.app14) == marked)
      #expect(!markers(result).contains(Self.app0))
    }
  }

  @Test(arguments: [nil, false, true])
  func componentsTooManyForOneMCUGetScansOfTheirOwn(progressive: Bool?) throws {
    let source = tones([1, 2, 3], adobe: nil, factor: 2)
    let result = try Transcoding.turned(source, from: .upMirrored, progressive: progressive)
    let difference = Transcoding.largestDifference(
      try Transcoding.pixels(result), try Transcoding.pixels(source), .upMirrored)
    #expect(difference == 0)
  }

  @Test func anArithmeticallyCodedFileIsCodedByHuffman() throws {
    // 16x8 pixels, gray, sequential.
    let text =
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO"
      + "UlNSMj5aYVpQYEpRUk//yQALCAAIABABAREA/8wABgAQEAX/2gAIAQEAAD8A/svgKRJ0RazaIb5dlVFVHQa9kNg5NA729ZzmXIZG"
      + "wOTtShBWqJGn36wMJco7gP/Z"
    let source = [UInt8](try #require(Data(base64Encoded: text)))
    #expect(try Transcoding.info(source).codingDescription == "extended arithmetic gray")
    let result = try Transcoding.turned(source)
    #expect(try Transcoding.info(result).codingDescription == "baseline gray")
    #expect(Transcoding.largestDifference(try Transcoding.pixels(result), try Transcoding.pixels(source), .up) == 0)
  }

  @Test func noMetadataIsLeft() throws {
    let all = MetadataBlocks(exif: Sample.exif(), xmp: Sample.xmp, icc: [UInt8](repeating: 7, count: 70_000))
    let carrier = try Sample.encode(Sample.picture(64, 48, PixelFormat(.rgb)), .jpeg(JPEGParameters()), all)
    let others =
      segment(0xED, Array("Photoshop 3.0\0".utf8)) + segment(0xFE, Array("a comment".utf8)) + segment(0xEB, [1, 2])
    let source = carrier[..<2] + others + carrier[2...]
    let result = try Transcoding.turned(Array(source))
    #expect(Set(markers(result)).isSubset(of: [Self.app0, 0xDB, 0xC2, 0xC4]))
    #expect(try Transcoding.info(result).metadata.isEmpty)
    for word in ["Exif", "xmpmeta", "ICC_PROFILE", "Photoshop", "comment"] {
      #expect(result.offset(of: Array(word.utf8)) == nil)
    }
  }

  @Test func givenMetadataIsEmbeddedAsTheEncoderDoes() throws {
    let given = MetadataBlocks(
      exif: Sample.exif(value: [1, 0, 0, 0]), xmp: Sample.xmp, icc: (0..<70_000).map { UInt8($0 % 251) })
    let result = try Transcoding.turned(try plain(), from: .right, metadata: given)
    #expect(try Transcoding.info(result).metadata == given)
    #expect(markers(result).prefix(5) == [Self.app0, 0xE1, 0xE1, 0xE2, 0xE2])
    let large = MetadataBlocks(exif: Sample.exif() + [UInt8](repeating: 0, count: 65_535))
    let error = try Transcoding.failure(try plain(), metadata: large)
    guard case .metadataTooLarge(.jpeg, "EXIF", _, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func theDensityIsKeptAndTurned() throws {
    // SOI; APP0, its length, "JFIF\0", version, unit, then the densities.
    var source = try plain()
    source.replaceSubrange(13..<18, with: [1, 1, 44, 0, 150])
    #expect(try Transcoding.turned(source, from: .down)[13..<18] == [1, 1, 44, 0, 150])
    #expect(try Transcoding.turned(source, from: .right)[13..<18] == [1, 0, 150, 1, 44])
  }

  @Test(arguments: [false, true])
  func aDamagedFileIsRefused(progressive: Bool) throws {
    let whole = try plain(progressive: progressive)
    for length in [whole.count / 2, whole.count * 9 / 10, whole.count - 2] {
      let error = try Transcoding.failure(Array(whole[..<length]))
      guard case .damaged(.jpeg, _, "Premature end of JPEG file", _, _) = error else {
        Issue.record("\(String(describing: error)) at \(length) of \(whole.count) bytes")
        continue
      }
    }
  }

  @Test func aProgressiveFileWithoutItsLastScansIsRefused() throws {
    let whole = try plain(progressive: true)
    let starts = whole.indices.dropLast().filter { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA }
    let cut = whole[..<(try #require(starts.last))] + [0xFF, 0xD9]
    #expect(Sample.failure(Array(cut)) == nil)
    #expect(
      try Transcoding.failure(Array(cut))?.description
        == "JPEG of which scans are missing cannot be written anew without loss")
  }

  @Test func limitsAreKept() throws {
    func exceeded(_ change: (inout DecodeLimits) -> Void, in bytes: [UInt8]) throws -> String? {
      var limits = DecodeLimits()
      change(&limits)
      guard case .limitExceeded(_, _, _, let setting) = try Transcoding.failure(bytes, limits: limits) else {
        return nil
      }
      return setting
    }
    #expect(try exceeded({ $0.maximumPixels = 64 * 48 - 1 }, in: plain()) == "limits.pixels")
    #expect(try exceeded({ $0.maximumPixels = 64 * 48 }, in: plain()) == nil)
    #expect(try exceeded({ $0.maximumScans = 3 }, in: plain(progressive: true)) == "limits.scans")
    #expect(try exceeded({ $0.maximumSeconds = 0 }, in: plain()) == "limits.seconds")
    let whole = try plain()
    let junk = (0..<10).flatMap { _ in [0x01] + segment(0xEB, [1, 2, 3]) }
    #expect(try exceeded({ $0.maximumWarnings = 5 }, in: whole[..<2] + junk + whole[2...]) == "limits.warnings")
  }

  @Test func anotherPictureThanTheOneProbedIsRefused() throws {
    let other = try Transcoding.info(try Transcoding.Layout.s420.file(48, 64, progressive: false))
    #expect(throws: CodecError.changedWhileRead) {
      _ = try JPEGTranscoder().transcode(
        ByteInput(bytes: try plain()), info: other, orientation: .up, progressive: nil, limits: DecodeLimits(),
        metadata: MetadataBlocks())
    }
  }

  @Test func whatStandsBehindTheEndIsNotedAndLeftOut() throws {
    var notes: [String] = []
    let result = try Transcoding.turned(try plain() + [1, 2, 3], note: { notes.append($0) })
    #expect(notes == ["3 bytes behind the end of the JPEG picture are left out"])
    #expect(try result == Transcoding.turned(plain()))
  }

  /// Found by fuzzing: libjpeg copies coefficients that it has no code to decode.
  @Test func whatCannotBeDecodedIsNotWrittenEither() throws {
    let input = ByteInput(bytes: tones([1, 2, 3], adobe: nil, factors: [0x31, 0x21, 0x21]))
    let info = try JPEGCodec().probe(input, limits: DecodeLimits())
    #expect(throws: CodecError.self) {
      try JPEGCodec().decoder(for: input, info: info, parameters: DecodeParameters()).readAll()
    }
    let error = #expect(throws: CodecError.self) {
      try JPEGTranscoder().transcode(
        input, info: info, orientation: .up, progressive: nil, limits: DecodeLimits(), metadata: MetadataBlocks())
    }
    guard case .unsupportedVariant = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
