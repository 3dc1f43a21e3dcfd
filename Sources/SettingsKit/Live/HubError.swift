/// Why a commit was refused; nothing of it was applied.
public enum HubError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What would be wrong after the commit and was not before it, all at once.
  case invalid([SettingProblem])
  /// Settings of the commit were changed after the revision that it expected.
  case conflict(current: Int, keys: [String])

  public var description: String {
    switch self {
    case .invalid(let problems):
      problems.map(\.description).joined(separator: "\n")
    case .conflict(let current, let keys) where keys.isEmpty:
      "the settings are at revision \(current), before the one that was expected; read them again"
    case .conflict(let current, let keys):
      "changed meanwhile: \(keys.joined(separator: ", ")); the settings are at revision \(current), read them again"
    }
  }
}
