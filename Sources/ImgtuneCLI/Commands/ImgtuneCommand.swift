import Files
import Jobs
import SettingsKit

/// The program itself: finds the command and runs it.
public enum ImgtuneCommand {
  public static let version = "0.1.0"

  static let commands: [any Command.Type] = [
    CompressCommand.self, WatchCommand.self, CompareCommand.self, LabCommand.self, BenchCommand.self,
    HistoryCommand.self, SettingsCommand.self, CompletionsCommand.self, ManualCommand.self,
  ]

  /// The program as help texts, manual page and completion scripts see it.
  static var description: ProgramDescription {
    ProgramDescription(
      name: "imgtune", version: version,
      summary: "compresses pictures, and lets you try what each setting does",
      commands: commands.map { $0.description } + [HelpCommand.description], settings: CompressionSettings.schema)
  }

  /// Answers what needs neither settings nor threads, before any is made: half the time of such a run is theirs.
  ///
  /// - Returns: `nil` where the words ask for more.
  public static func answerAtOnce(_ words: [String]) -> ExitCode? {
    guard let first = words.first, ["--version", "version"].contains(first) else { return nil }
    Terminal.output.write("imgtune \(version)\n")
    return .done
  }

  /// Runs the program, where the system gives what it cannot do without.
  public static func begin(_ words: [String]) -> Never {
    if let shortage = ProcessSupply.shortageOfDescriptors() {
      Terminal.error.write("imgtune: \(shortage)\n")
      endProcess(.usage)
    }
    if let shortage = ProcessSupply.shortageOfThreads() {
      Terminal.error.write("imgtune: \(shortage)\n")
      endProcess(.tryAgain)
    }
    do throws(ThreadError) { try Interruption.watch() } catch {
      Terminal.error.write("imgtune: \(error)\n")
      endProcess(.tryAgain)
    }
    FileLock.tellWaits { path in
      Terminal.error.write("imgtune: waiting for another program that changes \(path)\n")
    }
    runToTheEnd { await run(words) }
  }

  public static func run(_ words: [String]) async -> ExitCode {
    guard let first = words.first else {
      Terminal.error.write(help(columns: Terminal.error.columns))
      return .usage
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "--help", "-h": return await HelpCommand.run([])
    default:
      let known = commands + [HelpCommand.self]
      guard let command = known.first(where: { $0.name == first }) else {
        let nearest = nearestNames(to: first, among: known.map { $0.name })
        return refuse(
          "there is no command \(first)",
          hint: nearest.isEmpty ? "imgtune --help lists them" : "did you mean \(nearest.joined(separator: " or "))?")
      }
      return await command.run(rest)
    }
  }

  static func help(columns: Int) -> String {
    let help = HelpText(columns: columns)
    return """
      imgtune \(version): \(description.summary).

      Usage: imgtune COMMAND [OPTION…]

      Commands:
      \(description.commands.map { help.entry($0.name, $0.summary) }.joined())
      imgtune COMMAND --help explains a command, imgtune settings every setting.

      """
  }
}
