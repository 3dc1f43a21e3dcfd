/// What a metric found.
public struct MetricScore: Sendable {
  /// In the metric's unit; PSNR of equal pictures is infinite.
  public var value: Double
  /// Where the damage sits, when asked for.
  public var map: MetricMap?

  public init(value: Double, map: MetricMap? = nil) {
    self.value = value
    self.map = map
  }
}
