/// All layers weighed against each other: for each setting the value that won, and where it came from.
public struct SettingsResolution: Sendable {
  public let registry: SettingsRegistry
  /// The winner of each setting that some layer gave a valid value.
  public private(set) var winners: [String: (value: any SettingValue, origin: SettingOrigin)] = [:]
  /// Everything that was wrong, in the order of the candidates.
  public private(set) var problems: [SettingProblem] = []

  /// - Parameter candidates: In any order of layers; inside a layer the last one wins.
  public init(_ registry: SettingsRegistry, candidates: [SettingCandidate]) {
    self.registry = registry
    for candidate in candidates { offer(candidate) }
  }

  private mutating func offer(_ candidate: SettingCandidate) {
    guard let setting = registry.setting(candidate.key) else {
      problems.append(.unknownKey(candidate, among: registry.keys))
      return
    }
    do throws(ValueProblem) {
      let value =
        switch candidate.raw {
        case .text(let text): try setting.parse(text)
        case .json(let json): try setting.decode(json)
        }
      if let known = winners[candidate.key], known.origin.layer > candidate.origin.layer { return }
      winners[candidate.key] = (value, candidate.origin)
    } catch {
      problems.append(.badValue(candidate, error))
    }
  }

  /// The same resolution with further candidates, such as what one picture suggests.
  public func adding(_ candidates: [SettingCandidate]) -> SettingsResolution {
    var copy = self
    for candidate in candidates { copy.offer(candidate) }
    return copy
  }

  /// The value in force for a setting, active or not.
  ///
  /// - Precondition: `key` is declared.
  public func value(_ key: String) -> any SettingValue {
    guard let setting = registry.setting(key) else { preconditionFailure("there is no setting \(key)") }
    return winners[key]?.value ?? setting.defaultValue
  }

  public func origin(_ key: String) -> SettingOrigin { winners[key]?.origin ?? SettingOrigin(.declaredDefault) }

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
    condition.holds { parent in
      if let assumed = assuming[parent] { return assumed }
      guard isActive(parent, assuming: assuming) else { return registry.setting(parent)?.defaultValue.text ?? "null" }
      return value(parent).text
    }
  }

  /// Settings that a layer gave a value but that have no effect, each with what would activate it.
  ///
  /// - Parameter atLeast: Values from weaker layers are passed over.
  public func inactiveSettings(
    assuming: [String: String] = [:], atLeast layer: SettingOrigin.Layer = .commandLine
  ) -> [SettingProblem] {
    registry.settings.compactMap { setting in
      guard let (value, origin) = winners[setting.key], origin.layer >= layer,
        !isActive(setting.key, assuming: assuming)
      else { return nil }
      let conditions = [setting.metadata.enabledWhen, setting.metadata.visibleWhen].compactMap { condition in
        condition.flatMap { holds($0, assuming: assuming) ? nil : $0 }
      }
      return SettingProblem(
        key: setting.key, origin: origin, sentence: "\(setting.key) = \(value.text) has no effect",
        hint: "it needs \(conditions.map(\.summary).joined(separator: " and "))")
    }
  }

  /// The settings as an instance of their type.
  public func snapshot<Root: SettingsSection>(as type: Root.Type) -> Root {
    registry.snapshot(winners.mapValues(\.value), as: type)
  }
}
