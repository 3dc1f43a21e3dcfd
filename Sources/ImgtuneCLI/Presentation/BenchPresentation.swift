import Benchmarking
import Files
import Jobs
import SettingsKit

/// Tells how far a run has come, and at its end what it found.
final class BenchPresentation {
  private let plan: BenchPlan
  private let isQuiet: Bool
  private let isJSON: Bool
  private let progress: ProgressBar

  init(_ plan: BenchPlan, isQuiet: Bool, isJSON: Bool) {
    self.plan = plan
    self.isQuiet = isQuiet
    self.isJSON = isJSON
    progress = ProgressBar(total: isQuiet ? 0 : BenchRunner.work(plan))
  }

  func advance(_ done: Int, _ before: Int) { progress.show(done: done, before: before) }

  func show(_ record: BenchRecord) {
    if isJSON { Terminal.output.write(record.json.compactText + "\n") }
    guard case .failed(let reason) = record.result else { return }
    Terminal.error.clearStatus()
    Terminal.error.write("imgtune: \(LosslessText.printable("\(record.picture): not measured: \(reason)"))\n")
  }

  func finish(_ results: BenchResults, _ totals: BenchRunner.Totals) {
    Terminal.error.clearStatus()
    if isJSON {
      Terminal.output.write(BenchPresentation.summary(results, totals).compactText + "\n")
    } else if !isQuiet {
      let columns = Terminal.output.isTerminal ? Terminal.output.columns : .max
      Terminal.output.write(BenchTable(BenchSummary(results), results, totals, columns: columns).text)
    }
  }

  private static func summary(_ results: BenchResults, _ totals: BenchRunner.Totals) -> JSONValue {
    let counts = results.plan.counts
    let harness = totals.elapsedMilliseconds - totals.timedMilliseconds - totals.scoringMilliseconds
    return .object([
      "event": "summary", "pictures": .integer(results.plan.pictures.count),
      "points": .integer(results.plan.points.count), "measurements": .integer(counts.measurements),
      "encodings": .integer(totals.encodings), "failed": .integer(results.failures.count),
      "elapsedMilliseconds": .decimal(totals.elapsedMilliseconds),
      "timedMilliseconds": .decimal(totals.timedMilliseconds),
      "scoringMilliseconds": .decimal(totals.scoringMilliseconds), "harnessMilliseconds": .decimal(harness),
      "peakMemoryBytes": ProcessMemory.peakBytes.map(JSONValue.integer),
    ])
  }
}
