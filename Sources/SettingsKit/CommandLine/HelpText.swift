/// Help texts made from schema documents.
public struct HelpText: Sendable {
  /// The width to wrap at, in columns.
  public var columns: Int

  public init(columns: Int = 100) { self.columns = max(60, columns) }

  /// One entry a setting: flags on the left, what they do beside or below.
  public func options(_ settings: [SchemaSetting]) -> String {
    settings.map { entry(flags($0), description($0)) }.joined()
  }

  /// The sections of a document, each with its settings.
  public func sections(_ document: SchemaDocument) -> String {
    document.sections.map { section in
      let settings = document.settings(inSection: section.key)
      return settings.isEmpty ? "" : heading(section) + options(settings)
    }.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// A left part of up to 26 columns and a text wrapped to the right of it, or below a longer one.
  public func entry(_ left: String, _ right: String) -> String {
    let indent = 28
    let lines = wrap(right, to: columns - indent)
    let margin = String(repeating: " ", count: indent)
    let fits = left.count + 3 <= indent
    let first = "  " + left
    var text = fits ? first + String(repeating: " ", count: indent - first.count) : first + "\n" + margin
    text += lines.joined(separator: "\n" + margin)
    return text + "\n"
  }

  /// A text as lines of at most `width` columns, broken at blanks.
  public func wrap(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      if !lines[lines.count - 1].isEmpty, lines[lines.count - 1].count + 1 + word.count > width { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + word
    }
    return lines
  }

  private func heading(_ section: SchemaSection) -> String {
    let title = section.title.isEmpty ? section.key : section.title
    return wrap(section.explanation.isEmpty ? title + ":" : "\(title): \(section.explanation)", to: columns)
      .joined(separator: "\n") + "\n"
  }

  private func flags(_ setting: SchemaSetting) -> String {
    let short = setting.shortFlag.map { "-\($0), " } ?? "    "
    return short + "--" + setting.flag + (setting.isSwitch ? "" : " " + setting.placeholder)
  }

  private func description(_ setting: SchemaSetting) -> String {
    var facts: [String] = []
    if let range = setting.range {
      facts.append(range.text(of: setting.kind) + (setting.unit.map { " \($0.symbol)" } ?? ""))
    }
    if !["null", "", "[]"].contains(setting.defaultText),
      !(setting.isSwitch && setting.defaultText == "false")
    {
      facts.append("default \(setting.defaultText)")
    }
    if let condition = setting.enabledWhen { facts.append("needs \(condition.summary)") }
    let sentence = setting.explanation.isEmpty ? setting.title + "." : setting.explanation
    return sentence + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }
}
