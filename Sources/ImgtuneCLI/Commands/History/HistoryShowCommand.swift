import Benchmarking
import Files
import Jobs
import SettingsKit

/// `imgtune history show`: what one run found.
enum HistoryShowCommand: HistorySubcommand {
  static let name = "show"
  static let summary = "Show what a run found"
  static let usage = "[OPTION…] [RUN]"
  static let discussion = "Without a RUN it is the newest."
  static let positionals = CommandDescription.Positionals.choices(["0"])

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    var file = HistoryFileOption()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, names in
      guard names.count <= 1 else { return refuse("one run is shown", hint: "history diff compares two") }
      guard let number = number(names.first ?? "0") else { return refuseNumber(names[0]) }
      return withHistory(options.file) { history in
        guard let (run, records) = try history.run(number) else { return refuseMissing(number) }
        Terminal.output.write(text(run, records))
        return .done
      }
    }
  }

  private static func text(_ run: HistoryRun, _ records: [BenchRecord]) -> String {
    let libraries = run.environment.libraries.map { "\($0.name) \($0.version)" }.joined(separator: ", ")
    let head = [
      "run \(run.id), \(run.startedText) UTC, imgtune \(run.program), \(durationText(milliseconds: run.seconds * 1_000))",
      "  \(run.command)", "  in \(run.folder)", "  \(run.environment.processor), \(run.environment.system)",
      "  \(libraries)",
    ]
    var table = TextTable()
    table.add(["point", "pictures", "failed", "size", "encode"] + run.measures)
    for point in RecordSummary.all(records) {
      table.add(
        [
          LosslessText.printable(point.label), String(point.pictures), String(point.failures), bytesText(point.bytes),
          point.encodeMilliseconds.isNaN ? "-" : durationText(milliseconds: point.encodeMilliseconds),
        ] + run.measures.map { measure in point.scores[measure].map { fixed($0, digits: 2) } ?? "-" })
    }
    return head.map { LosslessText.printable($0) + "\n" }.joined() + table.text
  }
}
