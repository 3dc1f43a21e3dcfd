import Pixels

/// A measure of how much a candidate picture differs from a reference.
///
/// Pixels in, a number out: both pictures are upright, in sRGB and of one size; whoever calls has seen to that.
public protocol Metric: Sendable {
  /// The name on command lines and in documents, such as `ssimulacra2`.
  var name: String { get }
  var title: String { get }
  /// What it measures, in a sentence.
  var explanation: String { get }
  /// `dB`, or empty.
  var unit: String { get }
  /// The shortest side it is defined for, in pixels.
  var minimumSide: Int { get }
  /// Digits behind the point that mean something.
  var decimals: Int { get }
  /// What transparency is judged on, in words.
  var transparency: String { get }

  /// What a score means to somebody who looks at the picture, a sentence.
  func meaning(of score: Double) -> String

  /// How bad a score looks, 0 for invisible to 1 for ruined; the colour of a heat map.
  func severity(of score: Double) -> Double

  /// Measures a pair of pictures of one size, each side at least `minimumSide`.
  ///
  /// - Parameters:
  ///   - reference: Gray or RGB, 8 or 16 bits, with or without straight alpha, sRGB.
  ///   - candidate: Likewise, of the same size; it may have other channels and another depth.
  ///   - effort: Does not change the result.
  /// - Throws: `CancellationError`.
  func measure(_ reference: PixelBuffer, _ candidate: PixelBuffer, _ effort: MetricEffort) throws -> Measurement
}

extension Metric {
  /// Measures a pair of pictures after checking that it can.
  ///
  /// Every metric here is better the higher it is.
  ///
  /// - Throws: `MetricError` for sizes, `CancellationError`.
  public func compare(
    reference: PixelBuffer, candidate: PixelBuffer, effort: MetricEffort = MetricEffort()
  ) throws -> Measurement {
    guard reference.size == candidate.size else {
      throw MetricError.sizeMismatch(reference: reference.size, candidate: candidate.size)
    }
    guard min(reference.size.width, reference.size.height) >= minimumSide else {
      throw MetricError.tooSmall(metric: title, size: reference.size, minimumSide: minimumSide)
    }
    return try measure(reference, candidate, effort)
  }
}

/// How a measurement is worked at.
public struct MetricEffort: Sendable {
  /// Threads at once.
  public var threads: Int
  /// Asked between parts of the picture.
  public var isCancelled: @Sendable () -> Bool

  public init(threads: Int = 1, isCancelled: @escaping @Sendable () -> Bool = { false }) {
    self.threads = threads
    self.isCancelled = isCancelled
  }
}

/// What a metric found.
public struct Measurement: Sendable {
  /// Higher is better; infinite for the PSNR of equal pictures.
  public var score: Double
  /// Where the damage sits.
  public var damage: DamageMap
}

/// Why a pair of pictures cannot be measured.
public enum MetricError: Error, Equatable, CustomStringConvertible {
  case sizeMismatch(reference: PixelSize, candidate: PixelSize)
  case tooSmall(metric: String, size: PixelSize, minimumSide: Int)

  public var description: String {
    switch self {
    case .sizeMismatch(let reference, let candidate):
      "the pictures differ in size: the reference is \(reference), the candidate \(candidate) when upright"
    case .tooSmall(let metric, let size, let side):
      "\(metric) is not defined for \(size): each side must be at least \(side) pixels"
    }
  }
}
