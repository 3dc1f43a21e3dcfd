extension Optional: SettingValue where Wrapped: SettingValue {
  public static var kind: ValueKind {
    var kind = Wrapped.kind
    kind.isOptional = true
    return kind
  }

  public static func parse(_ text: String) throws(ValueProblem) -> Wrapped? {
    text == "null" ? nil : try Wrapped.parse(text)
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> Wrapped? {
    json == .null ? nil : try Wrapped.decode(json)
  }

  public var text: String { self?.text ?? "null" }
  public var json: JSONValue { self?.json ?? .null }
  public var rangedNumbers: [Double] { self?.rangedNumbers ?? [] }
}

extension Array: SettingValue where Element: SettingValue {
  public static var kind: ValueKind {
    var kind = ValueKind("list", jsonType: "array", placeholder: Element.kind.placeholder + ",…")
    kind.element = [Element.kind]
    return kind
  }

  public static func parse(_ text: String) throws(ValueProblem) -> [Element] {
    var elements: [Element] = []
    guard !text.isEmpty else { return elements }
    if text.first == "[" {
      do { return try decode(JSONValue(parsing: text)) } catch let problem as ValueProblem { throw problem } catch {
        // A string may begin with a bracket, as the glob [ab].* does.
        guard Element.self == String.self else { throw ValueProblem("is no JSON: \(error)") }
      }
    }
    if Element.kind.holdsCommas { return [try Element.parse(text)] }
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      do {
        elements.append(try Element.parse(String(part)))
      } catch {
        throw ValueProblem("has “\(part)”, which \(error.reason)", suggestion: error.suggestion)
      }
    }
    return elements
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> [Element] {
    guard case .array(let items) = json else { throw ValueProblem("is \(json.typeName), not a list") }
    var elements: [Element] = []
    for item in items { elements.append(try Element.decode(item)) }
    return elements
  }

  /// `a,b` where that reads back as the same list, JSON where an element has a comma of its own.
  public var text: String {
    let texts = map(\.text)
    let isPlain =
      !texts.contains { $0.contains(",") || $0.hasPrefix("[") || $0.isEmpty } && !Element.kind.holdsCommas
    return isPlain ? texts.joined(separator: ",") : json.compactText
  }

  public var json: JSONValue { .array(map(\.json)) }
  public var rangedNumbers: [Double] { flatMap(\.rangedNumbers) }
}
