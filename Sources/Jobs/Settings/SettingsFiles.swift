import SettingsKit
import Watching

/// The files that a session's settings are read from, while they change: which they are, and what each reading says.
///
/// A project file that is gone or wrong changes nothing: what was read last stays in force until it is right again.
package struct SettingsFiles {
  /// What came of reading them again.
  package enum Reading {
    /// They can be used; whether the reading before could not.
    case good(ResolvedSettings, wasBroken: Bool)
    case broken([SettingProblem])
    /// The project file was there and is not any more.
    case gone(FilePath)
  }

  package let sources: SettingsSources
  /// What the command line gives; it stays in force however the files change.
  package let commandLine: [SettingCandidate]
  /// The last reading that can be used; the first one may have problems.
  package private(set) var loaded: ResolvedSettings
  private var isBroken = false
  /// Whether the project file was there when it was last read.
  private var hadProjectFile: Bool

  /// Reads them for the first time.
  package init(_ sources: SettingsSources, commandLine: [SettingCandidate]) {
    self.sources = sources
    self.commandLine = commandLine
    loaded = sources.load(commandLine: commandLine)
    hadProjectFile = SettingsFiles.exists(loaded.projectFile)
  }

  package mutating func read() -> Reading {
    let new = sources.load(commandLine: commandLine)
    if let path = loaded.projectFile, hadProjectFile, !SettingsFiles.exists(path) { return .gone(path) }
    hadProjectFile = SettingsFiles.exists(new.projectFile)
    guard new.problems.isEmpty else {
      isBroken = true
      return .broken(new.problems)
    }
    defer { isBroken = false }
    loaded = new
    return .good(new, wasBroken: isBroken)
  }

  private static func exists(_ path: FilePath?) -> Bool { path.map { (try? FileStatus(of: $0)) != nil } ?? false }

  // MARK: What is watched

  /// The files, whether or not they exist.
  package var paths: [String] {
    let projects =
      sources.configPath.map { [$0.losslessText] }
      ?? ProjectFile.searchFolders(from: sources.workingFolder, home: sources.user.home).map {
        ($0 == "/" ? "" : $0) + "/" + SettingsSources.projectFileName
      }
    let own = sources.isIsolated ? nil : sources.user.settings?.location
    return projects + (own.map { [$0] } ?? [])
  }

  package var watched: WatchPlan {
    let presets = sources.isIsolated ? nil : sources.user.path.map { $0 + "/presets" }
    return WatchPlan(
      files: paths.map { WatchedFile(WatchPath($0)) },
      folders: presets.map { [WatchedFolder(WatchPath($0), isRecursive: false, settling: .configuration)] } ?? [])
  }

  /// Whether a path is one of these files or a person's own preset.
  package func contains(_ path: WatchPath) -> Bool {
    let text = String(decoding: path.bytes, as: UTF8.self)
    if paths.contains(text) { return true }
    return sources.user.path.map { path.isInside(WatchPath($0)) } ?? false
  }
}

extension InputSelection {
  /// What is to be watched for pictures.
  package var watched: WatchPlan {
    let kinds = named.map { ($0, (try? FileStatus(of: $0))?.kind) }  // what is absent is waited for
    let folders = kinds.filter { $0.1 == .folder }.map {
      WatchedFolder(WatchPath(bytes: $0.0.bytes), isRecursive: recursive)
    }
    let files = kinds.filter { $0.1 != .folder }.map { WatchedFile(WatchPath(bytes: $0.0.bytes), settling: .picture) }
    return WatchPlan(
      files: files, folders: folders,
      exclusions: WatchExclusions(paths: outputFolder.map { [WatchPath(bytes: $0.bytes)] } ?? []))
  }
}

extension WatchPlan {
  /// This plan and another one together.
  package func adding(_ other: WatchPlan) -> WatchPlan {
    WatchPlan(
      files: files + other.files, folders: folders + other.folders,
      exclusions: WatchExclusions(paths: exclusions.paths + other.exclusions.paths))
  }
}
