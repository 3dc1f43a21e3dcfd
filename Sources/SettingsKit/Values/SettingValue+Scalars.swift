extension Bool: SettingValue {
  public static var kind: ValueKind {
    ValueKind(
      "boolean", jsonType: "boolean", placeholder: "true|false",
      choices: [ValueChoice("true", title: "Yes"), ValueChoice("false", title: "No")])
  }

  public static func parse(_ text: String) throws(ValueProblem) -> Bool {
    switch text.lowercased() {
    case "true", "on", "yes": return true
    case "false", "off", "no": return false
    default: throw ValueProblem("is neither true nor false (true, false, on, off, yes, no)")
    }
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> Bool {
    guard case .bool(let value) = json else { throw ValueProblem("is \(json.typeName), not true or false") }
    return value
  }

  public var text: String { self ? "true" : "false" }
  public var json: JSONValue { .bool(self) }
}

extension Int: SettingValue {
  public static var kind: ValueKind { ValueKind("integer", jsonType: "integer", placeholder: "N") }

  public static func parse(_ text: String) throws(ValueProblem) -> Int {
    if isPlainNumber(text), let value = Int(text) { return value }
    if isPlainNumber(text), let decimal = Double(text), abs(decimal) < 1e15 {
      throw ValueProblem("is no whole number", suggestion: String(Int(decimal.rounded())))
    }
    throw ValueProblem("is no whole number")
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> Int {
    switch json {
    case .integer(let value): return value
    case .decimal(let value) where value == value.rounded() && abs(value) < 1e15: return Int(value)
    case .decimal: throw ValueProblem("is no whole number")
    default: throw ValueProblem("is \(json.typeName), not a whole number")
    }
  }

  public var text: String { String(self) }
  public var json: JSONValue { .integer(self) }
}

extension Double: SettingValue {
  public static var kind: ValueKind { ValueKind("decimal", jsonType: "number", placeholder: "X") }

  public static func parse(_ text: String) throws(ValueProblem) -> Double {
    if isPlainNumber(text), let value = Double(text), value.isFinite { return value }
    let dotted = text.split(separator: ",", omittingEmptySubsequences: false).joined(separator: ".")
    let isComma = dotted != text && isPlainNumber(dotted) && Double(dotted) != nil
    throw ValueProblem("is no number", suggestion: isComma ? dotted : nil)
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> Double {
    switch json {
    case .integer(let value): return Double(value)
    case .decimal(let value) where value.isFinite: return value
    default: throw ValueProblem("is \(json.typeName), not a number")
    }
  }

  public var text: String { decimalText(self) }
  public var json: JSONValue { self == rounded() && abs(self) < 1e15 ? .integer(Int(self)) : .decimal(self) }
}

extension String: SettingValue {
  public static var kind: ValueKind { ValueKind("string", jsonType: "string", placeholder: "TEXT") }
  public static func parse(_ text: String) throws(ValueProblem) -> String { text }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> String {
    guard case .string(let value) = json else { throw ValueProblem("is \(json.typeName), not a string") }
    return value
  }

  public var text: String { self }
  public var json: JSONValue { .string(self) }
}

/// The numbers from 0 on that `Double` reads among those of `isPlainNumber(_:)`, as a part of a regular expression.
let plainNumberPattern = #"\+?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?"#

/// Whether a text is made of a number's characters only: keeps out `nan`, `inf`, `0x10`, `1_000` and blanks.
func isPlainNumber(_ text: String) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (48...57).contains($0) || "+-.eE".utf8.contains($0) }
}
