import Pixels

/// One way to put a number on how far a picture is from its reference.
///
/// A metric takes pixels and nothing else: no files, no settings. Gray counts as red = green = blue, 16 bits as finer
/// steps of the same range, samples are gamma-encoded sRGB. What a metric makes of transparency it says itself.
public protocol Metric: Sendable {
  /// The name on command lines, such as `ssimulacra2`.
  var id: String { get }
  /// The name in sentences, such as "SSIMULACRA 2".
  var title: String { get }
  /// What stands behind a value in texts, such as "dB"; empty for a plain number.
  var unit: String { get }
  /// The name of a value in JSON: the id, with the unit where there is one.
  var jsonKey: String { get }
  /// One line about what is measured.
  var summary: String { get }
  var higherIsBetter: Bool { get }
  /// What a value means, the best band first.
  var bands: [ScoreBand] { get }
  /// The value of equal pictures, the best there is.
  var best: Double { get }
  /// The digits behind the point that mean something.
  var digits: Int { get }
  /// The shortest side, in pixels, for which the metric is defined.
  var minimumSide: Int { get }
  /// How transparency is taken, as a clause; told where a picture has any.
  var transparency: String { get }
  /// Whether it can tell where the damage sits.
  var makesMap: Bool { get }

  /// What `score` asks for once both pictures are known to be fit for the metric.
  ///
  /// - Throws: `CancellationError`.
  func measure(
    _ reference: PixelBuffer, _ candidate: PixelBuffer, wantsMap: Bool, _ effort: MetricEffort
  ) throws -> MetricScore

  /// How bad a tile with that score looks, 0 (nothing to see) to 1 (ruined), for drawing.
  func damage(of score: Double) -> Double
}

/// Scores from `from` on, up to the next better band.
public struct ScoreBand: Sendable, Hashable {
  /// The worst score of the band; infinite for the last one.
  public var from: Double
  /// What such a score means, as a clause without a full stop.
  public var meaning: String

  public init(from: Double, _ meaning: String) {
    self.from = from
    self.meaning = meaning
  }
}

extension Metric {
  /// - Parameters:
  ///   - reference: The original; what is measured is not symmetric in every metric.
  ///   - candidate: Of the same size, in whatever format.
  ///   - wantsMap: Whether to tell where the damage sits as well.
  ///   - threads: How many to work with, at least 1; the value does not depend on it.
  ///   - isCancelled: Asked now and then.
  /// - Throws: `MetricError`, `CancellationError`.
  public func score(
    reference: PixelBuffer, candidate: PixelBuffer, wantsMap: Bool, threads: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> MetricScore {
    try check(reference.size, candidate.size)
    let effort = MetricEffort(threads: threads, isCancelled: isCancelled)
    return try measure(reference, candidate, wantsMap: wantsMap, effort)
  }

  /// What a score means, as a clause without a full stop.
  public func meaning(of score: Double) -> String {
    if score == best { return "the same to this metric" }
    let band = bands.first { higherIsBetter ? score >= $0.from : score <= $0.from }
    return (band ?? bands[bands.count - 1]).meaning
  }

  /// - Throws: `MetricError` where the two cannot be compared by this metric.
  public func check(_ reference: PixelSize, _ candidate: PixelSize) throws(MetricError) {
    guard reference == candidate else { throw .sizeMismatch(reference: reference, candidate: candidate) }
    guard min(reference.width, reference.height) >= minimumSide else {
      throw .tooSmall(metric: title, size: reference, minimumSide: minimumSide)
    }
  }
}
