import Codecs
import Files
import Jobs
import SettingsKit

/// `imgtune settings explain`: why a setting has the value it has.
enum SettingsExplainCommand: SettingsSubcommand {
  static let name = "explain"
  static let summary = "Tell every candidate for a setting, and why the winner won"
  static let usage = "[OPTION…] KEY… [--set KEY=VALUE]…"
  static let discussion = """
    The layers, weakest first: default, your own settings, project file, environment, command line. What a preset stands \
    for counts in the layer that names it, below what that layer says itself.
    """
  static let examples = ["imgtune settings explain quality", "imgtune settings explain webp.method --format jpeg"]
  static let takesSettings = true
  static let positionals = CommandDescription.Positionals.keys

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("JSON", "A JSON document instead of text.")
    var json = false

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode { await readingSettings(words, explain) }

  private static func explain(_ options: Options, _ parsed: ArgumentParser.Result) async -> ExitCode {
    guard let keys = SettingsGetCommand.knownKeys(parsed.positionals) else { return .usage }
    let loaded = options.source.sources.load(commandLine: parsed.settings)
    tell(loaded.notes + loaded.problems.map(\.description))
    let explanations = keys.map { key in
      loaded.resolution.explanation(of: key, assuming: assumedFormat(for: key, loaded.resolution))
    }
    if options.json {
      let documents = explanations.map(\.json)
      Terminal.output.write((documents.count == 1 ? documents[0] : .array(documents)).prettyText + "\n")
    } else {
      Terminal.output.write(explanations.map { LosslessText.printableLines($0.text) }.joined(separator: "\n"))
    }
    return .done
  }

  /// With format=keep it depends on each picture whether a setting has an effect: it is inactive only where it would
  /// be so for all of them.
  private static func assumedFormat(for key: String, _ resolution: SettingsResolution) -> [String: String] {
    guard resolution.value("format").text == OutputFormat.keep.rawValue else { return [:] }
    let formats = ImageFormat.allCases.map { ["format": $0.rawValue] }
    return key == "format" ? [:] : formats.first { resolution.isActive(key, assuming: $0) } ?? [:]
  }
}
