import Codecs
import Metadata
import Pixels
import Testing

/// What the tests of the transcoder do again and again.
enum Transcoding {
  static func info(_ bytes: [UInt8]) throws -> ImageInfo {
    try JPEGCodec().probe(ByteInput(bytes: bytes), limits: DecodeLimits())
  }

  static func turned(
    _ bytes: [UInt8], from orientation: Orientation = .up, progressive: Bool? = nil,
    limits: DecodeLimits = DecodeLimits(), metadata: MetadataBlocks = MetadataBlocks(),
    note: (String) -> Void = { _ in }
  ) throws -> [UInt8] {
    let info = try info(bytes)
    let result = try JPEGTranscoder().transcode(
      ByteInput(bytes: bytes), info: info, orientation: orientation, progressive: progressive, limits: limits,
      metadata: metadata, note: note)
    #expect(result.format == .jpeg)
    #expect(result.size == orientation.oriented(info.size))
    #expect(result.nativeQuality == "lossless")
    return result.bytes.copy()
  }

  /// The error that transcoding ends with; nil when it does not.
  static func failure(
    _ bytes: [UInt8], from orientation: Orientation = .up, limits: DecodeLimits = DecodeLimits(),
    metadata: MetadataBlocks = MetadataBlocks()
  ) throws -> CodecError? {
    do {
      _ = try turned(bytes, from: orientation, limits: limits, metadata: metadata)
      return nil
    } catch let error as CodecError {
      return error
    }
  }

  static func pixels(_ bytes: [UInt8]) throws -> PixelBuffer {
    try Sample.decode(bytes, DecodeParameters(deliversCMYK: true)).picture
  }

  /// The largest difference of a sample between `upright` and what `stored` is when turned.
  static func largestDifference(_ upright: PixelBuffer, _ stored: PixelBuffer, _ orientation: Orientation) -> Int {
    guard upright.size == orientation.oriented(stored.size), upright.format == stored.format else { return .max }
    var largest = 0
    for y in 0..<upright.size.height {
      for x in 0..<upright.size.width {
        let from = orientation.storedPosition(x: x, y: y, stored: stored.size)
        for channel in 0..<upright.format.layout.channels {
          let one = upright[x: x, y: y, channel: channel]
          largest = max(largest, abs(one - stored[x: from.x, y: from.y, channel: channel]))
        }
      }
    }
    return largest
  }

  /// The orientation whose turn is that of `first` and then that of `second`.
  static func composed(_ first: Orientation, _ second: Orientation) throws -> Orientation {
    let stored = PixelSize(3, 2)
    let between = first.oriented(stored)
    let upright = second.oriented(between)
    return try #require(
      Orientation.allCases.first { candidate in
        guard candidate.oriented(stored) == upright else { return false }
        return (0..<6).allSatisfy { index in
          let x = index % upright.width
          let y = index / upright.width
          let middle = second.storedPosition(x: x, y: y, stored: between)
          return first.storedPosition(x: middle.x, y: middle.y, stored: stored)
            == candidate.storedPosition(x: x, y: y, stored: stored)
        }
      })
  }

  /// How the samples of a file may be laid out.
  enum Layout: String, CaseIterable {
    case gray, s444, s422, s420, s440

    /// How far a sample may move although no coefficient does.
    ///
    /// libjpeg's inverse transform rounds between columns and rows, so each component may come out 1 higher or lower
    /// when these change places or sides. Of YCbCr that makes 1 + 1.402, 1 + 0.344 + 0.714 and 1 + 1.772: at most 3
    /// after rounding. Interpolated chroma is rounded up on one side and down on the other, 1 more: 1 + 2 * 1.772, at
    /// most 5.
    var tolerance: Int {
      switch self {
      case .gray: 1
      case .s444: 3
      case .s422, .s420, .s440: 5
      }
    }

    /// A picture of that size; the encoder has no 4:4:0, which is what 4:2:2 becomes when it is transposed.
    func file(_ width: Int, _ height: Int, progressive: Bool) throws -> [UInt8] {
      func encoded(_ width: Int, _ height: Int, _ layout: PixelLayout, _ chroma: ChromaSubsampling) throws -> [UInt8] {
        let parameters = JPEGParameters(quality: 85, progressive: progressive, chroma: chroma)
        return try Sample.encode(Sample.picture(width, height, PixelFormat(layout)), .jpeg(parameters))
      }
      switch self {
      case .gray: return try encoded(width, height, .gray, .s444)
      case .s444: return try encoded(width, height, .rgb, .s444)
      case .s422: return try encoded(width, height, .rgb, .s422)
      case .s420: return try encoded(width, height, .rgb, .s420)
      case .s440: return try turned(try encoded(height, width, .rgb, .s422), from: .leftMirrored)
      }
    }

    var words: String {
      switch self {
      case .gray: "gray"
      case .s444: "4:4:4"
      case .s422: "4:2:2"
      case .s420: "4:2:0"
      case .s440: "4:4:0"
      }
    }

    /// What it becomes when width and height change places.
    var transposed: Layout {
      switch self {
      case .s422: .s440
      case .s440: .s422
      case .gray, .s444, .s420: self
      }
    }
  }
}

