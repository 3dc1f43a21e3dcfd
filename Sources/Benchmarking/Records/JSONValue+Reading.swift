import SettingsKit

/// What a document has to hold at a place, or `nil`.
extension JSONValue {
  var stringValue: String? { if case .string(let value) = self { value } else { nil } }
  var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }

  var intValue: Int? {
    switch self {
    case .integer(let value): value
    case .decimal(let value): Int(exactly: value)
    default: nil
    }
  }

  var doubleValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .decimal(let value): value
    default: nil
    }
  }

  var members: [JSONMember]? { if case .object(let members) = self { members } else { nil } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// The numbers of a list of numbers.
  var doubles: [Double]? {
    guard let elements else { return nil }
    let numbers = elements.compactMap(\.doubleValue)
    return numbers.count == elements.count ? numbers : nil
  }
}
