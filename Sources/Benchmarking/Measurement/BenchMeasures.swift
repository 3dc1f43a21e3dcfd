import Metrics
import SettingsKit

/// The measures that a run can compute: the metrics of the catalog.
public enum BenchMeasures {
  /// What is measured where nobody says: the metric to trust first.
  public static let defaultNames = MetricCatalog.all.prefix(1).map(\.id)

  /// Reads what `--measure` was given.
  ///
  /// - Returns: Names of the catalog, each once; empty for `none`.
  /// - Throws: `BenchRefusal` for an unknown name.
  public static func names(_ given: [String]) throws(BenchRefusal) -> [String] {
    if given == ["none"] { return [] }
    var names: [String] = []
    for name in given where !names.contains(name) {
      guard MetricCatalog.metric(name) != nil else {
        let known = MetricCatalog.all.map(\.id)
        let nearest = nearestNames(to: name, among: known)
        throw BenchRefusal(
          name == "none" ? "--measure none stands alone" : "there is no measure \(name)",
          hint: "there is \((nearest.isEmpty ? known : nearest).joined(separator: ", ")), or none")
      }
      names.append(name)
    }
    return names
  }

  /// What a score is multiplied with so that more is better: 1, or -1 for a measure of which less is better.
  static func sign(_ name: String) -> Double { MetricCatalog.metric(name)?.higherIsBetter == false ? -1 : 1 }
}
