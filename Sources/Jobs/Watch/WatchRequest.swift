import Files
import SettingsKit

/// What a watching session was asked to do.
public struct WatchRequest: Sendable {
  public var sources: SettingsSources
  /// What the command line gives; it stays in force however the files change.
  public var commandLine: [SettingCandidate]
  public var selection: InputSelection
  public var outputFolder: FilePath
  /// What links below that folder are.
  public var links = Folder.Links.refused
  /// Whether the outputs of a removed source are removed too.
  public var deletesOutputs: Bool
  /// Pictures worked on at once.
  public var width: Int
  /// Whether to look at the files again and again instead of being told.
  public var isPolling: Bool

  public init(
    sources: SettingsSources, commandLine: [SettingCandidate], selection: InputSelection, outputFolder: FilePath,
    deletesOutputs: Bool = false, width: Int, isPolling: Bool = false
  ) {
    self.sources = sources
    self.commandLine = commandLine
    self.selection = selection
    self.outputFolder = outputFolder
    self.deletesOutputs = deletesOutputs
    self.width = width
    self.isPolling = isPolling
  }
}

/// A setting that has another value than before.
public struct EffectiveChange: Sendable, Equatable {
  public var key: String
  public var old: JSONValue
  public var new: JSONValue
  public var oldText: String
  public var newText: String
  public var origin: SettingOrigin
}

/// What a watching session tells.
public enum WatchReport: Sendable {
  /// Said once: what is watched, and how.
  case started(watched: [String], pictures: Int, method: String)
  /// Pictures are about to be compressed; because of these settings, or because of the pictures where there are none.
  case roundBegan(changes: [EffectiveChange], pictures: Int)
  /// - previousBytes: What the same output had before, in this session.
  case picture(PictureOutcome, previousBytes: Int?)
  case roundEnded(pictures: Int, failed: Int, milliseconds: Double)
  /// A round was given up because something newer came.
  case roundCancelled
  /// The settings cannot be used; the last good ones stay in force.
  case broken([SettingProblem])
  /// The settings can be used again, whether or not they changed anything.
  case recovered
  /// A file changed a setting that the command line pins.
  case pinned(key: String, value: String, by: SettingOrigin)
  case sourceRemoved(FilePath, outputs: [FilePath], areDeleted: Bool)
  case note(String)
}
