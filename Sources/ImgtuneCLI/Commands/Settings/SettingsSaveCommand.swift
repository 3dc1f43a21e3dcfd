import Jobs
import SettingsKit

/// `imgtune settings save`: a preset of one's own.
enum SettingsSaveCommand: SettingsSubcommand {
  static let name = "save"
  static let summary = "Save what differs from the defaults as a preset of your own"
  static let usage = "[OPTION…] NAME [--set KEY=VALUE]…"
  static let discussion = """
    What counts is the values in force, with those given here. A preset that has the name of a shipped one takes its place.
    """
  static let examples = ["imgtune settings save shop --set maxDimension=1200 --format webp"]
  static let takesSettings = true
  static let positionals = CommandDescription.Positionals.none

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode { await readingSettings(words, save) }

  private static func save(_ options: Options, _ parsed: ArgumentParser.Result) async -> ExitCode {
    let sources = options.source.sources
    let loaded = sources.load(commandLine: parsed.settings)
    if !loaded.problems.isEmpty { return refuse(loaded.problems) }
    tell(loaded.notes)
    guard parsed.positionals.count == 1 else {
      return refuse("a preset needs one name", hint: "letters, digits, dots, dashes and underlines, such as shop-small")
    }
    let name = parsed.positionals[0]
    do {
      let (keys, location) = try PresetLibrary(user: sources.user).save(name, loaded.resolution)
      Terminal.output.write(
        "\(name): \(keys.isEmpty ? "all defaults" : keys.joined(separator: ", ")) (\(location))\n")
    } catch {
      return refuseChange(error)
    }
    return .done
  }
}
