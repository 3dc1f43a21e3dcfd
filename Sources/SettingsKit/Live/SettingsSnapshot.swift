/// All settings at one moment: never changed, kept for as long as somebody holds it.
///
/// A job takes one from the hub when it starts and reads it until it ends. Reading a setting takes a lock that nobody
/// else wants, tens of nanoseconds; loops over pixels read plain parameters.
public final class SettingsSnapshot<Root: SettingsSection>: Sendable {
  /// The number of commits that led here.
  public let revision: Int
  public let settings: Root
  /// What the values were resolved from: origins, problems, conditions.
  public let resolution: SettingsResolution
  /// The layer that edits go to.
  public let editedLayer: SettingOrigin.Layer

  init(revision: Int, resolution: SettingsResolution, editing layer: SettingOrigin.Layer) {
    self.revision = revision
    self.resolution = resolution
    editedLayer = layer
    settings = resolution.snapshot(as: Root.self)
  }

  /// The settings that were edited, in the order of declaration, whether or not to another value than before.
  public var modifiedKeys: [String] { resolution.keys(givenBy: editedLayer) }

  /// What an interface shows of a setting.
  ///
  /// - Precondition: `key` is declared.
  public func state(of key: String, assuming: [String: String] = [:]) -> SettingState {
    resolution.state(of: key, editing: editedLayer, assuming: assuming)
  }
}
