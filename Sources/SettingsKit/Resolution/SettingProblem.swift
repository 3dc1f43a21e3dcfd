/// Something wrong with what was asked of one setting.
public struct SettingProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public var key: String
  public var origin: SettingOrigin
  /// The whole sentence without the place and the hint: "quality = 70 is outside 0…1".
  public var sentence: String
  /// What to try: "did you mean 0.7?".
  public var hint: String?
  /// What the setting takes: "0…1", "white|rye"; `nil` where there is no such setting.
  public var allowed: String?
  /// The keys or values that were most likely meant, nearest first.
  public var nearest: [String]

  public init(
    key: String, origin: SettingOrigin, sentence: String, hint: String? = nil, allowed: String? = nil,
    nearest: [String] = []
  ) {
    self.key = key
    self.origin = origin
    self.sentence = sentence
    self.hint = hint
    self.allowed = allowed
    self.nearest = nearest
  }

  public var description: String {
    sentence + (origin.place.isEmpty ? "" : " (from \(origin.text))") + (hint.map { "; \($0)" } ?? "")
  }

  public var json: JSONValue {
    .object([
      "key": .string(key), "origin": origin.json, "problem": .string(sentence), "hint": hint.map(JSONValue.string),
      "allowed": allowed.map(JSONValue.string),
      "nearest": nearest.isEmpty ? nil : .array(nearest.map(JSONValue.string)),
    ])
  }

  static func badValue(
    _ candidate: SettingCandidate, _ problem: ValueProblem, of setting: SettingDescriptor
  ) -> SettingProblem {
    SettingProblem(
      key: candidate.key, origin: candidate.origin,
      sentence: "\(candidate.key) = \(candidate.raw.text) \(problem.reason)",
      hint: problem.suggestion.map { "did you mean \($0)?" }, allowed: setting.allowedText,
      nearest: problem.suggestion.map { [$0] } ?? [])
  }

  static func unknownKey(_ candidate: SettingCandidate, in registry: SettingsRegistry) -> SettingProblem {
    let sentence = "there is no setting \(candidate.key)"
    if let renamed = registry.settings.first(where: { $0.metadata.renamedFrom.contains(candidate.key) }) {
      return SettingProblem(
        key: candidate.key, origin: candidate.origin, sentence: sentence, hint: "it is called \(renamed.key) now",
        nearest: [renamed.key])
    }
    let nearest = nearestNames(to: candidate.key, among: registry.keys)
    return SettingProblem(
      key: candidate.key, origin: candidate.origin, sentence: sentence, hint: didYouMean(nearest), nearest: nearest)
  }

  /// "did you mean a or b?", `nil` where nothing is near.
  static func didYouMean(_ names: [String]) -> String? {
    names.isEmpty ? nil : "did you mean \(names.joined(separator: " or "))?"
  }
}
