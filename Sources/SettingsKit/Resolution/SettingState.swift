/// What an interface shows of a setting beside its declaration.
public struct SettingState: Sendable {
  public var key: String
  public var value: any SettingValue
  public var origin: SettingOrigin
  public var isVisible: Bool
  public var isEnabled: Bool
  /// Whether the layer that is edited has a value of its own for it, equal to the default or not.
  public var isModified: Bool
  /// The choices that go with the other values; empty where the kind has no list of choices.
  public var allowedChoices: [ValueChoice]
  /// What would make it visible and enabled; empty where it is both.
  public var needs: [Condition]
  public var problems: [SettingProblem]

  /// Whether the value has an effect.
  public var isActive: Bool { isVisible && isEnabled }

  public var json: JSONValue {
    .object([
      "key": .string(key), "value": value.json, "origin": origin.json, "visible": .bool(isVisible),
      "enabled": .bool(isEnabled), "modified": .bool(isModified),
      "allowedChoices": allowedChoices.isEmpty ? nil : .array(allowedChoices.map { .string($0.value) }),
      "needs": needs.isEmpty ? nil : .array(needs.map { .string($0.summary) }),
      "problems": problems.isEmpty ? nil : .array(problems.map(\.json)),
    ])
  }
}

extension SettingsResolution {
  /// What an interface shows of a setting.
  ///
  /// - Parameters:
  ///   - layer: The layer that the interface edits.
  ///   - assuming: Canonical texts that replace what is in force.
  /// - Precondition: `key` is declared.
  public func state(
    of key: String, editing layer: SettingOrigin.Layer = .live, assuming: [String: String] = [:]
  ) -> SettingState {
    let metadata = registry.declared(key).metadata
    return SettingState(
      key: key, value: value(key), origin: origin(key),
      isVisible: metadata.visibleWhen.map { holds($0, assuming: assuming) } ?? true,
      isEnabled: metadata.enabledWhen.map { holds($0, assuming: assuming) } ?? true,
      isModified: offers.contains { $0.key == key && $0.origin.layer == layer && $0.origin.preset == nil },
      allowedChoices: allowedChoices(key, assuming: assuming), needs: unmetConditions(key, assuming: assuming),
      problems: problems(assuming: assuming).filter { $0.key == key })
  }

  /// The settings that a layer says anything of by itself, not through a preset, in the order of declaration.
  public func keys(givenBy layer: SettingOrigin.Layer) -> [String] {
    let given = Set(offers.lazy.filter { $0.origin.layer == layer && $0.origin.preset == nil }.map(\.key))
    return registry.keys.filter(given.contains)
  }
}
