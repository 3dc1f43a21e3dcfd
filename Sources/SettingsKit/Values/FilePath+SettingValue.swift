import Files

extension FilePath: SettingValue {
  public static var kind: ValueKind { ValueKind("path", jsonType: "string", placeholder: "PATH", textPattern: ".") }

  public static func parse(_ text: String) throws(ValueProblem) -> FilePath {
    guard !text.isEmpty else { throw ValueProblem("is empty, not a path") }
    return FilePath(text)
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> FilePath {
    guard case .string(let text) = json else { throw ValueProblem("is \(json.typeName), not a path") }
    return try parse(text)
  }

  public var text: String { losslessText }
  public var json: JSONValue { .string(losslessText) }
}
