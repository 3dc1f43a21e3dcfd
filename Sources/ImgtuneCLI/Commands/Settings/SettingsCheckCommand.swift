import Files
import Jobs
import SettingsKit

/// `imgtune settings check`: everything that is wrong with the settings.
enum SettingsCheckCommand: SettingsSubcommand {
  static let name = "check"
  static let summary = "Tell everything that is wrong with the project file, your own settings and the environment"
  static let usage = "[OPTION…]"
  static let examples = ["imgtune settings check", "imgtune settings check --config imgtune.json --isolated"]

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("JSON", "A JSON list of the problems.")
    var json = false

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, _ in check(options.source.sources, asJSON: options.json) }
  }

  /// Tells what is wrong in these places.
  static func check(_ sources: SettingsSources, asJSON: Bool = false) -> ExitCode {
    let loaded = sources.load()
    if asJSON {
      let notes = loaded.notes.map { JSONValue.object(["note": .string($0)]) }
      Terminal.output.write(JSONValue.array(loaded.problems.map(\.json) + notes).prettyText + "\n")
    } else {
      for problem in loaded.problems { Terminal.output.write("problem: \(LosslessText.printable("\(problem)"))\n") }
      for note in loaded.notes { Terminal.output.write("note: \(LosslessText.printable(note))\n") }
      if loaded.problems.isEmpty, loaded.notes.isEmpty {
        let file = loaded.projectFile.map { "\($0)" } ?? "no project file"
        Terminal.output.write("all settings are well (\(file))\n")
      }
    }
    return loaded.problems.isEmpty ? .done : .usage
  }
}
