import Benchmarking
import Jobs
import SettingsKit

/// `imgtune history export`: a run's records as they were written.
enum HistoryExportCommand: HistorySubcommand {
  static let name = "export"
  static let summary = "Print the records of a run"
  static let usage = "[OPTION…] [RUN]"
  static let discussion = "Without a RUN it is the newest. The records go to standard output."
  static let examples = ["imgtune history export 12 > records.ndjson", "imgtune history export --format csv"]
  static let positionals = CommandDescription.Positionals.choices(["0"])

  /// How records are printed.
  enum Format: String, SettingChoice {
    case ndjson, csv
  }

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Format", "ndjson is a JSON document a line, csv a table.")
    var format = Format.ndjson

    var file = HistoryFileOption()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, names in
      guard names.count <= 1 else { return refuse("one run is exported", hint: "imgtune history list shows them") }
      guard let number = number(names.first ?? "0") else { return refuseNumber(names[0]) }
      return withHistory(options.file) { history in
        guard let (run, records) = try history.run(number) else { return refuseMissing(number) }
        switch options.format {
        case .ndjson: for record in records { Terminal.output.write(record.json.compactText + "\n") }
        case .csv: Terminal.output.write(CSVReport.text(records, measures: run.measures))
        }
        return .done
      }
    }
  }
}
