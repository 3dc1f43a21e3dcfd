import Jobs
import SettingsKit

/// `imgtune settings doctor`: looks for everything about the settings that could be wrong and be told.
enum SettingsDoctorCommand: SettingsSubcommand {
  typealias Options = HelpOnly

  static let name = "doctor"
  static let summary = "Check that everything about the settings is well"
  static let usage = ""

  /// A further check is a further line here.
  private static var checks: [HealthCheck] {
    let commands = allCommands(ImgtuneCommand.commands)
    return [
      .supportedKinds(in: [CompressionSettings.registry], noun: "setting"),
      .supportedKinds(in: commands.map { $0.registry }, noun: "command option"),
    ]
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { _, _ in
      var code = ExitCode.done
      for check in checks {
        switch check.find() {
        case .healthy(let sentence): Terminal.output.write(sentence + "\n")
        case .problems(let problems):
          code = .someFailed
          for problem in problems { Terminal.output.write("problem: \(problem)\n") }
        }
      }
      return code
    }
  }

  private static func allCommands(_ commands: [any Command.Type]) -> [any Command.Type] {
    commands.flatMap { [$0] + allCommands($0.subcommands) }
  }
}
