import Jobs
import Metrics
import SettingsKit

/// The JSON that github-action-benchmark reads as `customSmallerIsBetter`: a list of names, units and values.
///
/// Scores stand in it as losses from the measure's best, so that smaller is better throughout; a measure without a finite
/// best, such as PSNR, is negated.
public struct ActionBenchmarkReport: BenchReport {
  public let fileName = "github-action-benchmark.json"

  public func text(_ context: ReportContext) -> String {
    var entries: [JSONValue] = []
    for point in context.summary.points where point.pictures > 0 {
      let label = context.plan.points[point.point].label
      func add(_ what: String, _ unit: String, _ value: Double, _ extra: String) {
        entries.append(
          .object([
            "name": .string("\(what), \(label)"), "unit": .string(unit), "value": .decimal(value),
            "extra": .string(extra),
          ]))
      }
      let pictures = counted(point.pictures, "picture")
      add("size", "bytes", Double(point.bytes), "\(pictures) together")
      add(
        "encode", "ms", rounded(point.encodeMilliseconds),
        "mean of \(pictures), each the median of \(counted(context.plan.runs, "run"))")
      for (name, score) in zip(context.plan.measures, point.scores) {
        guard let score, let metric = MetricCatalog.metric(name) else { continue }
        let isFinite = metric.best.isFinite
        let loss =
          !metric.higherIsBetter ? score.mean : isFinite ? metric.best - score.mean : -score.mean
        add(
          !metric.higherIsBetter ? name : isFinite ? "\(name) below \(decimalText(metric.best))" : "minus \(name)",
          metric.unit.isEmpty ? "points" : metric.unit, rounded(loss),
          "mean \(fixed(score.mean, digits: metric.digits)), worst \(fixed(score.worstScore, digits: metric.digits)) of "
            + context.plan.pictures[score.worst].name)
      }
    }
    return JSONValue.array(entries).prettyText + "\n"
  }

  private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
