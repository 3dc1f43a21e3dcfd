/// A declaration that contradicts itself: a programmer's mistake, found when the type is first introspected.
public struct RegistrationError: Error, CustomStringConvertible {
  public let typeName: String
  public let problems: [String]

  public var description: String {
    "the settings declared in \(typeName) cannot be registered: " + problems.joined(separator: "; ")
  }
}

/// What is wrong with a set of declarations as a whole.
func registrationProblems(of settings: [SettingDescriptor], rules: [SettingRule]) -> [String] {
  let keys = Set(settings.map(\.key))
  var problems: [String] = []
  problems += repeated(settings.map(\.key)).map { "the key \($0) is declared twice" }
  // Names can only be the same where keys are but for case and marks, which is quicker to see.
  if !repeated(settings.map { $0.key.utf8.lazy.filter { $0 != UInt8(ascii: "_") }.map { $0 | 0x20 } }).isEmpty {
    problems += repeated(settings.map { SettingNames.flag(forKey: $0.key) }).map { "the flag --\($0) is derived twice" }
    problems += repeated(settings.map { SettingNames.environment(forKey: $0.key, prefix: "X") })
      .map { "the environment name \($0.dropFirst(2)) is derived twice" }
  }
  problems += repeated(settings.compactMap(\.metadata.shortFlag)).map { "the short flag -\($0) is declared twice" }
  for setting in settings {
    if let range = setting.metadata.range {
      for number in setting.defaultValue.rangedNumbers where !range.contains(number) {
        problems.append("\(setting.key): the default \(decimalText(number)) is outside \(range.text(of: setting.kind))")
      }
      let kind = setting.kind.element.first ?? setting.kind
      if !["integer", "number"].contains(kind.jsonType), kind.name != "date" {
        problems.append("\(setting.key): a \(setting.kind.name) has no range")
      }
    }
    for key in setting.metadata.parents where !keys.contains(key) {
      problems.append("\(setting.key) depends on \(key), which is not declared")
    }
    for choice in setting.metadata.choicesWhen.keys.sorted()
    where !(setting.kind.element.first ?? setting.kind).choices.contains(where: { $0.value == choice }) {
      problems.append("\(setting.key) has no choice \(choice)")
    }
    if setting.hasNormaliser {
      do throws(ValueProblem) {
        if let meant = try setting.settled(setting.defaultValue) {
          problems.append("\(setting.key): the default \(setting.defaultValue.text) is normalised to \(meant.text)")
        }
      } catch {
        problems.append("\(setting.key): the default \(setting.defaultValue.text) \(error.reason)")
      }
    }
  }
  for rule in rules {
    for key in [rule.key] + rule.condition.keys where !keys.contains(key) {
      problems.append("a rule names \(key), which is not declared")
    }
  }
  let earlier = settings.flatMap(\.metadata.renamedFrom)
  problems += repeated(earlier).map { "the earlier key \($0) is claimed twice" }
  problems += earlier.filter(keys.contains).map { "the earlier key \($0) is still declared" }
  return problems + dependencyCycles(in: settings)
}

private func repeated<Name: Hashable>(_ names: [Name]) -> [Name] {
  var seen: Set<Name> = []
  return names.filter { !seen.insert($0).inserted }
}

/// Each setting that depends on itself, directly or through others.
private func dependencyCycles(in settings: [SettingDescriptor]) -> [String] {
  var parents: [String: [String]] = [:]
  var dependent: [String] = []
  for setting in settings where setting.metadata.isDependent {
    if parents[setting.key] == nil { dependent.append(setting.key) }
    parents[setting.key, default: []] += setting.metadata.parents
  }
  return dependent.filter { start in
    var reached: Set<String> = []
    var waiting = parents[start] ?? []
    while let key = waiting.popLast() {
      if reached.insert(key).inserted { waiting += parents[key] ?? [] }
    }
    return reached.contains(start)
  }.map { "\($0) depends on itself" }
}
