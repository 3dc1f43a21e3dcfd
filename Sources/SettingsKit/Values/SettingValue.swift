/// A type whose values a setting can hold: how they are read, printed, stored and described.
///
/// This is the whole of what "add a kind of value" takes; `Sources/SettingsKit/README.md` has the recipe.
public protocol SettingValue: Sendable, Equatable {
  /// What every interface needs to know about this type.
  static var kind: ValueKind { get }

  /// Reads what a person typed.
  ///
  /// - Throws: `ValueProblem` that says what is wrong with `text`, worded to follow "quality = abc".
  static func parse(_ text: String) throws(ValueProblem) -> Self

  /// Reads a value from a JSON document.
  ///
  /// - Throws: `ValueProblem` as for `parse(_:)`.
  static func decode(_ json: JSONValue) throws(ValueProblem) -> Self

  /// The canonical text, which `parse(_:)` reads back as an equal value.
  var text: String { get }

  /// The value in a JSON document, which `decode(_:)` reads back as an equal value.
  var json: JSONValue { get }

  /// The numbers that a range applies to: the value itself, or a list's elements; none for an unset optional and for kinds
  /// that have no range.
  var rangedNumbers: [Double] { get }
}

extension SettingValue {
  public var rangedNumbers: [Double] { [] }
}

/// What is wrong with one value, before it is known which setting it was meant for.
public struct ValueProblem: Error, Sendable, Equatable {
  /// What is wrong, worded to follow the value: "is no number".
  public var reason: String
  /// What to write instead, where that can be guessed.
  public var suggestion: String?

  public init(_ reason: String, suggestion: String? = nil) {
    self.reason = reason
    self.suggestion = suggestion
  }
}

/// What the interfaces know about a type of value: enough to offer, check and complete it.
public struct ValueKind: Sendable, Equatable {
  /// The name of the kind in the schema document: `boolean`, `integer`, `decimal`, `string`, `choice`, …
  public var name: String
  /// The JSON type of a stored value: `boolean`, `integer`, `number`, `string`, `array`, `object`.
  public var jsonType: String
  /// The placeholder of a value in usage texts, in capitals.
  public var placeholder: String
  /// The only values allowed; empty where the kind has no list of them.
  public var choices: [ValueChoice] = []
  /// Whether the setting can be unset, written `null`.
  public var isOptional = false
  /// The kind of a list's elements, at most one.
  public var element: [ValueKind] = []
  /// Whether a text of the kind may hold commas, so that a list of it is not split at them: its elements are given one
  /// at a time.
  public var holdsCommas = false
  /// The fields of a record; empty for other kinds.
  public var fields: [SchemaSetting] = []
  /// Fields of a record whose type is no `SettingValue`.
  public var unsupportedFields: [UnsupportedSetting] = []
  /// What a string in a document must match, as a regular expression of ECMA 262; `nil` where the kind takes any
  /// string or none. A kind whose `jsonType` is a number takes such strings beside numbers.
  public var textPattern: String?
  /// The lowest number that the type itself can hold; `nil` where it has none of its own.
  public var lowest: Double?

  public init(
    _ name: String, jsonType: String, placeholder: String, choices: [ValueChoice] = [], textPattern: String? = nil,
    lowest: Double? = nil
  ) {
    self.name = name
    self.jsonType = jsonType
    self.placeholder = placeholder
    self.choices = choices
    self.textPattern = textPattern
    self.lowest = lowest
  }

  /// The kind in a reader's words, such as `decimal`, `keep|jpeg|png|webp` or `list of integer`.
  public var summary: String {
    if let element = element.first { return "list of \(element.summary)" }
    return choices.isEmpty || name == "boolean" ? name : choices.map(\.value).joined(separator: "|")
  }
}

/// One of the values that a choice allows.
public struct ValueChoice: Sendable, Equatable {
  public var value: String
  public var title: String

  public init(_ value: String, title: String) {
    self.value = value
    self.title = title
  }
}
