/// What completion scripts, manual pages and help texts know about a command: data alone.
public struct CommandDescription: Sendable, Equatable {
  /// What stands behind a command's options.
  public enum Positionals: Sendable, Equatable {
    case none
    /// Names of files and folders.
    case files
    /// Keys of settings and of sections.
    case keys
    case choices([String])
  }

  public var name: String
  /// One line, without a full stop.
  public var summary: String
  /// What stands behind the name, such as `[OPTION…] INPUT… -o OUTPUT`.
  public var usage: String
  /// What there is to know beside the summary; empty where that is all.
  public var discussion = ""
  /// Whole command lines to learn from.
  public var examples: [String] = []
  public var options: SchemaDocument
  /// Whether the layered settings are taken too, by `--set` and by their flags.
  public var takesSettings = false
  public var positionals = Positionals.none
  /// Commands whose name stands directly behind this one's.
  public var subcommands: [CommandDescription] = []

  public init(name: String, summary: String, usage: String, options: SchemaDocument) {
    self.name = name
    self.summary = summary
    self.usage = usage
    self.options = options
  }
}

/// A whole program: its commands, and the settings that some of them take.
public struct ProgramDescription: Sendable {
  public var name: String
  public var version: String
  /// One line, without a full stop.
  public var summary: String
  public var commands: [CommandDescription]
  public var settings: SchemaDocument

  public init(
    name: String, version: String, summary: String, commands: [CommandDescription], settings: SchemaDocument
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.commands = commands
    self.settings = settings
  }

  /// Every command and sub-command with the names that lead to it, such as `["settings", "list"]`.
  public var allCommands: [(path: [String], command: CommandDescription)] {
    func walk(_ command: CommandDescription, _ above: [String]) -> [(path: [String], command: CommandDescription)] {
      let path = above + [command.name]
      return [(path, command)] + command.subcommands.flatMap { walk($0, path) }
    }
    return commands.flatMap { walk($0, []) }
  }
}
