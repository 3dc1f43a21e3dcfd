import SettingsKit

/// What a person can ask the program for.
protocol Command: Sendable {
  static var name: String { get }
  /// One line for the list of commands.
  static var summary: String { get }
  /// What stands behind the name, such as `[OPTION…] INPUT… -o OUTPUT`.
  static var usage: String { get }
  /// The whole help text.
  static func help(columns: Int) -> String
  static func run(_ words: [String]) async -> ExitCode
}

/// The program itself: finds the command and runs it.
public enum ImgtuneCommand {
  public static let version = "0.1.0"

  static let commands: [any Command.Type] = [CompressCommand.self, SettingsCommand.self]

  public static func run(_ words: [String]) async -> ExitCode {
    guard let first = words.first else {
      Terminal.error.write(help(columns: Terminal.error.columns))
      return .usage
    }
    let rest = Array(words.dropFirst())
    switch first {
    case "--version", "version":
      Terminal.output.write("imgtune \(version)\n")
      return .done
    case "--help", "-h": return showHelp(nil)
    case "help": return showHelp(rest.first)
    default:
      guard let command = commands.first(where: { $0.name == first }) else {
        let nearest = nearestNames(to: first, among: commands.map { $0.name } + ["help"])
        return refuse(
          "there is no command \(first)",
          hint: nearest.isEmpty ? "imgtune --help lists them" : "did you mean \(nearest.joined(separator: " or "))?")
      }
      return await command.run(rest)
    }
  }

  private static func showHelp(_ name: String?) -> ExitCode {
    guard let name else {
      Terminal.output.write(help(columns: Terminal.output.columns))
      return .done
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      return refuse("there is no command \(name)", hint: "imgtune --help lists them")
    }
    Terminal.output.write(command.help(columns: Terminal.output.columns))
    return .done
  }

  private static func help(columns: Int) -> String {
    let help = HelpText(columns: columns)
    return """
      imgtune \(version): compresses pictures, and lets you try what each setting does.

      Usage: imgtune COMMAND [OPTION…]

      Commands:
      \(commands.map { help.entry($0.name, $0.summary) }.joined())
      imgtune COMMAND --help explains a command, imgtune settings every setting.

      """
  }
}
