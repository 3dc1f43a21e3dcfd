import Platform

/// How one configuration's times compare with another's, measured side by side.
///
/// Each pair is two runs of one round of one picture, so that what slows the machine for a while slows both. The mean is
/// the geometric one over pictures of the median ratio of each picture's pairs; its interval comes from drawing pictures,
/// and then pairs inside each, again and again with replacement.
public struct PairedRatio: Sendable, Equatable {
  /// The geometric mean of new ÷ old.
  public var mean: Double
  /// The 95 % confidence interval of the mean.
  public var lower: Double
  public var upper: Double
  public var pictures: Int
  public var pairs: Int

  /// - Parameters:
  ///   - ratios: new ÷ old of the pairs of each picture, all above 0; pictures without pairs are passed over.
  ///   - resamples: Draws; a thousand put the interval's ends within a few percent of its width.
  /// - Returns: `nil` where there is no pair.
  /// - Complexity: O(`resamples` × pairs).
  public init?(_ ratios: [[Double]], seed: UInt64, resamples: Int = 2_000) {
    let logarithms = ratios.filter { !$0.isEmpty }.map { $0.map { log($0) } }
    guard !logarithms.isEmpty else { return nil }
    pictures = logarithms.count
    pairs = logarithms.reduce(0) { $0 + $1.count }
    mean = exp(Statistics.mean(logarithms.map(Statistics.median)))

    var random = SeededRandom(seed: seed)
    var means: [Double] = []
    means.reserveCapacity(resamples)
    for _ in 0..<resamples {
      var sum = 0.0
      for _ in logarithms {
        let picture = logarithms[random.index(below: logarithms.count)]
        sum += Statistics.median(picture.indices.map { _ in picture[random.index(below: picture.count)] })
      }
      means.append(sum / Double(logarithms.count))
    }
    means.sort()
    lower = exp(Statistics.quantile(0.025, ofSorted: means))
    upper = exp(Statistics.quantile(0.975, ofSorted: means))
  }
}
