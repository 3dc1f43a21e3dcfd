import Jobs
import SettingsKit

/// The options of one run of a command, as opposed to settings: never read from a file or the environment.
protocol CommandOptions: SettingsSection {
  var help: Bool { get }
}

extension CommandOptions {
  static var registry: SettingsRegistry { commandRegistry(Self.self) }
  static var schema: SchemaDocument { SchemaDocument(registry) }
}

/// What a person can ask the program for.
///
/// What stands here is also all that help texts, manual page and completion scripts know of a command.
protocol Command: Sendable {
  associatedtype Options: CommandOptions

  static var name: String { get }
  /// One line for the list of commands, without a full stop.
  static var summary: String { get }
  /// What stands behind the name, such as `[OPTION…] INPUT… -o OUTPUT`.
  static var usage: String { get }
  static var discussion: String { get }
  /// Whole command lines to learn from.
  static var examples: [String] { get }
  static var takesSettings: Bool { get }
  static var positionals: CommandDescription.Positionals { get }
  /// Commands whose name stands directly behind this one's.
  static var subcommands: [any Command.Type] { get }
  /// The words that lead to the command.
  static var invocation: String { get }
  static func run(_ words: [String]) async -> ExitCode
}

extension Command {
  static var discussion: String { "" }
  static var examples: [String] { [] }
  static var takesSettings: Bool { false }
  static var positionals: CommandDescription.Positionals { .none }
  static var subcommands: [any Command.Type] { [] }
  static var invocation: String { "imgtune \(name)" }

  static var registry: SettingsRegistry { Options.registry }

  static var description: CommandDescription {
    var description = CommandDescription(name: name, summary: summary, usage: usage, options: Options.schema)
    description.discussion = discussion
    description.examples = examples
    description.takesSettings = takesSettings
    description.positionals = positionals
    description.subcommands = subcommands.map { $0.description }
    return description
  }

  static func help(columns: Int) -> String {
    HelpText(columns: columns).command(description, invocation: invocation, settings: CompressionSettings.schema)
  }

  /// Reads the words of a command that takes settings, and answers `--help` and mistakes itself.
  ///
  /// - Parameter body: Gets the options, and what the words said of settings and inputs.
  static func readingSettings(
    _ words: [String], _ body: (_ options: Options, _ parsed: ArgumentParser.Result) async -> ExitCode
  ) async -> ExitCode {
    let parsed = ArgumentParser(settings: CompressionSettings.schema, options: Options.schema).parse(words)
    let resolution = SettingsResolution(Options.registry, candidates: parsed.options)
    let options = resolution.snapshot(as: Options.self)
    if options.help {
      Terminal.output.write(help(columns: Terminal.output.columns))
      return .done
    }
    let problems = parsed.problems + resolution.problems
    return problems.isEmpty ? await body(options, parsed) : refuse(problems)
  }

  /// Reads the words of a command that takes no settings, and answers `--help` and mistakes itself.
  ///
  /// - Parameter body: Gets the options and the words without a flag.
  static func reading(
    _ words: [String], _ body: (_ options: Options, _ positionals: [String]) async -> ExitCode
  ) async -> ExitCode {
    let parsed = ArgumentParser(settings: nil, options: Options.schema).parse(words)
    let resolution = SettingsResolution(Options.registry, candidates: parsed.options)
    let options = resolution.snapshot(as: Options.self)
    if options.help {
      Terminal.output.write(help(columns: Terminal.output.columns))
      return .done
    }
    var problems = parsed.problems + resolution.problems
    if positionals == .none, let word = parsed.positionals.first {
      let sentence = "\(invocation) takes no \(word)"
      problems.append(
        SettingProblem(key: "", origin: SettingOrigin(.commandLine), sentence: sentence, hint: "see --help"))
    }
    return problems.isEmpty ? await body(options, parsed.positionals) : refuse(problems)
  }
}

/// The options of a command that has none.
struct HelpOnly: CommandOptions {
  static var about: SectionAbout { SectionAbout("Options") }

  @Setting("Help", "Show this help.", short: "h")
  var help = false
}
