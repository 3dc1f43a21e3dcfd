import CReportPage
import Files
import Jobs
import Metrics
import SettingsKit

/// One page with everything in it: it loads nothing, and no text of others becomes markup.
public struct HTMLReport: BenchReport {
  public init() {}

  public let fileName = "report.html"

  public func text(_ context: ReportContext) -> String {
    // In this order: what stands in the data is not looked at for marks.
    HTMLReport.part(report_page_html)
      .replacing("/*STYLE*/", with: HTMLReport.part(report_page_css))
      .replacing("/*SCRIPT*/", with: HTMLReport.part(report_page_js))
      .replacing("/*DATA*/", with: HTMLReport.inert(data(context).compactText))
  }

  private static func part(_ part: report_page_part) -> String {
    String(decoding: UnsafeBufferPointer(start: part.bytes, count: part.count), as: UTF8.self)
  }

  /// JSON in which nothing can end the element that it stands in.
  private static func inert(_ json: String) -> String {
    json.replacing("<", with: "\\u003c").replacing(">", with: "\\u003e").replacing("&", with: "\\u0026")
  }

  private func data(_ context: ReportContext) -> JSONValue {
    let plan = context.plan
    let environment = context.results.environment
    let previews = Previews(context)
    return .object([
      "program": .string(context.program), "command": .string(LosslessText.printable(context.command)),
      "started": .string(context.started), "runs": .integer(plan.runs),
      "showsNeighbours": .bool(plan.showsNeighbours),
      "libraries": environment.librariesJSON,
      "host": .string("\(environment.processor), \(environment.processors) processors, \(environment.system)"),
      "measures": .array(plan.measures.map(measure)), "points": .array(plan.points.map { point($0, context) }),
      "pictures": .array(plan.pictures.indices.map { picture($0, context) }),
      "rows": .array(context.results.all.compactMap(row)),
      "curves": .array(
        RateCurve.all(plan).map {
          .object(["label": .string($0.label), "points": .array($0.points.map(JSONValue.integer))])
        }),
      "comparisons": .array(context.summary.curves.map { .string($0.sentence) }),
      "failures": .array(failures(context).map(JSONValue.string)),
      "previews": previews.json, "worstFirst": .array(previews.order.map(JSONValue.integer)),
    ])
  }

  private func measure(_ name: String) -> JSONValue {
    let metric = MetricCatalog.metric(name)
    return .object([
      "name": .string(name), "title": .string(metric?.title ?? name), "unit": .string(metric?.unit ?? ""),
      "digits": .integer(metric?.digits ?? 2), "lowerIsBetter": .bool(metric?.higherIsBetter == false),
    ])
  }

  private func point(_ point: BenchPoint, _ context: ReportContext) -> JSONValue {
    let summary = context.summary.points[point.index]
    let before = point.coordinates.first.map { context.plan.points[0].resolution.value($0.key).text }
    return .object([
      "index": .integer(point.index), "label": .string(point.label), "side": .string(point.side.rawValue),
      "reference": .integer(summary.reference), "before": before.map(JSONValue.string),
      "coordinates": .array(point.coordinates.map { .array([.string($0.key), .string($0.text)]) }),
      "summary": .object([
        "pictures": .integer(summary.pictures), "unaffected": .integer(summary.unaffected),
        "bytes": .integer(summary.bytes), "bitsPerPixel": .decimal(summary.bitsPerPixel),
        "sizeRatio": .decimal(summary.sizeRatio), "sizeRatioP10": .decimal(summary.sizeRatioP10),
        "sizeRatioP90": .decimal(summary.sizeRatioP90), "encodeRatio": .decimal(summary.encodeRatio),
        "totalRatio": .decimal(summary.totalRatio), "encode": .decimal(summary.encodeMilliseconds),
        "total": .decimal(summary.totalMilliseconds),
        "scores": .array(
          summary.scores.map { score in
            score.map {
              .object([
                "mean": .decimal($0.mean), "p10": .decimal($0.p10), "p90": .decimal($0.p90),
                "worst": .integer($0.worst), "worstScore": .decimal($0.worstScore),
                "change": $0.change.map(change) ?? .null,
              ])
            } ?? .null
          }),
      ]),
    ])
  }

  private func change(_ change: PointSummary.Change) -> JSONValue {
    .object([
      "mean": .decimal(change.mean), "worst": .integer(change.worst),
      "worstDifference": .decimal(change.worstDifference),
    ])
  }

  private func picture(_ index: Int, _ context: ReportContext) -> JSONValue {
    .object([
      "name": .string(LosslessText.printable(context.plan.pictures[index].name)),
      "bytes": context.results.contents[index].map { .integer($0.byteCount) },
    ])
  }

  /// Digits that mean something, so that ten thousands of rows stay a small page.
  private func row(_ measurement: Measurement) -> JSONValue? {
    guard let figures = measurement.figures else { return nil }
    func rounded(_ value: Double) -> JSONValue { .decimal((value * 1_000).rounded() / 1_000) }
    return .array(
      [
        .integer(measurement.picture), .integer(measurement.point), .string(figures.format.rawValue),
        .integer(figures.byteCount), .decimal((figures.bitsPerPixel * 1e6).rounded() / 1e6),
        rounded(figures.encode.median), rounded(figures.encode.medianAbsoluteDeviation),
        rounded(figures.totalMilliseconds), .integer(measurement.sharedWith ?? -1),
      ] + figures.scores.map { $0.map(rounded) ?? .null })
  }

  private func failures(_ context: ReportContext) -> [String] {
    context.results.failures.map { failure in
      var reason = ""
      if case .failed(let text) = failure.result { reason = text }
      let name = context.plan.pictures[failure.picture].name
      return LosslessText.printable("\(name) at \(context.plan.points[failure.point].label): \(reason)")
    }
  }
}
