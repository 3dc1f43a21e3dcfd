/// What lies between two snapshots of a hub: the sum of all commits between them.
///
/// A value that went to and fro is not in it. Two snapshots may differ in no value and still be a change: an edit may
/// have said what was in force already.
public struct SettingsChange<Root: SettingsSection>: Sendable {
  /// One setting whose value differs.
  public struct Value: Sendable {
    public let key: String
    public let old: any SettingValue
    public let new: any SettingValue
  }

  public let before: SettingsSnapshot<Root>
  public let after: SettingsSnapshot<Root>
  /// The settings whose values differ, in the order of declaration.
  public let values: [Value]

  /// - Complexity: O(settings).
  init(from before: SettingsSnapshot<Root>, to after: SettingsSnapshot<Root>) {
    self.before = before
    self.after = after
    values = after.resolution.registry.keys.compactMap { key in
      let old = before.resolution.value(key)
      let new = after.resolution.value(key)
      return areEqual(old, new) ? nil : Value(key: key, old: old, new: new)
    }
  }

  /// The revision that the change leads to.
  public var revision: Int { after.revision }
  public var keys: [String] { values.map(\.key) }

  /// The value of a key in its own type, before and after.
  ///
  /// - Returns: `nil` where it did not change or is of another type.
  public func value<Value: SettingValue>(of key: String, as type: Value.Type) -> (old: Value, new: Value)? {
    guard let value = values.first(where: { $0.key == key }), let old = value.old as? Value,
      let new = value.new as? Value
    else { return nil }
    return (old, new)
  }

  /// The value of a property, before and after: `change.value(of: \.bagel.oneSide)`.
  ///
  /// - Returns: `nil` where it did not change.
  public func value<Value: Equatable>(of path: KeyPath<Root, Value>) -> (old: Value, new: Value)? {
    let old = before.settings[keyPath: path]
    let new = after.settings[keyPath: path]
    return old == new ? nil : (old, new)
  }
}
