import Jobs
import SettingsKit

/// A command behind `imgtune settings`; each has a file of its own here.
protocol SettingsSubcommand: Command {}

extension SettingsSubcommand {
  static var invocation: String { "imgtune \(SettingsCommand.name) \(name)" }
}

/// `imgtune settings`: everything about what can be set. Without the name of a sub-command it lists.
enum SettingsCommand: Command {
  typealias Options = SettingsListCommand.Options

  static let name = "settings"
  static let summary = "List, read, change and explain settings"
  static let usage = "[COMMAND] [OPTION…] [KEY…]"
  static let discussion = "Without a COMMAND it lists. \(SettingsListCommand.discussion)"
  static let positionals = SettingsListCommand.positionals

  static let subcommands: [any Command.Type] = [
    SettingsListCommand.self, SettingsGetCommand.self, SettingsSetCommand.self, SettingsResetCommand.self,
    SettingsEditCommand.self, SettingsExplainCommand.self, SettingsCheckCommand.self, SettingsPresetsCommand.self,
    SettingsSaveCommand.self, SettingsDiffCommand.self, SettingsSchemaCommand.self, SettingsDoctorCommand.self,
  ]

  static func run(_ words: [String]) async -> ExitCode {
    if let first = words.first, let command = subcommands.first(where: { $0.name == first }) {
      return await command.run(Array(words.dropFirst()))
    }
    return await reading(words, SettingsListCommand.list)
  }
}
