/// What follows from what the layers say, such as the values of a preset that one of them names.
public struct SettingsExpansion: Sendable {
  /// Makes further candidates of those of all layers; pure, and quick, since every commit asks it.
  public typealias Rule = @Sendable ([SettingCandidate]) -> SettingsExpansion

  public var candidates: [SettingCandidate]
  /// What could not be expanded, such as a preset that there is not.
  public var problems: [SettingProblem]

  public init(_ candidates: [SettingCandidate] = [], problems: [SettingProblem] = []) {
    self.candidates = candidates
    self.problems = problems
  }
}
