import Codecs
import Foundation
import Metadata
import Pixels
import TestSupport
import Testing

/// What a picture costs at its peak, by the program's own word, against what the codecs announce.
struct MemoryTests {
  private let imgtune = Imgtune()
  private static let size = PixelSize(2000, 1500)
  /// The program, its settings and batches of rows.
  private static let ownBytes = 20_000_000

  /// Noise, the costliest of pictures, in every channel.
  private static func noise(_ layout: PixelLayout) -> PixelBuffer {
    let buffer = PixelBuffer(size: size, format: PixelFormat(layout))
    var state: UInt64 = 11
    for y in 0..<size.height {
      let row = buffer.row(y).assumingMemoryBound(to: UInt8.self)
      for i in 0..<buffer.rowBytes {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        row[i] = UInt8(state >> 56)
      }
    }
    return buffer
  }

  private func peakBytes(_ input: String, _ words: [String]) throws -> Int {
    let arguments = ["compress", input, "-o", "out/", "--json", "--output.when-larger=result"] + words
    let documents = try imgtune.documents(imgtune.run(arguments.map { Array($0.utf8) }))
    return try #require(documents.last?["peakMemoryBytes"] as? Int)
  }

  private static let ways: [(words: [String], parameters: EncodeParameters)] = [
    (["--format=png"], .png(PNGParameters())),
    (["--format=png", "--png.interlace", "--png.level=1"], .png(PNGParameters(level: 1, interlace: true))),
    (["--format=webp", "--webp.quality=90"], .webp(WebPParameters(quality: 90))),
    (["--format=webp", "--webp.quality=60", "--webp.method=1"], .webp(WebPParameters(quality: 60, method: 1))),
    (
      ["--format=webp", "--webp.lossless", "--webp.method=1"],
      .webp(WebPParameters(quality: 75, lossless: true, method: 1))
    ),
    (["--format=jpeg", "--jpeg.quality=80"], .jpeg(JPEGParameters(quality: 80))),
    (
      ["--format=jpeg", "--jpeg.quality=98", "--jpeg.chroma=4:4:4"],
      .jpeg(JPEGParameters(quality: 98, chroma: .s444))
    ),
  ]

  @Test(arguments: [PixelLayout.rgb, .rgba])
  func noPictureTakesMoreThanItsEncoderAnnounces(layout: PixelLayout) throws {
    let source = try PNGCodec().encode(
      BufferedRows(Self.noise(layout)), parameters: .png(PNGParameters(level: 0, filter: .none)),
      metadata: MetadataBlocks())
    imgtune.folder.write(source.bytes.copy(), to: "noise.png")
    for (words, parameters) in Self.ways {
      let codec = CodecCatalog.codec(for: parameters.format)
      let announced = codec.encodingBytes(
        for: Self.size, format: codec.encodableFormat(for: PixelFormat(layout)), parameters: parameters)
      let peak = try peakBytes("noise.png", words)
      #expect(peak < announced + Self.ownBytes, "\(words): \(peak) of \(announced)")
    }
  }

  @Test func noPictureTakesMoreThanItsDecoderAnnounces() throws {
    for (index, way) in Self.ways.enumerated() {
      let codec = CodecCatalog.codec(for: way.parameters.format)
      let picture = Self.noise(codec.encodableFormat(for: PixelFormat(.rgba)).layout)
      let file = try codec.encode(BufferedRows(picture), parameters: way.parameters, metadata: MetadataBlocks())
      let name = "\(index).\(way.parameters.format.rawValue)"
      imgtune.folder.write(file.bytes.copy(), to: name)
      let info = try codec.probe(ByteInput(bytes: file.bytes.copy()), limits: DecodeLimits())
      let announced = codec.decodingBytes(for: info, parameters: DecodeParameters())
      let peak = try peakBytes(name, ["--max-dimension=100", "--format=jpeg"])
      #expect(peak < announced + Self.ownBytes, "\(way.words): \(peak) of \(announced)")
    }
  }

  @Test func aLossyWebPIsNeverHeldWhole() throws {
    let size = PixelSize(4000, 6000)
    let picture = PixelBuffer(size: size, format: PixelFormat(.rgb))
    for y in 0..<size.height {
      let row = picture.row(y).assumingMemoryBound(to: UInt8.self)
      for i in 0..<picture.rowBytes { row[i] = UInt8(truncatingIfNeeded: (i / 3 ^ y) &+ i % 3 * y / 7) }
    }
    let file = try WebPCodec().encode(
      BufferedRows(picture), parameters: .webp(WebPParameters(quality: 60, method: 0)), metadata: MetadataBlocks())
    imgtune.folder.write(file.bytes.copy(), to: "large.webp")
    let peak = try peakBytes("large.webp", ["--max-dimension=100", "--format=jpeg"])
    // 72 MB of pixels; the file itself is held.
    #expect(peak < 2 * file.bytes.count + Self.ownBytes + 10_000_000, "\(peak), a file of \(file.bytes.count)")
    #expect(peak < 60_000_000)
  }
}
