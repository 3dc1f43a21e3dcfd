import Files
import Jobs
import SettingsKit

/// `imgtune settings get`: the values in force.
enum SettingsGetCommand: SettingsSubcommand {
  static let name = "get"
  static let summary = "Print the values in force"
  static let usage = "[OPTION…] KEY…"
  static let examples = ["imgtune settings get quality"]
  static let positionals = CommandDescription.Positionals.keys

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("JSON", "One JSON object of keys and values.")
    var json = false

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, keys in
      guard let keys = knownKeys(keys) else { return .usage }
      let loaded = options.source.sources.load()
      tell(loaded.notes + loaded.problems.map(\.description))
      let values = keys.map { JSONMember($0, loaded.resolution.value($0).json) }
      if options.json {
        Terminal.output.write(JSONValue.object(values).prettyText + "\n")
      } else {
        for key in keys { Terminal.output.write(LosslessText.printable(loaded.resolution.value(key).text) + "\n") }
      }
      return .done
    }
  }

  /// The keys, when there is at least one and all of them are declared; else what is wrong is told.
  static func knownKeys(_ keys: [String]) -> [String]? {
    let known = CompressionSettings.registry.keys
    if keys.isEmpty {
      _ = refuse("no setting is named", hint: "imgtune settings list shows them all")
      return nil
    }
    for key in keys where !known.contains(key) {
      let nearest = nearestNames(to: key, among: known)
      _ = refuse(
        "there is no setting \(key)",
        hint: nearest.isEmpty
          ? "imgtune settings list shows them all" : "did you mean \(nearest.joined(separator: " or "))?")
      return nil
    }
    return keys
  }
}
