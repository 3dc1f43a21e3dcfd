import Codecs
import Pixels

/// What one point gave for one picture.
public struct Measurement: Sendable, Equatable {
  /// Index of the picture in the plan.
  public var picture: Int
  /// Index of the point in the plan.
  public var point: Int
  /// The point whose encoding this one shares, because their settings come to the same for the picture; `nil` for an
  /// encoding of its own.
  public var sharedWith: Int?
  public var result: Result

  public enum Result: Sendable, Equatable {
    case measured(Figures)
    case failed(reason: String)
  }

  public struct Figures: Sendable, Equatable {
    public var format: ImageFormat
    public var size: PixelSize
    public var byteCount: Int
    /// Sixteen hexadecimal digits.
    public var hash: String
    /// Milliseconds of the one decoding, resizing and converting that gave the pixels; shared by all points of a rendering.
    public var rendering: RenderingTimes
    /// Wall milliseconds of each run's encoding, in the order of the rounds.
    public var encodeMilliseconds: [Double]
    /// Processor milliseconds of each run's encoding.
    public var encodeProcessorMilliseconds: [Double]
    /// One a measure of the plan; `nil` where a score is infinite or there is none.
    public var scores: [Double?]

    public var bitsPerPixel: Double { Double(byteCount) * 8 / Double(size.pixels) }
    public var encode: Sample { Sample(encodeMilliseconds) }
  }

  public var figures: Figures? {
    if case .measured(let figures) = result { figures } else { nil }
  }
}

/// What it took to get the pixels of a picture.
public struct RenderingTimes: Sendable, Equatable {
  /// Wall milliseconds.
  public var decode = 0.0
  public var resize = 0.0
  public var convert = 0.0
  /// Processor milliseconds of all three.
  public var processor = 0.0

  public init(decode: Double = 0, resize: Double = 0, convert: Double = 0, processor: Double = 0) {
    self.decode = decode
    self.resize = resize
    self.convert = convert
    self.processor = processor
  }
}
