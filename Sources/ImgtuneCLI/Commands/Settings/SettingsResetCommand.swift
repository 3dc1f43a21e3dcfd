import Files
import Jobs
import SettingsKit

/// `imgtune settings reset`: back to what counts without an edit.
enum SettingsResetCommand: SettingsSubcommand {
  static let name = "reset"
  static let summary = "Take edits back, your own or the project's"
  static let usage = "[OPTION…] KEY…"
  static let examples = ["imgtune settings reset quality", "imgtune settings reset --all"]
  static let positionals = CommandDescription.Positionals.keys

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Scope", "Which settings to change.")
    var scope = SettingsScope.user

    @Setting("All", "Take every edit back.")
    var all = false

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, keys in
      if options.all, !keys.isEmpty { return refuse("--all and keys exclude each other", hint: "give one of them") }
      if !options.all, SettingsGetCommand.knownKeys(keys) == nil { return .usage }
      do {
        let target = try SettingsTarget(options.scope, options.source.sources)
        let edited = try target.keys()
        let taken = options.all ? edited : keys.filter(edited.contains)
        if options.all, edited.isEmpty { tell(["nothing was edited in \(target.path)"]) }
        for key in keys where !edited.contains(key) { tell(["\(key) was not edited in \(target.path)"]) }
        if !taken.isEmpty { try target.change(taken.map { ($0, nil) }) }
        let resolution = options.source.sources.load().resolution
        for key in taken {
          let value = resolution.registry.setting(key) == nil ? "gone" : resolution.value(key).text
          Terminal.output.write("\(key) = \(LosslessText.printable(value))\n")
        }
        return .done
      } catch {
        return refuseChange(error)
      }
    }
  }
}
