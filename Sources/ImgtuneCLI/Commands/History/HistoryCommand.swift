import Benchmarking
import Files
import Jobs
import SettingsKit

/// A command behind `imgtune history`; each has a file of its own here.
protocol HistorySubcommand: Command {}

extension HistorySubcommand {
  static var invocation: String { "imgtune \(HistoryCommand.name) \(name)" }

  /// Runs `body` with the history that the options name, and tells what is wrong with it.
  static func withHistory(_ file: HistoryFileOption, _ body: (HistoryStore) throws -> ExitCode) -> ExitCode {
    guard let path = file.history ?? HistoryStore.defaultPath(environment: ProcessEnvironment.current) else {
      return refuse("nobody says where the history lies", hint: "set HOME or XDG_DATA_HOME, or name it with --history")
    }
    do { return try body(HistoryStore(at: path)) } catch {
      Terminal.error.write("imgtune: \(LosslessText.printable("\(error)"))\n")
      return .someFailed
    }
  }

  /// Reads the number of a run: as `history list` shows it, 0 for the newest, -1 for the one before.
  static func number(_ word: String) -> Int? { Int(word) }

  static func refuseNumber(_ word: String) -> ExitCode {
    refuse(
      "\(word) is no number of a run", hint: "imgtune history list shows them; 0 is the newest, -- -1 the one before")
  }

  static func refuseMissing(_ number: Int) -> ExitCode {
    refuse("there is no run \(number) in the history", hint: "imgtune history list shows them")
  }
}

/// Which file the history is: the option that its commands share.
struct HistoryFileOption: SettingsSection {
  static var isInlined: Bool { true }

  @Setting("History", "The file, instead of the one below XDG_DATA_HOME.", placeholder: "FILE")
  var history: FilePath? = nil
}

/// `imgtune history`: what earlier runs of `bench` found. Without the name of a sub-command it lists.
enum HistoryCommand: Command {
  typealias Options = HistoryListCommand.Options

  static let name = "history"
  static let summary = "Look at earlier runs of bench"
  static let usage = "[COMMAND] [OPTION…]"
  static let discussion = "Without a COMMAND it lists."
  static let subcommands: [any Command.Type] = [
    HistoryListCommand.self, HistoryShowCommand.self, HistoryDiffCommand.self, HistoryExportCommand.self,
    HistoryPruneCommand.self,
  ]

  static func run(_ words: [String]) async -> ExitCode {
    if let first = words.first, let command = subcommands.first(where: { $0.name == first }) {
      return await command.run(Array(words.dropFirst()))
    }
    return await reading(words) { options, _ in HistoryListCommand.list(options) }
  }
}
