import Jobs
import SettingsKit

/// What is swept: axes that are crossed, or walked along together.
public struct Sweep: Sendable, Equatable {
  public var axes: [SweepAxis]
  /// Whether the first values of all axes make the first point, and so on.
  public var isZipped: Bool

  /// - Parameter maximumPoints: More are refused.
  /// - Throws: `SweepProblems` with everything that is wrong with the axes together.
  public init(axes: [SweepAxis], isZipped: Bool, maximumPoints: Int) throws(SweepProblems) {
    self.axes = axes
    self.isZipped = isZipped
    var problems: [SettingProblem] = []
    var seen: Set<String> = []
    for axis in axes where !seen.insert(axis.key).inserted {
      problems.append(
        Sweep.problem(axis.key, axis.place, "\(axis.key) is swept twice", hint: "give all its values in one --sweep"))
    }
    if isZipped, let first = axes.first, let other = axes.first(where: { $0.values.count != first.values.count }) {
      problems.append(
        Sweep.problem(
          other.key, "--zip",
          "\(first.key) has \(counted(first.values.count, "value")) and \(other.key) \(other.values.count)",
          hint: "--zip pairs them and needs as many of each; without it all are combined"))
    }
    if problems.isEmpty, pointCount == nil || pointCount! > maximumPoints {
      let factors = axes.map { String($0.values.count) }.joined(separator: " × ")
      let product = pointCount.map { " = \($0)" } ?? ""
      problems.append(
        Sweep.problem(
          "", axes.first?.place ?? "",
          "the sweep has \(isZipped ? "" : factors)\(product) points, and \(maximumPoints) are allowed",
          hint: "take larger steps or fewer axes, or raise --max-points"))
    }
    guard problems.isEmpty else { throw SweepProblems(problems) }
  }

  /// `nil` where it is more than can be counted.
  private var pointCount: Int? {
    if isZipped { return axes.first?.values.count ?? 0 }
    return axes.reduce(1) { count, axis in
      count.flatMap { count in
        let (product, overflow) = count.multipliedReportingOverflow(by: axis.values.count)
        return overflow ? nil : product
      }
    }
  }

  /// The points as indices into each axis's values; the last axis changes fastest.
  var coordinates: [[Int]] {
    if axes.isEmpty { return [] }
    if isZipped { return axes[0].values.indices.map { Array(repeating: $0, count: axes.count) } }
    return axes.reduce([[]]) { points, axis in points.flatMap { point in axis.values.indices.map { point + [$0] } } }
  }

  private static func problem(_ key: String, _ place: String, _ sentence: String, hint: String) -> SettingProblem {
    SettingProblem(key: key, origin: SettingOrigin(.sweep, place: place), sentence: sentence, hint: hint)
  }
}
