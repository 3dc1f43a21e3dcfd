extension SettingsResolution {
  /// Whether the setting has an effect: it is neither disabled nor hidden.
  ///
  /// An inactive setting counts with its declared default in the conditions of others.
  ///
  /// - Parameter assuming: Canonical texts that replace what is in force, such as the true format of one picture.
  public func isActive(_ key: String, assuming: [String: String] = [:]) -> Bool {
    guard let metadata = registry.setting(key)?.metadata else { return true }
    return [metadata.enabledWhen, metadata.visibleWhen].allSatisfy { $0.map { holds($0, assuming: assuming) } ?? true }
  }

  /// Whether a condition holds for the effective values.
  public func holds(_ condition: Condition, assuming: [String: String] = [:]) -> Bool {
    condition.holds { effectiveText($0, assuming: assuming) }
  }

  /// What a setting counts with in conditions: its value where it is active, its declared default elsewhere.
  func effectiveText(_ key: String, assuming: [String: String] = [:]) -> String {
    if let assumed = assuming[key] { return assumed }
    guard let setting = registry.setting(key) else { return "null" }
    guard let winner = winners[key], isActive(key, assuming: assuming) else { return setting.defaultValue.text }
    return winner.value.text
  }

  /// What keeps a setting from having an effect: the conditions that do not hold, none for an active one.
  public func unmetConditions(_ key: String, assuming: [String: String] = [:]) -> [Condition] {
    guard let metadata = registry.setting(key)?.metadata else { return [] }
    return [metadata.enabledWhen, metadata.visibleWhen].compactMap { condition in
      condition.flatMap { holds($0, assuming: assuming) ? nil : $0 }
    }
  }

  /// Settings that were given a value but that have no effect, each with what would activate it.
  ///
  /// What a preset brought along was not asked for one by one and is passed over.
  ///
  /// - Parameter atLeast: Values from weaker layers are passed over.
  public func inactiveSettings(
    assuming: [String: String] = [:], atLeast layer: SettingOrigin.Layer = .commandLine
  ) -> [SettingProblem] {
    registry.settings.compactMap { setting in
      guard let (value, origin) = winners[setting.key], origin.layer >= layer, origin.preset == nil else { return nil }
      let conditions = unmetConditions(setting.key, assuming: assuming)
      if conditions.isEmpty { return nil }
      return SettingProblem(
        key: setting.key, origin: origin, sentence: "\(setting.key) = \(value.text) has no effect",
        hint: "it needs \(conditions.map(\.summary).joined(separator: " and "))", allowed: setting.allowedText)
    }
  }
}
