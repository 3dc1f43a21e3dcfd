/// When a setting has an effect: data over the effective values of other settings, so that it can be exported.
///
/// Keys are absolute (`jpeg.progressive`); values are canonical texts as `SettingValue.text` gives them.
public indirect enum Condition: Sendable, Equatable {
  /// The setting has a value other than `null`.
  case isSet(String)
  /// The setting has one of these values.
  case oneOf(String, [String])
  case not(Condition)
  case all([Condition])
  case any([Condition])

  /// The setting has this value.
  public static func equals(_ key: String, _ value: String) -> Condition { .oneOf(key, [value]) }

  /// Every key that the condition looks at.
  public var keys: [String] {
    switch self {
    case .isSet(let key), .oneOf(let key, _): [key]
    case .not(let condition): condition.keys
    case .all(let conditions), .any(let conditions): conditions.flatMap(\.keys)
    }
  }

  /// Whether the condition holds for the texts that `value` gives.
  public func holds(_ value: (String) -> String) -> Bool {
    switch self {
    case .isSet(let key): value(key) != "null"
    case .oneOf(let key, let values): values.contains(value(key))
    case .not(let condition): !condition.holds(value)
    case .all(let conditions): conditions.allSatisfy { $0.holds(value) }
    case .any(let conditions): conditions.contains { $0.holds(value) }
    }
  }

  /// The condition as something to do: "format=webp", "maxDimension set".
  public var summary: String {
    switch self {
    case .isSet(let key): "\(key) set"
    case .oneOf(let key, let values): "\(key)=" + values.joined(separator: "|")
    case .not(.isSet(let key)): "\(key) not set"
    case .not(let condition): "not (\(condition.summary))"
    case .all(let conditions): conditions.map(\.summary).joined(separator: " and ")
    case .any(let conditions): Condition.alternatives(conditions)
    }
  }

  /// "a, b or c set" where all only have to be set, "this or that" otherwise.
  private static func alternatives(_ conditions: [Condition]) -> String {
    let keys = conditions.compactMap { condition in
      if case .isSet(let key) = condition { key } else { nil }
    }
    guard keys.count == conditions.count, let last = keys.last, keys.count > 1 else {
      return conditions.map(\.summary).joined(separator: " or ")
    }
    return "\(keys.dropLast().joined(separator: ", ")) or \(last) set"
  }

  /// The condition in the schema document.
  public var json: JSONValue {
    switch self {
    case .isSet(let key): .object(["isSet": .string(key)])
    case .oneOf(let key, let values): .object(["key": .string(key), "oneOf": .array(values.map(JSONValue.string))])
    case .not(let condition): .object(["not": condition.json])
    case .all(let conditions): .object(["all": .array(conditions.map(\.json))])
    case .any(let conditions): .object(["any": .array(conditions.map(\.json))])
    }
  }
}
