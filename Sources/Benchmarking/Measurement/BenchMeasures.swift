import SettingsKit

/// The measures that a run can compute.
public enum BenchMeasures {
  /// What is measured where nobody says.
  public static let defaultNames = ["none"]

  /// Reads what `--measure` was given.
  ///
  /// - Returns: Names of the catalog, each once; empty for `none`.
  /// - Throws: `BenchRefusal` for an unknown name.
  public static func names(_ given: [String]) throws(BenchRefusal) -> [String] { [] }
}
