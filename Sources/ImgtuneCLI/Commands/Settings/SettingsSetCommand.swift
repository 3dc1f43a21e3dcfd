import Files
import Jobs
import SettingsKit

/// `imgtune settings set`: values that count from now on.
enum SettingsSetCommand: SettingsSubcommand {
  static let name = "set"
  static let summary = "Change settings for good, your own or the project's"
  static let usage = "[OPTION…] KEY=VALUE…"
  static let discussion =
    "All are changed or, where one is wrong, none. A project file keeps its comments and its order."
  static let examples = [
    "imgtune settings set quality=0.7 maxDimension=1600", "imgtune settings set --scope project format=webp",
  ]
  static let positionals = CommandDescription.Positionals.keys

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Scope", "Which settings to change.")
    var scope = SettingsScope.user

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, assignments in
      guard !assignments.isEmpty else {
        return refuse("no setting is given", hint: "write KEY=VALUE, such as quality=0.7")
      }
      let sources = options.source.sources
      var changes: [(key: String, value: JSONValue?)] = []
      var problems: [SettingProblem] = []
      for assignment in assignments {
        guard let equals = assignment.firstIndex(of: "=") else {
          return refuse("\(assignment) has no “=”", hint: "write KEY=VALUE, such as quality=0.7")
        }
        let key = String(assignment[..<equals])
        let text = String(assignment[assignment.index(after: equals)...])
        let candidate = SettingCandidate(key, .text(text), from: SettingOrigin(.commandLine))
        let alone = SettingsResolution(CompressionSettings.registry, candidates: [candidate])
        problems += alone.problems
        if alone.problems.isEmpty {
          changes.removeAll { $0.key == key }
          changes.append((key, alone.value(key).json))
        }
        if key == "preset" {
          do throws(SettingProblem) { _ = try sources.preset(namedBy: candidate) } catch { problems.append(error) }
        }
      }
      if !problems.isEmpty { return refuse(problems) }
      return apply(changes, options.scope, sources)
    }
  }

  private static func apply(
    _ changes: [(key: String, value: JSONValue?)], _ scope: SettingsScope, _ sources: SettingsSources
  ) -> ExitCode {
    do {
      let target = try SettingsTarget(scope, sources)
      tell(target.notes)
      try target.change(changes)
      for (key, value) in changes {
        Terminal.output.write("\(key) = \(value?.compactText ?? "") (\(LosslessText.printable(target.path)))\n")
      }
    } catch {
      return refuseChange(error)
    }
    // A stronger layer may still decide otherwise; better said here than wondered about later.
    let resolution = sources.load().resolution
    for (key, value) in changes where resolution.value(key).json != value {
      let origin = resolution.origin(key)
      tell(["\(key) = \(resolution.value(key).text) is still in force, from \(origin.text)"])
    }
    return .done
  }
}
