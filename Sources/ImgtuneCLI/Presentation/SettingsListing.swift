import Jobs
import SettingsKit

/// All settings of a schema document as a text: key, what may be written, default, explanation.
struct SettingsListing {
  private let document: SchemaDocument
  private let help: HelpText
  private let keyWidth: Int

  init(_ document: SchemaDocument, columns: Int) {
    self.document = document
    help = HelpText(columns: columns)
    keyWidth = document.settings.lazy.map(\.key.count).max() ?? 0
  }

  var text: String {
    document.sections.map { section in
      let settings = document.settings(inSection: section.key)
      guard !settings.isEmpty else { return "" }
      let heading = section.title + (section.explanation.isEmpty ? "" : ": " + section.explanation)
      return help.wrap(heading, to: help.columns).joined(separator: "\n") + "\n" + settings.map(entry).joined()
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private func entry(_ setting: SchemaSetting) -> String {
    let margin = String(repeating: " ", count: keyWidth + 4)
    let kind = setting.range == nil ? setting.allowedText : "\(setting.kind.summary) \(setting.allowedText)"
    let defaultText =
      switch setting.defaultText {
      case "null": "not set"
      case "": "empty"
      default: setting.defaultText
      }
    let lines =
      help.wrap("\(kind); default \(defaultText)", to: help.columns - margin.count)
      + help.wrap("\(setting.title). \(setting.explanation)", to: help.columns - margin.count)
      + (setting.enabledWhen.map { help.wrap("Has an effect with \($0.summary).", to: help.columns - margin.count) }
        ?? [])
    return "  " + setting.key.padded(to: keyWidth) + "  " + lines.joined(separator: "\n" + margin) + "\n"
  }
}
