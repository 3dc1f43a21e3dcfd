extension JSONValue {
  /// The value on one line, for streams of one document a line.
  public var compactText: String {
    var text = ""
    write(to: &text, indent: nil, level: 0)
    return text
  }

  /// The value over several indented lines, for people.
  public var prettyText: String {
    var text = ""
    write(to: &text, indent: "  ", level: 0)
    return text
  }

  private func write(to text: inout String, indent: String?, level: Int) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .decimal(let value): text += value.isFinite ? decimalText(value) : "null"
    case .string(let value): JSONValue.quote(value, to: &text)
    case .array(let elements):
      JSONValue.writeList(elements, open: "[", close: "]", to: &text, indent: indent, level: level) { element, text in
        element.write(to: &text, indent: indent, level: level + 1)
      }
    case .object(let members):
      JSONValue.writeList(members, open: "{", close: "}", to: &text, indent: indent, level: level) { member, text in
        JSONValue.quote(member.key, to: &text)
        text += indent == nil ? ":" : ": "
        member.value.write(to: &text, indent: indent, level: level + 1)
      }
    }
  }

  private static func writeList<Item>(
    _ items: [Item], open: String, close: String, to text: inout String, indent: String?, level: Int,
    item write: (Item, inout String) -> Void
  ) {
    text += open
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: indent, count: level + 1) }
      write(item, &text)
    }
    if let indent, !items.isEmpty { text += "\n" + String(repeating: indent, count: level) }
    text += close
  }

  private static func quote(_ value: String, to text: inout String) {
    text += "\""
    // Most texts have nothing to escape; scalars behind U+007F begin with bytes that are looked at one by one.
    let isPlain = value.utf8.allSatisfy {
      $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
    if isPlain {
      text += value
      text += "\""
      return
    }
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

/// The shortest decimal text that reads back as the same number, without a trailing `.0`.
public func decimalText(_ value: Double) -> String {
  if value == value.rounded(), abs(value) < 1e15 { return String(Int(value)) }
  return String(value)
}
