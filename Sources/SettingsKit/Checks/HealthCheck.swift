/// One thing that a program with settings can look at to tell whether all is well.
public struct HealthCheck: Sendable {
  /// What was found.
  public enum Finding: Sendable, Equatable {
    /// All is well; a sentence says what was looked at.
    case healthy(String)
    /// What is wrong, a sentence each.
    case problems([String])
  }

  public let find: @Sendable () -> Finding

  public init(_ find: @escaping @Sendable () -> Finding) { self.find = find }

  /// Whether every property declared with `@Setting` is of a kind that the interfaces know, and every pattern a regular
  /// expression.
  ///
  /// - Parameters:
  ///   - registries: What to look through.
  ///   - noun: What one of their settings is called, such as "setting" or "command option".
  public static func supportedKinds(in registries: [SettingsRegistry], noun: String) -> HealthCheck {
    HealthCheck {
      let unsupported = registries.flatMap(\.unsupported)
        .map { "the \(noun) \($0.key) cannot be set: \($0.typeName) is no SettingValue" }
      let mistaken = registries.flatMap(\.settings).compactMap { setting -> String? in
        guard let pattern = setting.metadata.pattern, (try? Regex(pattern)) == nil else { return nil }
        return "the \(noun) \(setting.key) takes no value: its pattern \(pattern) is not a regular expression"
      }
      guard unsupported.isEmpty, mistaken.isEmpty else { return .problems(unsupported + mistaken) }
      return .healthy("all \(registries.reduce(0) { $0 + $1.settings.count }) \(noun)s are supported")
    }
  }
}
