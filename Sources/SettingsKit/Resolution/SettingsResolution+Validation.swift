extension SettingsResolution {
  /// What is wrong between values that are right by themselves: choices that are not available, rules that are
  /// broken. Only settings that have an effect are judged.
  func violations(assuming: [String: String] = [:]) -> [SettingProblem] {
    unavailableChoices(assuming: assuming) + registry.rules.compactMap { ruleProblem($0, assuming: assuming) }
  }

  func unavailableChoices(assuming: [String: String] = [:]) -> [SettingProblem] {
    registry.settings.filter { !$0.metadata.choicesWhen.isEmpty }.flatMap { choiceProblems($0, assuming: assuming) }
  }

  /// The choices that a setting, or each element of a list, can have beside the other values; empty where the kind
  /// has no list of choices.
  public func allowedChoices(_ key: String, assuming: [String: String] = [:]) -> [ValueChoice] {
    guard let setting = registry.setting(key) else { return [] }
    return (setting.kind.element.first ?? setting.kind).choices.filter { choice in
      setting.metadata.choicesWhen[choice.value].map { holds($0, assuming: assuming) } ?? true
    }
  }

  private func choiceProblems(_ setting: SettingDescriptor, assuming: [String: String]) -> [SettingProblem] {
    let value = value(setting.key)
    let refused = choiceTexts(of: value).compactMap { choice -> (choice: String, needs: Condition)? in
      guard let needs = setting.metadata.choicesWhen[choice], !holds(needs, assuming: assuming) else { return nil }
      return (choice, needs)
    }
    guard !refused.isEmpty, isActive(setting.key, assuming: assuming) else { return [] }
    let allowed = allowedChoices(setting.key, assuming: assuming).map(\.value)
    return refused.map { choice, needs in
      let isWhole = choice == value.text
      let near = nearestNames(to: choice, among: allowed)
      return SettingProblem(
        key: setting.key, origin: origin(setting.key),
        sentence: "\(setting.key) = \(value.text) is not available\(isWhole ? "" : ": \(choice)")",
        hint: "\(isWhole ? "it" : choice) needs \(needs.summary)\(reasons(needs, assuming)); allowed now: "
          + (allowed.isEmpty ? "none" : allowed.joined(separator: ", ")),
        allowed: allowed.joined(separator: "|"), nearest: near + allowed.filter { !near.contains($0) })
    }
  }

  private func ruleProblem(_ rule: SettingRule, assuming: [String: String]) -> SettingProblem? {
    guard isActive(rule.key, assuming: assuming), !holds(rule.condition, assuming: assuming) else { return nil }
    return SettingProblem(
      key: rule.key, origin: origin(rule.key), sentence: "\(rule.key) = \(value(rule.key).text) \(rule.problem)",
      hint: "it needs \(rule.condition.summary)\(reasons(rule.condition, assuming))",
      allowed: registry.setting(rule.key)?.allowedText)
  }

  /// Where the values of a condition that does not hold came from: ", but bread = white (from --set)".
  private func reasons(_ condition: Condition, _ assuming: [String: String]) -> String {
    var seen: Set<String> = []
    let facts = condition.keys.filter { seen.insert($0).inserted && registry.setting($0) != nil }.map { key in
      let place = assuming[key] == nil && isActive(key, assuming: assuming) ? origin(key).place : ""
      let text = effectiveText(key, assuming: assuming)
      return "\(key) = \(text)\(place.isEmpty ? "" : " (from \(place))")"
    }
    return facts.isEmpty ? "" : ", but \(facts.joined(separator: ", "))"
  }
}

/// The texts that `choicesWhen` applies to: the value itself, or a list's elements; none for an unset optional.
private func choiceTexts(of value: any SettingValue) -> [String] {
  if value.json == .null { return [] }
  if let list = value as? [any SettingValue] { return list.map(\.text) }
  return [value.text]
}
