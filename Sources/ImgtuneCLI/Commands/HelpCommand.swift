import SettingsKit

/// `imgtune help`: the same texts as `--help` shows.
enum HelpCommand: Command {
  typealias Options = HelpOnly

  static let name = "help"
  static let summary = "Explain the program or a command"
  static let usage = "[COMMAND]"
  static var positionals: CommandDescription.Positionals { .choices(ImgtuneCommand.commands.map { $0.name }) }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { _, names in
      var text = ImgtuneCommand.help(columns: Terminal.output.columns)
      var commands = ImgtuneCommand.commands
      for name in names {
        guard let command = commands.first(where: { $0.name == name }) else {
          return refuse("there is no command \(names.joined(separator: " "))", hint: "imgtune --help lists them")
        }
        text = command.help(columns: Terminal.output.columns)
        commands = command.subcommands
      }
      Terminal.output.write(text)
      return .done
    }
  }
}
