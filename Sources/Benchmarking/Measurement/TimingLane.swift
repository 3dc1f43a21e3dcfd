import Codecs
import Jobs
import Pipeline
import Pixels

/// The one place where anything is timed: decodes, resizes and encodes from memory, one after the other.
///
/// Nothing else of the program runs meanwhile; scores are computed while the lane rests.
struct TimingLane {
  let plan: BenchPlan
  /// The milliseconds of everything that was timed, so that what the rest takes can be told.
  private(set) var timedMilliseconds = 0.0
  private var isWarm: Set<ImageFormat> = []
  private var isDecoderWarm: Set<ImageFormat> = []

  /// What takes the place of a format's encoder; `nil` for the catalog's own.
  private let replacing: (ImageFormat) -> (any Codec)?

  init(plan: BenchPlan, replacing: @escaping (ImageFormat) -> (any Codec)?) {
    self.plan = plan
    self.replacing = replacing
  }

  /// Pixels ready to be encoded, with what they took.
  struct Rendered {
    var picture: RenderedPicture
    var times: RenderingTimes
    /// Encodings of the picture's shape that start from these pixels.
    var encodings: [Int]
  }

  /// One encoding while it is being measured.
  struct Encoding {
    /// The first of the points that share it.
    var point: Int
    var rendered: Int
    var wall: [Double] = []
    var processor: [Double] = []
    /// The first run's file, until it was scored.
    var output: CompressedPicture?
    var identity: ContentIdentity?
    var failure: String?
  }

  /// - Throws: What is wrong with the picture.
  mutating func render(_ input: ByteInput, by point: BenchPoint, encodings: [Int]) throws -> Rendered {
    warmUpDecoder(try CodecCatalog.codec(for: input).format, point.request)
    let clock = LaneClock()
    let picture = try CompressionPipeline().prepare(input, point.request).render()
    let elapsed = clock.elapsed
    timedMilliseconds += elapsed.wall
    var times = RenderingTimes(processor: elapsed.processor)
    for (stage, milliseconds) in picture.milliseconds {
      switch stage {
      case .probe, .decode: times.decode += milliseconds
      case .resize: times.resize += milliseconds
      default: times.convert += milliseconds
      }
    }
    return Rendered(picture: picture, times: times, encodings: encodings)
  }

  /// Encodes once and notes what it took. The first file stays in the encoding; every later one must be the same.
  mutating func encode(_ encoding: inout Encoding, from rendered: Rendered) {
    guard encoding.failure == nil else { return }
    let request = plan.points[encoding.point].request
    let format = request.format ?? rendered.picture.info.format
    warmUp(request, format)
    do {
      let replacement = replacing(format)
      let clock = LaneClock()
      let output = try rendered.picture.encode(request, with: replacement)
      let elapsed = clock.elapsed
      timedMilliseconds += elapsed.wall
      encoding.wall.append(elapsed.wall)
      encoding.processor.append(elapsed.processor)
      let identity = output.image.bytes.identity
      if let first = encoding.identity, first != identity {
        encoding.failure = "two runs of the same settings gave different bytes"
        encoding.output = nil
      } else if encoding.identity == nil {
        encoding.identity = identity
        encoding.output = output
      }
    } catch {
      encoding.failure = "\(error)"
    }
  }

  /// Lets an encoder's first call, which loads its code and its tables, be one that does not count.
  private mutating func warmUp(_ request: PipelineRequest, _ format: ImageFormat) {
    guard !plan.isHarnessOnly, isWarm.insert(format).inserted else { return }
    _ = try? TimingLane.encodedRamp(request, format)  // what is wrong with an encoder, the measured call tells
  }

  /// The same for decoding, resizing and converting.
  private mutating func warmUpDecoder(_ format: ImageFormat, _ request: PipelineRequest) {
    guard isDecoderWarm.insert(format).inserted else { return }
    _ = try? TimingLane.decodedRamp(request, format)  // what is wrong with a decoder, the measured call tells
  }

  private static func decodedRamp(_ request: PipelineRequest, _ format: ImageFormat) throws -> RenderedPicture {
    let file = try encodedRamp(request, format)
    return try CompressionPipeline().prepare(ByteInput(bytes: file.bytes.copy()), request).render()
  }

  private static func encodedRamp(_ request: PipelineRequest, _ format: ImageFormat) throws -> EncodedImage {
    try CodecCatalog.codec(for: format).encode(
      BufferedRows(.ramp(PixelSize(128, 128))), parameters: request.encodeParameters(for: format), metadata: .init())
  }
}

extension PixelBuffer {
  /// A picture that changes everywhere.
  fileprivate static func ramp(_ size: PixelSize) -> PixelBuffer {
    let buffer = PixelBuffer(size: size, format: PixelFormat(.rgb))
    for y in 0..<size.height {
      for x in 0..<size.width {
        for channel in 0..<3 { buffer[x: x, y: y, channel: channel] = (x * (channel + 1) + y * 3 + x * y) & 255 }
      }
    }
    return buffer
  }
}

extension EncodedBytes {
  /// What the file holds.
  var identity: ContentIdentity { withUnsafeBytes { ContentIdentity(of: $0) } }
}
