import Jobs
import SettingsKit

/// `imgtune settings list`: what can be set.
enum SettingsListCommand: SettingsSubcommand {
  static let name = "list"
  static let summary = "List settings with type, range, default and explanation"
  static let usage = "[OPTION…] [KEY…]"
  static let discussion = "A KEY is a setting's or a section's, such as quality or jpeg."
  static let positionals = CommandDescription.Positionals.keys

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("JSON", "The schema document instead of text.")
    var json = false

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode { await reading(words, list) }

  static func list(_ options: Options, keys: [String]) -> ExitCode {
    var document = CompressionSettings.schema
    if !keys.isEmpty {
      for key in keys where !document.settings.contains(where: { $0.isNamed(by: key) }) {
        return refuse("there is no setting \(key)", hint: hint(for: key, in: document))
      }
      document.settings = document.settings.filter { setting in keys.contains(where: setting.isNamed(by:)) }
    }
    Terminal.output.write(
      options.json ? document.json.prettyText + "\n" : SettingsListing(document, columns: Terminal.output.columns).text)
    return .done
  }

  /// A word that is no key may have been meant as a sub-command.
  private static func hint(for key: String, in document: SchemaDocument) -> String {
    let names = document.settings.map(\.key) + SettingsCommand.subcommands.map { $0.name }
    let nearest = nearestNames(to: key, among: names)
    return nearest.isEmpty ? "imgtune settings lists them" : "did you mean \(nearest.joined(separator: " or "))?"
  }
}

extension SchemaSetting {
  /// Whether a key means this setting or a section that holds it.
  fileprivate func isNamed(by key: String) -> Bool { self.key == key || self.key.hasPrefix(key + ".") }
}
