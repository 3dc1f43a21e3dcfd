import SettingsKit

/// Takes the values of a sweep apart.
enum SweepItems {
  /// The items between commas; commas inside quotes, and inside brackets where the kind is written as JSON, divide
  /// nothing.
  static func split(_ text: String, _ kind: ValueKind) -> [String] {
    guard !kind.isNumeric else {
      return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    var items: [String] = []
    var item = ""
    var depth = 0
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isQuoted {
        if !isEscaped, scalar == "\"" { isQuoted = false }
        isEscaped = !isEscaped && scalar == "\\"
      } else if scalar == "\"", item.isEmpty || depth > 0 {
        isQuoted = true
      } else if kind.isWrittenAsJSON, scalar == "[" || scalar == "{" {
        depth += 1
      } else if kind.isWrittenAsJSON, scalar == "]" || scalar == "}" {
        depth -= 1
      } else if scalar == ",", depth <= 0 {
        items.append(item)
        item = ""
        continue
      }
      item.unicodeScalars.append(scalar)
    }
    return items + [item]
  }

  /// An item as a candidate's value: JSON where it has to be, or where a string is in quotes.
  static func raw(_ item: String, _ kind: ValueKind) -> SettingCandidate.Raw {
    // What is no JSON goes to the setting as text, which says what is wrong with it.
    guard kind.isWrittenAsJSON || item.hasPrefix("\""), let json = try? JSONValue(parsing: item) else {
      return .text(item)
    }
    return .json(json)
  }
}

extension ValueKind {
  /// Whether a value has commas of its own, as lists and records have.
  var isWrittenAsJSON: Bool { jsonType == "array" || jsonType == "object" }
}
