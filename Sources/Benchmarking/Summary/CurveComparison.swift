import Jobs
import Pixels
import SettingsKit

/// Points of a sweep that differ in one number alone, such as `quality`: a rate-distortion curve.
public struct RateCurve: Sendable, Equatable {
  /// What its points have in common: "format=webp"; "all" where the sweep has one axis only.
  public var label: String
  /// Indices of points, in the order of the axis.
  public var points: [Int]

  /// The curves of a plan, in the order of their points.
  ///
  /// The axis along which they run is `quality` or, without it, the longest one of numbers.
  public static func all(_ plan: BenchPlan) -> [RateCurve] {
    let registry = CompressionSettings.registry
    // Scores of pictures of different sizes are of different pictures: no curve leads from one to the other.
    let numeric = plan.axes.filter { axis in
      registry.setting(axis.key)?.kind.isNumeric == true && axis.values.count >= 2
        && axis.key != "maxDimension" && !axis.key.hasPrefix("resize.")
    }
    guard
      let along = numeric.first(where: { $0.key == "quality" })
        ?? numeric.max(by: { $0.values.count < $1.values.count })
    else { return [] }
    var curves: [RateCurve] = []
    for point in plan.points where !point.coordinates.isEmpty {
      let rest = point.coordinates.filter { $0.key != along.key }
      let name = rest.isEmpty ? "all" : rest.map { "\($0.key)=\($0.text)" }.joined(separator: " ")
      let label = point.side == .old ? "old: " + name : name
      if let index = curves.firstIndex(where: { $0.label == label }) {
        curves[index].points.append(point.index)
      } else {
        curves.append(RateCurve(label: label, points: [point.index]))
      }
    }
    return curves
  }
}

/// How many bytes one curve needs in proportion to another for the same score: never at equal `quality`, which means
/// something else in each codec.
public struct CurveComparison: Sendable, Equatable {
  public var measure: String
  public var curve: String
  public var reference: String
  /// The geometric mean over pictures of bytes ÷ bytes at equal score; `nil` where no picture has scores in common.
  public var ratio: Double?
  public var p10: Double?
  public var p90: Double?
  /// Pictures whose curves have a range of scores in common.
  public var pictures: Int
  /// Pictures whose curves have none.
  public var withoutOverlap: Int
  /// The lowest and the highest score that was compared at.
  public var scores: ClosedRange<Double>?

  /// Each curve of a plan with two or more against the first.
  static func all(_ results: BenchResults, measure: Int) -> [CurveComparison] {
    let curves = RateCurve.all(results.plan)
    guard let reference = curves.first else { return [] }
    return curves.dropFirst().map { CurveComparison($0, reference, results, measure) }
  }

  private init(_ curve: RateCurve, _ reference: RateCurve, _ results: BenchResults, _ measure: Int) {
    let sign = BenchMeasures.sign(results.plan.measures[measure])
    func points(_ curve: RateCurve, _ picture: Int) -> [RatePoint] {
      curve.points.compactMap { point in
        guard let figures = results.figures(picture, point), let score = figures.score(measure), figures.byteCount > 0
        else { return nil }
        return RatePoint(rate: Double(figures.byteCount), score: score * sign)
      }
    }
    var ratios: [Double] = []
    var missing = 0
    var range: ClosedRange<Double>?
    for picture in results.plan.pictures.indices {
      let (own, other) = (points(curve, picture), points(reference, picture))
      if own.isEmpty || other.isEmpty { continue }
      let isSameSize = results.size(picture, curve.points) == results.size(picture, reference.points)
      guard isSameSize, let (ratio, scores) = RateDistortion.rateRatio(of: own, to: other) else {
        missing += 1
        continue
      }
      ratios.append(ratio)
      range =
        min(
          range?.lowerBound ?? scores.lowerBound, scores.lowerBound)...max(
          range?.upperBound ?? scores.upperBound, scores.upperBound)
    }
    self.measure = results.plan.measures[measure]
    self.curve = curve.label
    self.reference = reference.label
    pictures = ratios.count
    withoutOverlap = missing
    scores = sign > 0 ? range : range.map { -$0.upperBound ... -$0.lowerBound }
    guard !ratios.isEmpty else { return }
    ratio = Statistics.geometricMean(ratios)
    p10 = Statistics.quantile(0.1, of: ratios)
    p90 = Statistics.quantile(0.9, of: ratios)
  }

  /// The comparison in a sentence.
  public var sentence: String {
    let lost = withoutOverlap > 0 ? "; \(counted(withoutOverlap, "picture")) left out, no scores in common" : ""
    guard let ratio, let scores, let p10, let p90 else {
      return "\(curve) and \(reference) cannot be compared at equal \(measure): their scores do not overlap"
    }
    return "\(curve) takes \(fixed(ratio, digits: 3)) of the bytes of \(reference) at equal \(measure) "
      + "(p10 \(fixed(p10, digits: 3)), p90 \(fixed(p90, digits: 3)); scores \(fixed(scores.lowerBound, digits: 1)) to "
      + "\(fixed(scores.upperBound, digits: 1)); \(counted(pictures, "picture"))\(lost))"
  }
}

extension BenchResults {
  /// The size that a picture has at the first of some points that was measured.
  fileprivate func size(_ picture: Int, _ points: [Int]) -> PixelSize? {
    points.lazy.compactMap { figures(picture, $0)?.size }.first
  }
}
