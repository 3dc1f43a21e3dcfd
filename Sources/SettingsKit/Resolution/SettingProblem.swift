/// Something wrong with what was asked of one setting.
public struct SettingProblem: Error, Sendable, Equatable, CustomStringConvertible {
  public var key: String
  public var origin: SettingOrigin
  /// The whole sentence without the place and the hint: "quality = 70 is outside 0…1".
  public var sentence: String
  /// What to try: "did you mean 0.7?".
  public var hint: String?

  public init(key: String, origin: SettingOrigin, sentence: String, hint: String? = nil) {
    self.key = key
    self.origin = origin
    self.sentence = sentence
    self.hint = hint
  }

  public var description: String {
    sentence + (origin.place.isEmpty ? "" : " (from \(origin.place))") + (hint.map { "; \($0)" } ?? "")
  }

  static func badValue(_ candidate: SettingCandidate, _ problem: ValueProblem) -> SettingProblem {
    SettingProblem(
      key: candidate.key, origin: candidate.origin,
      sentence: "\(candidate.key) = \(candidate.raw.text) \(problem.reason)",
      hint: problem.suggestion.map { "did you mean \($0)?" })
  }

  static func unknownKey(_ candidate: SettingCandidate, among keys: [String]) -> SettingProblem {
    let nearest = nearestNames(to: candidate.key, among: keys)
    return SettingProblem(
      key: candidate.key, origin: candidate.origin, sentence: "there is no setting \(candidate.key)",
      hint: nearest.isEmpty ? nil : "did you mean \(nearest.joined(separator: " or "))?")
  }
}
