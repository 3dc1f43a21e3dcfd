import Platform

/// A rate and the score that it buys.
public struct RatePoint: Sendable, Equatable {
  /// Bits per pixel of the output, or any other measure of size above 0.
  public var rate: Double
  /// Higher is better.
  public var score: Double

  public init(rate: Double, score: Double) {
    self.rate = rate
    self.score = score
  }
}

/// Comparisons of rate-distortion curves.
public enum RateDistortion {
  /// The points that no other one beats in both rate and score, by rising rate.
  public static func front(_ points: [RatePoint]) -> [RatePoint] {
    var front: [RatePoint] = []
    for point in points.sorted(by: { ($0.rate, -$0.score) < ($1.rate, -$1.score) })
    where point.score > (front.last?.score ?? -.infinity) { front.append(point) }
    return front
  }

  /// The rate that a curve needs, divided by what the reference needs, for the same score: the mean over the range of
  /// scores that both reach. 0.9 is a tenth less.
  ///
  /// Log rate is interpolated over the score by a monotone piecewise cubic. Points that another one of the same curve
  /// beats take no part.
  ///
  /// - Returns: The ratio and the range of scores, or `nil` where the curves have fewer than two points or no range in
  ///   common.
  ///
  /// Source: Bjøntegaard 2001 (VCEG-M33); piecewise cubic in place of its one polynomial, which swings between points.
  public static func rateRatio(
    of curve: [RatePoint], to reference: [RatePoint]
  ) -> (ratio: Double, scores: ClosedRange<Double>)? {
    let (own, other) = (front(curve), front(reference))
    guard own.count >= 2, other.count >= 2 else { return nil }
    let lower = max(own[0].score, other[0].score)
    let upper = min(own[own.count - 1].score, other[other.count - 1].score)
    guard lower < upper else { return nil }
    let difference = logRate(own).mean(from: lower, to: upper) - logRate(other).mean(from: lower, to: upper)
    return (exp(difference), lower...upper)
  }

  private static func logRate(_ front: [RatePoint]) -> MonotoneCurve {
    MonotoneCurve(x: front.map(\.score), y: front.map { log($0.rate) })
  }
}
