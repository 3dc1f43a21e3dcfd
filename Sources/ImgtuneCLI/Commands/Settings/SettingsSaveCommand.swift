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
    guard let name = parsed.positionals.first, parsed.positionals.count == 1, Preset.isName(name) else {
      return refuse("a preset needs one name", hint: "letters, digits, dots, dashes and underlines, such as shop-small")
    }
    guard let storage = sources.user.preset(name) else {
      return refuse("nobody says where your presets would be", hint: "set HOME or XDG_CONFIG_HOME")
    }
    let resolution = loaded.resolution
    let keys = resolution.registry.settings.filter { setting in
      setting.key != "preset" && resolution.value(setting.key).json != setting.defaultValue.json
    }.map(\.key)
    do {
      try storage.update { stored in
        stored.removeAll()
        for key in keys { stored[key] = resolution.value(key).json }
      }
    } catch {
      return refuseChange(error)
    }
    Terminal.output.write(
      "\(name): \(keys.isEmpty ? "all defaults" : keys.joined(separator: ", ")) (\(storage.location))\n")
    return .done
  }
}
