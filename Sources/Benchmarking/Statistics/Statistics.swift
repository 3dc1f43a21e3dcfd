import Platform

/// Means and quantiles. Each is `nan` for no values, except where it says otherwise.
public enum Statistics {
  /// The middle value; the mean of both middle ones of an even number.
  public static func median(_ values: [Double]) -> Double { quantile(0.5, of: values) }

  /// The value below which a part of the values lies, by linear interpolation between neighbours.
  ///
  /// - Parameter part: 0…1.
  ///
  /// Source: Hyndman and Fan 1996, definition 7.
  public static func quantile(_ part: Double, of values: [Double]) -> Double {
    quantile(part, ofSorted: values.sorted())
  }

  /// The same of values that are in order already.
  static func quantile(_ part: Double, ofSorted values: [Double]) -> Double {
    guard let last = values.last else { return .nan }
    let place = part * Double(values.count - 1)
    let below = Int(place)
    guard below + 1 < values.count else { return last }
    return values[below] + (place - Double(below)) * (values[below + 1] - values[below])
  }

  public static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : values.reduce(0, +) / Double(values.count)
  }

  /// The mean for ratios: the same whichever of both sides is divided by the other.
  ///
  /// - Parameter values: All above 0.
  public static func geometricMean(_ values: [Double]) -> Double {
    values.isEmpty ? .nan : exp(values.reduce(0) { $0 + log($1) } / Double(values.count))
  }
}
