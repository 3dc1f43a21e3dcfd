import Metrics
import SettingsKit

/// One of the catalog's metrics, as a kind of value.
public struct MetricName: SettingValue, Hashable {
  public let metric: any Metric

  public init(_ metric: any Metric) { self.metric = metric }

  public static func == (a: MetricName, b: MetricName) -> Bool { a.metric.id == b.metric.id }
  public func hash(into hasher: inout Hasher) { hasher.combine(metric.id) }

  public static var kind: ValueKind {
    ValueKind(
      "choice", jsonType: "string", placeholder: "METRIC",
      choices: MetricCatalog.all.map { ValueChoice($0.id, title: "\($0.title): \($0.summary)") })
  }

  public static func parse(_ text: String) throws(ValueProblem) -> MetricName {
    if let metric = MetricCatalog.metric(text) { return MetricName(metric) }
    let names = MetricCatalog.all.map(\.id)
    throw ValueProblem(
      "is none of \(names.joined(separator: ", "))", suggestion: nearestNames(to: text, among: names, limit: 1).first)
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> MetricName { try parse(String.decode(json)) }

  public var text: String { metric.id }
  public var json: JSONValue { .string(metric.id) }
}