@Suite struct JPEGTranscoderTests {
  typealias Layout = Transcoding.Layout

  @Test(arguments: Layout.allCases, [false, true])
  func aTurnGivesThePixelsThatTheOrientationSays(layout: Layout, progressive: Bool) throws {
    let source = try layout.file(48, 32, progressive: progressive)
    let stored = try Transcoding.pixels(source)
    for orientation in Orientation.allCases {
      #expect(try JPEGTranscoder().canTurn(ByteInput(bytes: source), from: orientation))
      let result = try Transcoding.turned(source, from: orientation)
      let words = (orientation.swapsSides ? layout.transposed : layout).words
      #expect(
        try Transcoding.info(result).codingDescription == "\(progressive ? "progressive" : "baseline") \(words)")
      let difference = Transcoding.largestDifference(try Transcoding.pixels(result), stored, orientation)
      #expect(difference <= (orientation == .up ? 0 : layout.tolerance), "\(orientation)")
    }
  }

  /// Files that are equal byte by byte have equal coefficients: here nothing is rounded and nothing tolerated.
  @Test(arguments: Layout.allCases, Orientation.allCases)
  func twoTurnsAreTheOneThatTheyMakeTogether(layout: Layout, first: Orientation) throws {
    let source = try layout.file(48, 32, progressive: false)
    let between = try Transcoding.turned(source, from: first)
    for second in Orientation.allCases {
      let together = try Transcoding.composed(first, second)
      let twice = try Transcoding.turned(between, from: second)
      #expect(try twice == Transcoding.turned(source, from: together), "\(first), \(second), \(together)")
    }
  }

  @Test(arguments: Layout.allCases)
  func aTurnToTheRightAndOneToTheLeftLeaveThePicture(layout: Layout) throws {
    let source = try layout.file(48, 32, progressive: false)
    let back = try Transcoding.turned(try Transcoding.turned(source, from: .right), from: .left)
    #expect(try back == Transcoding.turned(source))
    #expect(Transcoding.largestDifference(try Transcoding.pixels(back), try Transcoding.pixels(source), .up) == 0)
  }

  /// Sides in pixels, and the orientations that bring no block with padding to the front.
  @Test(
    arguments: [
      (.s420, 40, 24, [.up, .leftMirrored]),
      (.s420, 48, 24, [.up, .upMirrored, .leftMirrored, .left]),
      (.s420, 40, 32, [.up, .downMirrored, .leftMirrored, .right]),
      (.s422, 40, 24, [.up, .downMirrored, .leftMirrored, .right]),
      (.s440, 40, 24, [.up, .upMirrored, .leftMirrored, .left]),
      (.s444, 40, 24, Orientation.allCases),
      (.gray, 40, 24, Orientation.allCases),
      (.s444, 41, 24, [.up, .downMirrored, .leftMirrored, .right]),
      (.gray, 40, 23, [.up, .upMirrored, .leftMirrored, .left]),
      (.s420, 53, 37, [.up, .leftMirrored]),
      (.s440, 1, 1, [.up, .leftMirrored]),
    ] as [(Layout, Int, Int, [Orientation])])
  func aTurnThatWouldMovePaddingIsRefused(layout: Layout, width: Int, height: Int, turns: [Orientation]) throws {
    let source = try layout.file(width, height, progressive: false)
    let stored = try Transcoding.pixels(source)
    for orientation in Orientation.allCases {
      let can = try JPEGTranscoder().canTurn(ByteInput(bytes: source), from: orientation)
      #expect(can == turns.contains(orientation), "\(orientation)")
      guard can else {
        let error = try Transcoding.failure(source, from: orientation)
        #expect(
          error?.description
            == "JPEG of \(width)x\(height) pixels cannot be turned without loss: blocks at the edge are not full")
        continue
      }
      let result = try Transcoding.pixels(try Transcoding.turned(source, from: orientation))
      #expect(Transcoding.largestDifference(result, stored, orientation) <= layout.tolerance, "\(orientation)")
    }
  }

  @Test(arguments: Layout.allCases, [false, true])
  func theOrderOfTheScansChangesWithoutThePicture(layout: Layout, progressive: Bool) throws {
    let source = try layout.file(53, 37, progressive: !progressive)
    let result = try Transcoding.turned(source, progressive: progressive)
    #expect(
      try Transcoding.info(result).codingDescription == "\(progressive ? "progressive" : "baseline") \(layout.words)")
    #expect(Transcoding.largestDifference(try Transcoding.pixels(result), try Transcoding.pixels(source), .up) == 0)
    #expect(try Transcoding.turned(result, progressive: !progressive) == Transcoding.turned(source))
  }

  @Test func tablesAreMadeForThePicture() throws {
    let plain = JPEGParameters(quality: 85, progressive: false, optimizeCoding: false)
    let source = try Sample.encode(Sample.picture(256, 256, PixelFormat(.rgb)), .jpeg(plain))
    #expect(try Transcoding.turned(source).count < source.count)
  }
}
