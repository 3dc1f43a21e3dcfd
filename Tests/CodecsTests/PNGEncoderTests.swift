import Codecs
import Metadata
import Pixels
import Testing

/// What both ways of writing a PNG have to agree on; libpng reads, and is the judge.
@Suite struct PNGEncoderTests {
  /// Noise in some places and flat in others, over the whole range of values.
  private static func noisy(_ width: Int, _ height: Int, _ format: PixelFormat) -> PixelBuffer {
    let buffer = PixelBuffer(size: PixelSize(width, height), format: format)
    let top = format.depth == .eight ? 0xFF : 0xFFFF
    var state: UInt32 = 7
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<format.layout.channels {
          state = state &* 1_664_525 &+ 1_013_904_223
          let slope = x * 311 + y * 97 * (channel + 1)
          buffer[x: x, y: y, channel: channel] = (y % 5 == 2 ? Int(state >> 8) : x % 19 < 4 ? top : slope) & top
        }
      }
    }
    return buffer
  }

  private static func same(_ one: PixelBuffer, _ other: PixelBuffer) -> Bool {
    one.format == other.format && Sample.meanDifference(one, other) == 0
  }

  /// The types of all chunks and the bodies' lengths.
  private func chunks(_ file: [UInt8]) -> [(type: String, bytes: Int)] {
    var found: [(String, Int)] = []
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
      found.append((String(decoding: file[(offset + 4)..<(offset + 8)], as: UTF8.self), length))
      offset += 12 + length
    }
    #expect(offset == file.count)
    return found
  }

  @Test(arguments: PNGFilter.allCases)
  func everyLayoutDepthSizeAndLevelComesBackExactly(filter: PNGFilter) throws {
    let sizes = [PixelSize(1, 1), PixelSize(1, 9), PixelSize(9, 1), PixelSize(17, 5), PixelSize(67, 11)]
    for format in ConformanceTests.formats {
      for size in sizes {
        let picture = Self.noisy(size.width, size.height, format)
        for level in 0...9 {
          let bytes = try Sample.encode(picture, .png(PNGParameters(level: level, filter: filter)))
          let back = try Sample.decode(bytes)
          #expect(back.warnings.isEmpty)
          #expect(Self.same(back.picture, picture), "\(format) \(size) level \(level)")
        }
      }
    }
  }

  @Test func aLevelOutsideTheRangeIsTakenForTheNearest() throws {
    let picture = Self.noisy(67, 33, PixelFormat(.rgb))
    func bytes(_ level: Int) throws -> [UInt8] { try Sample.encode(picture, .png(PNGParameters(level: level))) }
    #expect(try bytes(-3) == bytes(0))
    #expect(try bytes(12) == bytes(9))
  }

  @Test func metadataStandsBeforeThePictureAlikeInBothWays() throws {
    let metadata = MetadataBlocks(exif: Sample.exif(), xmp: Sample.xmp, icc: (0..<5_000).map { UInt8($0 % 251) })
    let picture = Self.noisy(17, 5, PixelFormat(.rgba))
    let once = chunks(try Sample.encode(picture, .png(PNGParameters()), metadata))
    let streamed = chunks(try Sample.encode(picture, .png(PNGParameters(level: 6, interlace: true)), metadata))
    #expect(once.map(\.type) == ["IHDR", "iCCP", "eXIf", "iTXt", "IDAT", "IEND"])
    #expect(once.map(\.type) == streamed.map(\.type))
    #expect(once[1...3].map(\.bytes) == streamed[1...3].map(\.bytes))
  }

  /// Rows of one value, made as they are asked for.
  private final class FlatRows: RowSource {
    let size: PixelSize
    let format = PixelFormat(.gray)
    private var left: Int
    init(_ size: PixelSize) {
      self.size = size
      left = size.height
    }
    func read(into batch: PixelBuffer) -> Int {
      let count = min(left, batch.size.height)
      for row in 0..<count {
        for x in 0..<size.width { batch[x: x, y: row, channel: 0] = 200 }
      }
      left -= count
      return count
    }
  }

  @Test(arguments: [8191, 8192])
  func aLargePictureIsStreamedAndStillTheSame(width: Int) throws {
    // With its filter byte, a row of 8191 pixels fills 8192 rows to exactly 64 MiB, which is the limit.
    let rows = FlatRows(PixelSize(width, 8192))
    let file = try PNGCodec().encode(
      rows, parameters: .png(PNGParameters(level: 1, filter: .up)), metadata: MetadataBlocks()
    ).bytes.copy()
    #expect((chunks(file).filter { $0.type == "IDAT" }.count == 1) == (width == 8191))
    let input = ByteInput(bytes: file)
    let decoder = try PNGCodec().decoder(
      for: input, info: PNGCodec().probe(input, limits: DecodeLimits()), parameters: DecodeParameters())
    let batch = decoder.makeBatch()
    var count = 0
    while case let got = try decoder.read(into: batch), got > 0 {
      #expect(batch[x: 0, y: got - 1, channel: 0] == 200 && batch[x: width - 1, y: 0, channel: 0] == 200)
      count += got
    }
    try decoder.finish()
    #expect(count == 8192)
  }
}
