import Files
import Jobs
import SettingsKit

/// `imgtune settings presets`: what can be named with --preset.
enum SettingsPresetsCommand: SettingsSubcommand {
  static let name = "presets"
  static let summary = "List the presets and what they stand for"
  static let usage = "[OPTION…] [NAME…]"

  static let positionals = CommandDescription.Positionals.choices(Preset.shipped.map(\.name))

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("JSON", "One JSON object of names and values.")
    var json = false

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, names in
      let all = options.source.sources.presets.all
      if let unknown = names.first(where: { name in !all.contains { $0.name == name } }) {
        return refuse(
          "there is no preset \(unknown)", hint: "there are \(all.map(\.name).joined(separator: ", "))")
      }
      let chosen = names.isEmpty ? all : all.filter { names.contains($0.name) }
      if options.json {
        let members = chosen.map { JSONMember($0.name, .object($0.values)) }
        Terminal.output.write(JSONValue.object(members).prettyText + "\n")
      } else {
        for preset in chosen {
          let summary = preset.isShipped ? preset.summary : "your own"
          Terminal.output.write("\(preset.name): \(summary)\n")
          for member in preset.values {
            Terminal.output.write("  \(LosslessText.printable("\(member.key) = \(member.value.compactText)"))\n")
          }
        }
      }
      return .done
    }
  }
}
