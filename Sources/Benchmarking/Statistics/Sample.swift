/// Repeated measurements of one quantity.
public struct Sample: Sendable, Equatable {
  /// In the order of measuring; not empty.
  public let values: [Double]

  /// - Precondition: `values` is not empty.
  public init(_ values: [Double]) {
    precondition(!values.isEmpty, "a sample has a value")
    self.values = values
  }

  public var count: Int { values.count }
  public var minimum: Double { values.min() ?? .nan }
  public var median: Double { Statistics.median(values) }

  /// The median of the absolute differences from the median, in the unit of the values; not scaled to a deviation.
  public var medianAbsoluteDeviation: Double {
    let center = median
    return Statistics.median(values.map { abs($0 - center) })
  }
}
