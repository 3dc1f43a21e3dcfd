/// A place where edited values lie between runs.
///
/// One storage is one document: a user's presets are further storages, at locations of their own.
///
/// All implementations keep the promises that `StorageConformanceTests` checks: only what was edited is kept, also
/// under keys that are not known; earlier keys are followed; edits at once, of several threads or processes, all
/// count; an edit that fails changes nothing; and what a newer version wrote is read but never written.
public protocol SettingsStorage: Sendable {
  /// Where the document lies, as places and errors name it: the path of a file.
  var location: String { get }

  /// Reads what is stored. It does not throw: what cannot be read counts as not stored, and `problems` says so.
  func load() -> LoadedSettings

  /// Reads, edits and writes back, with nobody else in between.
  ///
  /// - Parameter edit: Changes the record, with earlier keys already followed. It must not use the same storage.
  /// - Returns: What `edit` returns. Nothing is written where it changed nothing.
  /// - Throws: What `edit` throws, or `StorageError`; either way what is stored stays as it was.
  func update<Result>(_ edit: (inout StoredSettings) throws -> Result) throws -> Result
}

/// What a storage holds, and what was wrong with it.
public struct LoadedSettings: Sendable {
  public enum Condition: Sendable, Equatable {
    /// Nothing has been stored yet.
    case absent
    case sound
    /// Of another form than stored settings have; set aside under another name at the next change.
    case damaged
    /// Written by a newer program: read as far as it is understood, never written.
    case newer(Int)
    /// There but not readable; never written.
    case unreadable(StorageError)
  }

  public internal(set) var stored = StoredSettings()
  /// Everything wrong; values that their settings do not allow are among it, and `SettingsResolution` finds them too.
  public internal(set) var problems: [DocumentProblem] = []
  public internal(set) var condition = Condition.absent
  /// The places of known settings, by key.
  var places: [String: String] = [:]
  /// The keys as the document has them, earlier keys of settings among them.
  var spellings: Set<String> = []

  init() {}

  /// Why nothing can be written, `nil` where something can.
  func obstacle(at location: String) -> StorageError? {
    switch condition {
    case .absent, .sound, .damaged: nil
    case .newer(let version): StorageError(.newerVersion(version), path: location)
    case .unreadable(let error): error
    }
  }

  mutating func report(_ cause: StorageError.Cause, in location: String) {
    guard case .newerVersion(let version) = cause else { return }
    problems.append(
      DocumentProblem(
        .newerVersion, in: location,
        "written by a newer version (format \(version), this program knows \(StoredSettings.currentVersion))",
        hint: "what is understood counts, and nothing is changed"))
  }
}

extension StoredSettings {
  /// Settles what an edit left: numbers in one form, values under the keys that their settings have now.
  ///
  /// - Parameter before: The record as the edit found it.
  func settled(after before: StoredSettings, registry: SettingsRegistry) -> StoredSettings {
    var settled = canonical
    settled.version = StoredSettings.currentVersion
    for (old, new) in registry.renames.sorted(by: { $0.key < $1.key }) {
      guard let value = settled[old], settled[new] == nil else { continue }
      // It was ignored beside the new key's value; now that this is gone, it must not come back in its place.
      if value == before.canonical[old] { settled[old] = nil } else { settled.rename(old, to: new) }
    }
    return settled
  }
}
