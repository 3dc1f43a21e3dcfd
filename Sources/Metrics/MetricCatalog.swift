/// All metrics, the one to trust first.
public enum MetricCatalog {
  public static let all: [any Metric] = [SSIMULACRA2(), SSIM(), PSNR()]

  public static func metric(_ id: String) -> (any Metric)? { all.first { $0.id == id } }
}
