/// An enumeration as a kind of value: its raw values are what people type and files store.
public protocol SettingChoice: SettingValue, CaseIterable, RawRepresentable where RawValue == String {
  /// What a person reads in a list of the choices.
  var title: String { get }
  /// Other words for choices that people type, by the word; documents and listings have the choices' own.
  static var aliases: [String: Self] { get }
}

extension SettingChoice {
  public var title: String { rawValue }
  public static var aliases: [String: Self] { [:] }

  public static var kind: ValueKind {
    ValueKind(
      "choice", jsonType: "string", placeholder: allCases.map(\.rawValue).joined(separator: "|"),
      choices: allCases.map { ValueChoice($0.rawValue, title: $0.title) })
  }

  public static func parse(_ text: String) throws(ValueProblem) -> Self {
    if let value = Self(rawValue: text) ?? aliases[text] { return value }
    throw problem(text)
  }

  private static func problem(_ text: String) -> ValueProblem {
    let names = allCases.map(\.rawValue)
    let nearest = aliases[text]?.rawValue ?? nearestNames(to: text, among: names, limit: 1).first
    return ValueProblem("is none of \(names.joined(separator: ", "))", suggestion: nearest)
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> Self {
    guard case .string(let text) = json else { throw ValueProblem("is \(json.typeName), not a string") }
    guard let value = Self(rawValue: text) else { throw problem(text) }
    return value
  }

  public var text: String { rawValue }
  public var json: JSONValue { .string(rawValue) }
}
