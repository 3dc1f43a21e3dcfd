import Files
import Jobs
import Metrics

/// Tables for a pull request.
public struct MarkdownReport: BenchReport {
  public let fileName = "report.md"

  public func text(_ context: ReportContext) -> String {
    let plan = context.plan
    var lines = [
      "## imgtune bench", "",
      "\(counted(plan.pictures.count, "picture")), \(counted(plan.points.count, "point")), "
        + "\(counted(plan.runs, "run")) each, \(context.started)", "",
    ]
    lines += plan.showsNeighbours ? changes(context) : points(context)
    lines += context.summary.curves.map { "- " + escaped($0.sentence) }
    lines += worst(context)
    lines += context.results.failures.map { failure in
      var reason = ""
      if case .failed(let text) = failure.result { reason = text }
      return
        "- not measured: \(code(plan.pictures[failure.picture].name)) at \(code(plan.points[failure.point].label)): "
        + escaped(reason)
    }
    let libraries = context.results.environment.libraries.map { "\($0.name) \($0.version)" }
    lines += ["", "<sub>imgtune \(context.program); \(escaped(libraries.joined(separator: ", ")))</sub>"]
    return lines.joined(separator: "\n") + "\n"
  }

  private func changes(_ context: ReportContext) -> [String] {
    let plan = context.plan
    let measures = plan.measures.map(title)
    var lines = ["| change | size | p10 | p90 | time |" + measures.map { " \($0) | worst |" }.joined() + " pictures |"]
    lines.append("|---|---:|---:|---:|---:|" + measures.map { _ in "---:|---|" }.joined() + "---:|")
    for point in context.summary.points.dropFirst() {
      guard let value = plan.points[point.point].coordinates.first else { continue }
      let before = plan.points[0].resolution.value(value.key).text
      let scores = point.scores.map { score in
        let felt = score?.change.flatMap { $0.isFelt ? $0 : nil }
        let worst = felt.map { "\(signed($0.worstDifference, 2)) \(code(plan.pictures[$0.worst].name))" }
        return " \(signed(score?.change?.mean, 2)) | \(worst ?? "-") |"
      }.joined()
      let affected = point.pictures - point.unaffected
      lines.append(
        "| \(code("\(value.key) \(before.isEmpty ? "none" : before) -> \(value.text.isEmpty ? "none" : value.text)")) | "
          + "\(percent(point.sizeRatio)) | \(percent(point.sizeRatioP10)) | \(percent(point.sizeRatioP90)) | "
          + "\(percent(point.totalRatio)) |\(scores) \(affected) of \(point.pictures) |")
    }
    let base = context.summary.points[0]
    return lines + [
      "",
      "As configured: \(bytesText(base.bytes)), \(number(base.bitsPerPixel, 3)) bits a pixel. Over the pictures that a change affects, sizes and "
        + "times are geometric means, and scores mean differences with the worst one. \(timesNote(plan))", "",
    ]
  }

  private func points(_ context: ReportContext) -> [String] {
    let plan = context.plan
    let reference = plan.points.contains { $0.side == .old } ? "of old" : "of first"
    let measures = plan.measures.map(title)
    var lines = [
      "| point | size | \(reference) | p10 | p90 | bits/px | encode | \(reference) |"
        + measures.map { " \($0) | p10 | p90 | worst |" }.joined()
    ]
    lines.append("|---|---:|---:|---:|---:|---:|---:|---:|" + measures.map { _ in "---:|---:|---:|---|" }.joined())
    for point in context.summary.points {
      let scores = point.scores.map {
        " \(number($0?.mean, 2)) | \(number($0?.p10, 1)) | \(number($0?.p90, 1)) | \(worst($0, plan)) |"
      }
      let encode = point.encodeMilliseconds.isNaN ? "-" : durationText(milliseconds: point.encodeMilliseconds)
      let sizes = [point.sizeRatio, point.sizeRatioP10, point.sizeRatioP90, point.bitsPerPixel].map { number($0, 3) }
      lines.append(
        "| \(code(plan.points[point.point].label)) | \(bytesText(point.bytes)) | \(sizes.joined(separator: " | ")) | "
          + "\(encode) | \(number(point.encodeRatio, 2)) |" + scores.joined())
    }
    return lines + ["", timesNote(plan), ""]
  }

  private func timesNote(_ plan: BenchPlan) -> String {
    plan.runs < 5 ? "Times are of \(counted(plan.runs, "run")), which is a rough guide." : ""
  }

  /// The picture with the worst score at a point.
  private func worst(_ score: PointSummary.Score?, _ plan: BenchPlan) -> String {
    score.map { "\(fixed($0.worstScore, digits: 1)) \(code(plan.pictures[$0.worst].name))" } ?? "-"
  }

  private func worst(_ context: ReportContext) -> [String] {
    context.plan.measures.indices.compactMap { measure in
      guard let (point, score) = context.summary.worst(measure) else { return nil }
      return "- worst \(title(context.plan.measures[measure])): \(fixed(score.worstScore, digits: 2)), "
        + "\(code(context.plan.pictures[score.worst].name)), \(code(context.plan.points[point].label))"
    }
  }

  private func title(_ measure: String) -> String { MetricCatalog.metric(measure)?.title ?? measure }

  private func number(_ value: Double?, _ digits: Int) -> String {
    value.flatMap { $0.isNaN ? nil : fixed($0, digits: digits) } ?? "-"
  }

  private func percent(_ ratio: Double) -> String { ratio.isNaN ? "-" : signed((ratio - 1) * 100, 1) + " %" }

  private func signed(_ value: Double?, _ digits: Int) -> String {
    guard let value, !value.isNaN else { return "-" }
    let text = fixed(value, digits: digits)
    return text.hasPrefix("-") || value == 0 ? text : "+" + text
  }

  /// A text of somebody else's as code, whatever is in it: the fence is longer than any run of backticks inside, and no
  /// bar ends the cell.
  private func code(_ text: String) -> String {
    let text = LosslessText.printable(text).replacing("|", with: "\\|")
    var longest = 0
    var run = 0
    for character in text {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    return longest == 0 ? fence + text + fence : "\(fence) \(text) \(fence)"
  }

  /// A text in which nothing is markup.
  private func escaped(_ text: String) -> String {
    var result = ""
    for character in LosslessText.printable(text) {
      if "\\`*_{}[]<>#|!&~".contains(character) { result += "\\" }
      result.append(character)
    }
    return result
  }
}
