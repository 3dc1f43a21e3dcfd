import Files
import Jobs
import Pipeline
import SettingsKit

/// One line a picture and a summary line, for people.
final class TextReport: CompressionReport {
  struct Options {
    var isQuiet: Bool
    var isVerbose: Bool
    var isDryRun: Bool
    /// Where the lines go; standard output may be taken by the picture itself.
    var lines: Terminal
  }

  private let options: Options
  private let nameWidth: Int
  /// Settings without effect for some pictures, told once with their number.
  private var inactive: [(problem: SettingProblem, count: Int)] = []

  init(_ options: Options, names: [String]) {
    self.options = options
    nameWidth = min(40, names.lazy.map(\.count).max() ?? 0)
  }

  func report(_ outcome: PictureOutcome) {
    let name = outcome.displayName
    countInactive(outcome)
    switch outcome.delivery {
    case .failed(let reason):
      note("imgtune: \(name): not compressed: \(LosslessText.printable(reason))")
    case .skipped(let reason):
      if !options.isQuiet { line("\(name.padded(to: nameWidth))  skipped: \(reason)") }
    case .result, .original:
      if !options.isQuiet { line(pictureLine(outcome)) }
      if options.isVerbose { line(detailLine(outcome)) }
    }
    if !options.isQuiet {
      for warning in outcome.warnings { note("imgtune: \(name): note: \(LosslessText.printable(warning))") }
    }
  }

  func finish(_ totals: CompressionTotals, passedOver: Int, elapsedMilliseconds: Double) {
    Terminal.error.clearStatus()
    guard !options.isQuiet else { return }
    for (problem, count) in inactive { note("imgtune: note: \(problem), for \(counted(count, "picture"))") }
    var parts: [String] = []
    if totals.delivered > 0 {
      let (from, to) = (totals.inputBytes, totals.outputBytes)
      parts.append("\(bytesText(from)) -> \(bytesText(to)), \(savingText(from: from, to: to))")
    }
    parts.append(durationText(milliseconds: elapsedMilliseconds))
    var text = "\(counted(totals.delivered, "picture")): " + parts.joined(separator: ", ")
    if !totals.foreign.isEmpty { text += "; \(totals.foreignText) not converted" }
    if totals.failed > 0 { text += "; \(totals.failed) failed" }
    if totals.skipped > 0 { text += "; \(totals.skipped) skipped" }
    if passedOver > 0 {
      text +=
        "; skipped \(counted(passedOver, "file")) that \(passedOver == 1 ? "is not a picture" : "are not pictures")"
    }
    if options.isDryRun { text += "; dry run, nothing was written" }
    line(text)
  }

  private func pictureLine(_ outcome: PictureOutcome) -> String {
    guard let source = outcome.source, let size = outcome.size, let from = outcome.inputBytes,
      let to = outcome.outputBytes
    else { return outcome.displayName }
    let parts = [
      outcome.displayName.padded(to: nameWidth),
      "\(source.orientation.oriented(source.size)) -> \(size)".padded(to: 22),
      bytesText(from).leftPadded(to: 8) + " -> " + bytesText(to).leftPadded(to: 8),
      savingText(from: from, to: to).padded(to: 12),
      durationText(milliseconds: outcome.elapsedMilliseconds).leftPadded(to: 8),
      outcome.delivery == .original
        ? "original kept (\(outcome.nativeQuality ?? "result") gave \(bytesText(outcome.resultBytes ?? 0)))"
        : "\(outcome.format?.rawValue ?? "") \(outcome.nativeQuality ?? "")",
    ]
    return (parts + outcome.scores.map { "\($0.metric.title) \($0.text)" }).joined(separator: "  ")
  }

  private func detailLine(_ outcome: PictureOutcome) -> String {
    let stages = outcome.stages.map { "\($0.stage.rawValue) \(fixed($0.milliseconds, digits: 1)) ms" }
    let changes = PictureChange.allCases.filter(outcome.changes.contains).map(\.rawValue)
    let parts = [
      outcome.source.map { "\($0.format.rawValue) \($0.codingDescription)" } ?? "", stages.joined(separator: ", "),
      changes.isEmpty ? "nothing changed" : changes.joined(separator: ", "), outcome.output.map { "to \($0)" } ?? "",
    ]
    return "    " + parts.filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private func countInactive(_ outcome: PictureOutcome) {
    for problem in outcome.inactive {
      if let index = inactive.firstIndex(where: { $0.problem == problem }) {
        inactive[index].count += 1
      } else {
        inactive.append((problem, 1))
      }
    }
  }

  private func line(_ text: String) {
    Terminal.error.clearStatus()
    options.lines.write(text + "\n")
  }

  private func note(_ text: String) {
    Terminal.error.clearStatus()
    Terminal.error.write(text + "\n")
  }
}
