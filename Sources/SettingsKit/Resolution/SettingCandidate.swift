/// A value that some layer offers for a setting.
public struct SettingCandidate: Sendable, Equatable {
  public var key: String
  /// What the layer says: typed text, or a value of a document.
  public enum Raw: Sendable, Equatable {
    case text(String)
    case json(JSONValue)

    /// The raw value as a person wrote it.
    public var text: String {
      switch self {
      case .text(let text): text
      case .json(let value): value.compactText
      }
    }
  }
  public var raw: Raw
  public var origin: SettingOrigin

  public init(_ key: String, _ raw: Raw, from origin: SettingOrigin) {
    self.key = key
    self.raw = raw
    self.origin = origin
  }
}

extension Sequence<SettingCandidate> {
  /// The candidates that count when the same result is wanted for everyone: none of the user's own settings and
  /// none of the environment.
  public var isolated: [SettingCandidate] { filter { !$0.origin.layer.isPersonal } }
}

/// A candidate after its text was read and checked, so that weighing layers again costs no parsing.
struct SettingOffer: Sendable {
  let candidate: SettingCandidate
  /// `nil` where the candidate is no valid value, and then there is a problem.
  let value: (any SettingValue)?
  let problem: SettingProblem?

  var key: String { candidate.key }
  var origin: SettingOrigin { candidate.origin }

  init(_ candidate: SettingCandidate, in registry: SettingsRegistry) {
    self.candidate = candidate
    guard let setting = registry.setting(candidate.key) else {
      value = nil
      problem = .unknownKey(candidate, in: registry)
      return
    }
    do throws(ValueProblem) {
      value =
        switch candidate.raw {
        case .text(let text): try setting.parse(text)
        case .json(let json): try setting.decode(json)
        }
      problem = nil
    } catch {
      value = nil
      problem = .badValue(candidate, error, of: setting)
    }
  }
}
