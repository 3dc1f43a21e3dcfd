import Benchmarking
import Jobs
import SettingsKit

/// `imgtune history prune`: old runs removed.
enum HistoryPruneCommand: HistorySubcommand {
  static let name = "prune"
  static let summary = "Remove old runs"
  static let usage = "--keep N | --older-than TIME"
  static let examples = ["imgtune history prune --keep 100", "imgtune history prune --older-than 2160h"]

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Keep", "So many of the newest stay.", in: 0...1_000_000_000)
    var keep: Int? = nil

    @Setting("Older than", "Runs that began longer ago go.")
    var olderThan: TimeSpan? = nil

    var file = HistoryFileOption()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, _ in
      guard options.keep != nil || options.olderThan != nil else {
        return refuse("nothing says which runs go", hint: "give --keep or --older-than")
      }
      return withHistory(options.file) { history in
        let removed = try history.prune(
          keep: options.keep, before: options.olderThan.map { Timestamp.text(secondsAgo: $0.seconds) })
        Terminal.output.write("\(counted(removed, "run")) removed\n")
        return .done
      }
    }
  }
}
