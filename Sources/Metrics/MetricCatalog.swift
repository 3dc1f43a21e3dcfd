/// Every metric there is, the one to trust first. A new one is a line in `all`.
public enum MetricCatalog {
  public static let all: [any Metric] = [PSNR()]

  /// The metric of that name.
  public static func metric(_ id: String) -> (any Metric)? { all.first { $0.id == id } }
}
