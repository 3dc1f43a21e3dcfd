import Metrics

/// What a metric says of a pair of pictures.
public struct Score: Sendable {
  public var metric: any Metric
  /// Infinite for the PSNR of equal pictures.
  public var value: Double
  /// The worst part of the picture; `nil` where nobody asked.
  public var worstTile: MetricMap.Tile?
  public var map: MetricMap?

  public init(metric: any Metric, value: Double, worstTile: MetricMap.Tile? = nil, map: MetricMap? = nil) {
    self.metric = metric
    self.value = value
    self.worstTile = worstTile
    self.map = map
  }

  /// The value with its unit, in as many digits as mean something.
  public var text: String { Score.text(value, metric) }

  /// What the value means, a clause.
  public var meaning: String { metric.meaning(of: value) }

  public static func text(_ value: Double, _ metric: any Metric) -> String {
    let number = value.isFinite ? fixed(value, digits: metric.digits) : "infinite"
    return metric.unit.isEmpty || !value.isFinite ? number : "\(number) \(metric.unit)"
  }
}
