import Benchmarking
import Files
import Jobs
import SettingsKit

/// What a run found, for people at a terminal.
struct BenchTable {
  private let summary: BenchSummary
  private let results: BenchResults
  private let totals: BenchRunner.Totals
  /// What a line has room for.
  private let columns: Int
  private var plan: BenchPlan { results.plan }

  init(_ summary: BenchSummary, _ results: BenchResults, _ totals: BenchRunner.Totals, columns: Int) {
    self.columns = columns
    self.summary = summary
    self.results = results
    self.totals = totals
  }

  var text: String {
    let table = plan.showsNeighbours ? changes : sweep
    let lines = plan.showsNeighbours ? [configured] : summary.curves.map(\.sentence)
    return table + (lines + worst + [closing]).map { LosslessText.printable($0) + "\n" }.joined()
  }

  // MARK: One step to each side

  /// A line for each change of a setting: what it does to size, time and scores of the pictures that it affects.
  private var changes: String {
    let scored = plan.measures.indices
    var table = TextTable(dispensable: [[2, 3], scored.map { 6 + 2 * $0 }])
    table.add(["change", "size", "p10", "p90", "time"] + plan.measures.flatMap { [$0, "worst"] } + ["pictures"])
    for point in summary.points.dropFirst() {
      guard let value = plan.points[point.point].coordinates.first else { continue }
      let before = plan.points[0].resolution.value(value.key).text
      let change = "\(value.key) \(shown(before)) -> \(shown(value.text))"
      let affected = point.pictures - point.unaffected
      let count = point.unaffected > 0 ? "\(affected) of \(point.pictures)" : "\(affected)"
      table.add(
        [
          LosslessText.printable(change), percent(point.sizeRatio), percent(point.sizeRatioP10),
          percent(point.sizeRatioP90), percent(point.totalRatio),
        ] + point.scores.flatMap { [signed($0?.change?.mean), worst($0?.change)] } + [count])
    }
    return table.text(fitting: columns)
  }

  private func shown(_ text: String) -> String { text.isEmpty ? "none" : text }

  private var configured: String {
    let point = summary.points[0]
    guard point.pictures > 0 else { return "as configured: nothing could be measured" }
    let scores = zip(plan.measures, point.scores).map { "\($0) \(number($1?.mean, 2))" }
    let parts = [
      bytesText(point.bytes), "\(fixed(point.bitsPerPixel, digits: 3)) bits a pixel",
      "\(durationText(milliseconds: point.totalMilliseconds)) a picture",
    ]
    return "as configured: \(counted(point.pictures, "picture")), " + (parts + scores).joined(separator: ", ")
  }

  // MARK: A sweep

  private var sweep: String {
    let scored = plan.measures.indices
    var table = TextTable(dispensable: [[3, 4], scored.map { 11 + 4 * $0 }])
    let reference = plan.points.contains { $0.side == .old } ? "of old" : "of first"
    table.add(
      ["point", "size", reference, "p10", "p90", "bits/px", "encode", reference]
        + plan.measures.flatMap { [$0, "p10", "p90", "worst"] })
    for point in summary.points {
      table.add(
        [
          LosslessText.printable(plan.points[point.point].label), bytesText(point.bytes), number(point.sizeRatio, 3),
          number(point.sizeRatioP10, 3), number(point.sizeRatioP90, 3), number(point.bitsPerPixel, 3),
          point.encodeMilliseconds.isNaN ? "-" : durationText(milliseconds: point.encodeMilliseconds),
          number(point.encodeRatio, 2),
        ] + point.scores.flatMap { [number($0?.mean, 2), number($0?.p10, 1), number($0?.p90, 1), worst($0)] })
    }
    return table.text(fitting: columns)
  }

  /// The worst score of a point and whose it is; of a long name its end.
  private func worst(_ score: PointSummary.Score?) -> String {
    score.map { "\(shortName($0.worst)) \(fixed($0.worstScore, digits: 1))" } ?? "-"
  }

  /// The picture that a change costs most; none where no score moves.
  private func worst(_ change: PointSummary.Change?) -> String {
    guard let change, change.isFelt else { return "-" }
    return "\(shortName(change.worst)) \(signed(change.worstDifference))"
  }

  private func shortName(_ picture: Int) -> String {
    let name = LosslessText.printable(plan.pictures[picture].name)
    return name.count > 24 ? "…" + name.suffix(23) : name
  }

  // MARK: Below the table

  /// The pictures with the worst scores of all points.
  private var worst: [String] {
    plan.measures.indices.compactMap { measure in
      guard let (point, score) = summary.worst(measure) else { return nil }
      return "worst \(plan.measures[measure]): \(fixed(score.worstScore, digits: 2)), "
        + "\(plan.pictures[score.worst].name), \(plan.points[point].label)"
    }
  }

  private var closing: String {
    let counts = plan.counts
    let shared = counts.measurements - counts.encodings
    var text =
      "\(counted(plan.pictures.count, "picture")), \(counted(plan.points.count, "point")), "
      + "\(counted(totals.encodings, "encoding"))"
    if plan.runs > 1 { text += " of \(plan.runs) runs" }
    if shared > 0 { text += ", \(shared) points shared" }
    text += ", \(durationText(milliseconds: totals.elapsedMilliseconds))"
    if !results.failures.isEmpty { text += "; \(results.failures.count) failed" }
    if totals.wasCutShort { text += "; stopped at the first failure" }
    if plan.runs < 5 { text += "; times are of \(counted(plan.runs, "run")), --runs 5 makes them worth comparing" }
    return text
  }

  private func number(_ value: Double?, _ digits: Int) -> String {
    value.flatMap { $0.isNaN ? nil : fixed($0, digits: digits) } ?? "-"
  }

  private func percent(_ ratio: Double) -> String { ratio.isNaN ? "-" : signed((ratio - 1) * 100, 1) + " %" }

  private func signed(_ value: Double?, _ digits: Int = 2) -> String {
    guard let value, !value.isNaN else { return "-" }
    let text = fixed(value, digits: digits)
    return text.hasPrefix("-") || !text.contains { ("1"..."9").contains($0) } ? text : "+" + text
  }
}
