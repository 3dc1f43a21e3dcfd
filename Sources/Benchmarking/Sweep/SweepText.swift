import SettingsKit

/// A sweep as a person typed it, such as `quality=0.5..0.9:0.1`; read by `SweepGrammar`.
public struct SweepText: SettingValue {
  public var text: String

  public init(_ text: String) { self.text = text }

  public static var kind: ValueKind {
    var kind = ValueKind("sweep", jsonType: "string", placeholder: "KEY=VALUES")
    kind.holdsCommas = true
    return kind
  }

  public static func parse(_ text: String) -> SweepText { SweepText(text) }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> SweepText {
    guard case .string(let text) = json else { throw ValueProblem("is \(json.typeName), not a text") }
    return SweepText(text)
  }

  public var json: JSONValue { .string(text) }
}
