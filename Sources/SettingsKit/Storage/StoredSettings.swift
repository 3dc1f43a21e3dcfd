/// What a storage keeps: the edited values by key, in order, and everything it found that it does not know.
///
/// A record, not a snapshot: values are JSON, keys need not name a setting, and nothing has been checked.
public struct StoredSettings: Sendable, Equatable {
  /// The version that this program writes. It rises when an older program would misread what a newer one writes.
  public static let currentVersion = 1

  public internal(set) var version: Int
  /// The values by dotted key, each key once. A key that was never edited is not there.
  public private(set) var values: [JSONMember] = []
  /// Members of the document other than its version and values; they are kept.
  public var extras: [JSONMember]

  public init(
    _ values: KeyValuePairs<String, JSONValue> = [:], extras: [JSONMember] = [], version: Int = currentVersion
  ) {
    self.version = version
    self.extras = extras
    for (key, value) in values { self[key] = value }
  }

  /// The value stored for a key. A new key goes to the end; setting `nil` forgets the key, which is not the same as
  /// storing `.null`.
  public subscript(key: String) -> JSONValue? {
    get { values.first { $0.key == key }?.value }
    set {
      let index = values.firstIndex { $0.key == key }
      switch (index, newValue) {
      case (let index?, let value?): values[index].value = value
      case (let index?, nil): values.remove(at: index)
      case (nil, let value?): values.append(JSONMember(key, value))
      case (nil, nil): break
      }
    }
  }

  public var keys: [String] { values.map(\.key) }

  /// Forgets all values, those of unknown keys included.
  public mutating func removeAll() { values = [] }

  /// Gives a value another key, in its place.
  mutating func rename(_ key: String, to newKey: String) {
    guard let index = values.firstIndex(where: { $0.key == key }) else { return }
    values[index].key = newKey
  }

  /// The record as a document: version, what is not known, values.
  var document: JSONValue {
    .object(
      [JSONMember(Coders.versionKey, .integer(version))] + extras
        + [JSONMember(Coders.valuesKey, .object(values))])
  }

  /// The record as it will read back.
  var canonical: StoredSettings {
    var copy = self
    for index in copy.values.indices { copy.values[index].value = Coders.canonical(copy.values[index].value) }
    for index in copy.extras.indices { copy.extras[index].value = Coders.canonical(copy.extras[index].value) }
    return copy
  }
}
