import Jobs
import SettingsKit

/// `imgtune settings`: what can be set.
enum SettingsCommand: Command {
  static let name = "settings"
  static let summary = "List every setting with its type, range, default and explanation"
  static let usage = "[OPTION…] [KEY…]"

  struct Options: SettingsSection {
    static let registry = commandRegistry(Options.self)
    static let schema = SchemaDocument(registry)
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("JSON", "The schema document instead of text.")
    var json = false

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func help(columns: Int) -> String {
    let help = HelpText(columns: columns)
    return """
      \(summary).

      Usage: imgtune \(name) \(usage)

      A KEY is a setting's or a section's, such as quality or jpeg.

      \(help.sections(Options.schema))
      """
  }

  static func run(_ words: [String]) async -> ExitCode {
    let parsed = ArgumentParser(settings: nil, options: Options.schema).parse(words)
    let resolution = SettingsResolution(Options.registry, candidates: parsed.options)
    let problems = parsed.problems + resolution.problems
    if !problems.isEmpty { return refuse(problems) }
    let options = resolution.snapshot(as: Options.self)
    if options.help {
      Terminal.output.write(help(columns: Terminal.output.columns))
      return .done
    }
    var document = CompressionSettings.schema
    if !parsed.positionals.isEmpty {
      for key in parsed.positionals where !document.settings.contains(where: { $0.isNamed(by: key) }) {
        let nearest = nearestNames(to: key, among: document.settings.map(\.key))
        return refuse(
          "there is no setting \(key)",
          hint: nearest.isEmpty ? "imgtune settings lists them" : "did you mean \(nearest.joined(separator: " or "))?")
      }
      document.settings = document.settings.filter { setting in parsed.positionals.contains(where: setting.isNamed(by:))
      }
    }
    Terminal.output.write(
      options.json ? document.json.prettyText + "\n" : SettingsListing(document, columns: Terminal.output.columns).text)
    return .done
  }
}

extension SchemaSetting {
  /// Whether a key means this setting or a section that holds it.
  fileprivate func isNamed(by key: String) -> Bool { self.key == key || self.key.hasPrefix(key + ".") }
}
