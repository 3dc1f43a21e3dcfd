/// Every coder of stored settings, with all of its choices in one place.
///
/// - JSON is read as JSON5 (comments, trailing commas, single quotes) and written canonically: two spaces, a member a
///   line, in the order of the record, a line feed at the end.
/// - Property lists are read and written as XML, in the order of the record. Their only form of `null` is an empty
///   `<data/>`; a `<date>` is read as its day.
/// - Numbers: the shortest decimal that reads back; a whole number has no point, whatever type it had.
/// - Dates, durations, colours and sizes are written by their `SettingValue.json`: `2026-11-30`, seconds, `#rrggbb`, bytes.
/// - Keys: flat and dotted, `jpeg.quality`, inside `values`; nested objects are read too.
enum Coders {
  /// The members of a stored document.
  static let versionKey = "version"
  static let valuesKey = "values"
  /// What editors look at for completion; no setting.
  static let schemaKey = "$schema"

  static func readJSON(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode { try JSON5Parser.parse(bytes) }

  static func canonicalJSON(_ value: JSONValue) -> [UInt8] { Array((value.prettyText + "\n").utf8) }

  static func readPropertyList(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode {
    try PropertyListParser.parse(bytes)
  }

  static func propertyList(_ value: JSONValue) -> [UInt8] { Array(PropertyListText.document(value).utf8) }

  /// The value as it reads back from a file: whole numbers are integers.
  static func canonical(_ value: JSONValue) -> JSONValue {
    switch value {
    case .decimal(let number): number.json
    case .array(let elements): .array(elements.map(canonical))
    case .object(let members): .object(members.map { JSONMember($0.key, canonical($0.value)) })
    default: value
    }
  }
}
