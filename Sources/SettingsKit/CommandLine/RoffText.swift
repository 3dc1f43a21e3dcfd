/// A text in the language of man(7).
///
/// Source: groff_man(7), groff_char(7).
struct RoffText {
  private(set) var text = ""

  /// A line that is roff already.
  mutating func line(_ roff: String) { text += roff + "\n" }

  /// A macro with its arguments, given as plain text.
  mutating func request(_ name: String, _ arguments: [String] = []) {
    line(([name] + arguments.map { "\"" + RoffText.escaped($0) + "\"" }).joined(separator: " "))
  }

  mutating func heading(_ title: String) { request(".SH", [title]) }
  mutating func subheading(_ title: String) { request(".SS", [title]) }

  mutating func bold(_ words: String, then rest: String) {
    line("\\fB" + RoffText.escaped(words) + "\\fR " + RoffText.escaped(rest))
  }

  /// Paragraphs, each set apart from what is before it.
  mutating func paragraphs(_ paragraphs: [String]) {
    for paragraph in paragraphs {
      line(".PP")
      line(RoffText.escaped(paragraph))
    }
  }

  /// A bold term with indented lines of text below it.
  mutating func entry(_ term: String, _ texts: [String]) {
    line(".TP")
    line("\\fB" + RoffText.escaped(term) + "\\fR")
    for (index, text) in texts.enumerated() {
      if index > 0 { line(".br") }
      line(RoffText.escaped(text))
    }
  }

  /// Lines that keep their breaks.
  mutating func examples(_ lines: [String]) {
    line(".PP\n.nf")
    for text in lines { line(RoffText.escaped(text)) }
    line(".fi")
  }

  /// Plain text as roff reads it as the same text, in ASCII whatever the device.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      // An unescaped hyphen is a typographical one, which nobody can copy into a shell.
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      case "“": result += "\\(lq"
      case "”": result += "\\(rq"
      case "\n": result += " "
      case " "..."~": result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
      }
    }
    // A line that begins with a point would be a request.
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}
