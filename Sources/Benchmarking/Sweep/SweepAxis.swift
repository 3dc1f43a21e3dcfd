import SettingsKit

/// A setting and the values that it takes in turn.
public struct SweepAxis: Sendable, Equatable {
  public var key: String
  /// Canonical texts of the values, each once, in the order given.
  public var values: [String]
  /// Where it was given: "--sweep", "sweep.json:2:3".
  public var place: String

  public init(key: String, values: [String], place: String) {
    self.key = key
    self.values = values
    self.place = place
  }

  /// One of the values as what a layer offers.
  func candidate(_ index: Int) -> SettingCandidate {
    SettingCandidate(key, .text(values[index]), from: SettingOrigin(.sweep, place: place))
  }
}
