import Benchmarking
import Jobs
import SettingsKit

/// `imgtune history list`: the runs, newest first.
enum HistoryListCommand: HistorySubcommand {
  static let name = "list"
  static let summary = "List the runs, newest first"
  static let usage = "[OPTION…]"

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Limit", "At most so many.", in: 1...1_000_000)
    var limit = 20

    @Setting("JSON", "One JSON document a line for each run.")
    var json = false

    var file = HistoryFileOption()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode { await reading(words) { options, _ in list(options) } }

  static func list(_ options: Options) -> ExitCode {
    withHistory(options.file) { history in
      let runs = try history.list(limit: options.limit)
      if options.json {
        for run in runs { Terminal.output.write(run.json.compactText + "\n") }
        return .done
      }
      if runs.isEmpty {
        Terminal.output.write("no runs\n")
        return .done
      }
      var table = TextTable()
      table.add(["run", "when (UTC)", "pictures", "points", "failed", "took", "measures"])
      for run in runs {
        table.add([
          String(run.id), run.startedText, String(run.pictures), String(run.points), String(run.failures),
          durationText(milliseconds: run.seconds * 1_000), run.measures.joined(separator: ","),
        ])
      }
      Terminal.output.write(table.text)
      return .done
    }
  }
}

extension HistoryRun {
  /// "2026-11-30 05:10:21".
  var startedText: String { started.replacing("T", with: " ").replacing("Z", with: "") }

  var json: JSONValue {
    .object([
      "run": .integer(id), "started": .string(started), "seconds": .decimal(seconds), "program": .string(program),
      "command": .string(command), "folder": .string(folder), "plan": .string(plan),
      "measures": .array(measures.map(JSONValue.string)), "pictures": .integer(pictures), "points": .integer(points),
      "failures": .integer(failures),
      "libraries": .object(environment.libraries.map { JSONMember($0.name, .string($0.version)) }),
      "host": .string(environment.host),
    ])
  }
}
