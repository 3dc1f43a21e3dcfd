import Files
import Jobs
import SettingsKit

/// `imgtune settings diff`: what a preset would change.
enum SettingsDiffCommand: SettingsSubcommand {
  static let name = "diff"
  static let summary = "Compare a preset with the values in force, or with another preset"
  static let usage = "[OPTION…] PRESET [PRESET]"
  static let discussion = """
    One preset is compared by what it would change if it were named on the command line, two are compared by themselves. \
    Exit code 0 either way; a line for each setting that differs.
    """
  static let examples = ["imgtune settings diff web", "imgtune settings diff web archive"]
  static let positionals = CommandDescription.Positionals.choices(Preset.shipped.map(\.name))

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("JSON", "One JSON object of keys, each with both values.")
    var json = false

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, names in
      guard names.count == 1 || names.count == 2 else {
        return refuse("one or two presets are compared", hint: "imgtune settings presets lists them")
      }
      let sources = options.source.sources
      var sides: [(name: String, resolution: SettingsResolution)] = []
      for name in names {
        let named = SettingCandidate("preset", .text(name), from: SettingOrigin(.commandLine))
        do throws(SettingProblem) {
          let candidates = try sources.preset(namedBy: named)?.candidates(named.origin) ?? []
          sides.append((name, SettingsResolution(CompressionSettings.registry, candidates: candidates)))
        } catch {
          return refuse([error])
        }
      }
      if sides.count == 1 {
        let named = SettingCandidate("preset", .text(names[0]), from: SettingOrigin(.commandLine))
        sides = [
          ("in force", sources.load().resolution), (names[0], sources.load(commandLine: [named]).resolution),
        ]
      }
      show(sides[0], sides[1], asJSON: options.json)
      return .done
    }
  }

  private static func show(
    _ left: (name: String, resolution: SettingsResolution), _ right: (name: String, resolution: SettingsResolution),
    asJSON: Bool
  ) {
    let keys = left.resolution.registry.keys.filter {
      $0 != "preset" && left.resolution.value($0).json != right.resolution.value($0).json
    }
    if asJSON {
      let members = keys.map { key in
        JSONMember(
          key,
          .object([
            JSONMember(left.name, left.resolution.value(key).json),
            JSONMember(right.name, right.resolution.value(key).json),
          ]))
      }
      Terminal.output.write(JSONValue.object(members).prettyText + "\n")
      return
    }
    if keys.isEmpty { Terminal.output.write("no difference\n") }
    let width = keys.lazy.map(\.count).max() ?? 0
    for key in keys {
      let sides = [left, right].map { side in
        let text = side.resolution.value(key).text
        return "\(text.isEmpty ? "empty" : text) (\(side.name))"
      }
      let line = "\(key.padded(to: width))  \(sides[0]) -> \(sides[1])"
      Terminal.output.write(LosslessText.printable(line) + "\n")
    }
  }
}
