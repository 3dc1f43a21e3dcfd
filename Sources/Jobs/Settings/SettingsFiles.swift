import Files
import SettingsKit
import Watching

/// The files that a session's settings are read from, while they change: which they are, and what each reading says.
///
/// A project file that is gone or wrong changes nothing by itself: what it said last stays in force until it is right
/// again, and the other layers go on counting beside it.
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
  /// What is in force. The first reading may have problems, later ones never do.
  package private(set) var loaded: ResolvedSettings
  private var isBroken = false
  private var isGone = false
  /// Whether there has been a project file.
  private var hadProjectFile: Bool
  /// The project file as it was when it was read last, and the first reading that found it so.
  private var found: (status: FileStatus?, since: ContinuousClock.Instant) = (nil, .now)

  /// Reads them for the first time.
  package init(_ sources: SettingsSources, commandLine: [SettingCandidate]) {
    self.sources = sources
    self.commandLine = commandLine
    loaded = sources.load(commandLine: commandLine)
    hadProjectFile = SettingsFiles.exists(loaded.projectFile, sources)
  }

  package mutating func read() -> Reading {
    let status = status
    if status != found.status { found = (status, .now) }
    let new = sources.load(commandLine: commandLine)
    if let path = loaded.projectFile, hadProjectFile, !SettingsFiles.exists(new.projectFile, sources) {
      isGone = true
      readOthers()
      return .gone(path)
    }
    guard new.problems.isEmpty else {
      isBroken = true
      readOthers()
      return .broken(new.problems)
    }
    defer { (isBroken, isGone) = (false, false) }
    hadProjectFile = SettingsFiles.exists(new.projectFile, sources)
    loaded = new
    return .good(new, wasBroken: isBroken || isGone)
  }

  /// Reads the other layers, beside what the project file said last.
  private mutating func readOthers() {
    var new = sources.load(
      commandLine: commandLine, project: loaded.candidates.filter { $0.origin.layer == .projectFile })
    new.projectFile = loaded.projectFile
    if new.problems.isEmpty { loaded = new }
  }

  /// Whether some program is writing the project file.
  package var isBeingWritten: Bool { sources.projectFile.map(isOpenForWriting) ?? false }

  /// Whether the project file is what it was that long ago. One that is saved again and again may be empty at each reading
  /// and closed at each look; only its times tell, and those by ticks of some milliseconds.
  package func hasRested(for duration: Duration) -> Bool {
    status == found.status && found.since.duration(to: .now) >= duration
  }

  private var status: FileStatus? { sources.projectFile.flatMap { try? FileStatus(of: $0) } }

  /// Whether there is a project file. A link to nothing is none where it was named, and one to be told of where it was found.
  private static func exists(_ path: FilePath?, _ sources: SettingsSources) -> Bool {
    path.map { !FileStatus.isAbsent($0, followingLinks: sources.configPath != nil) } ?? false
  }

  // MARK: What is watched

  /// The project files that may count, the strongest first, whether or not they exist.
  package var projectPaths: [FilePath] {
    if let named = sources.configPath { return [named] }
    return ProjectFile.searchFolders(from: sources.workingFolder, home: sources.user.home).map {
      FilePath($0).appending(FilePath(SettingsSources.projectFileName))
    }
  }

  /// A person's own settings, whether or not they exist; `nil` where they do not count.
  package var ownPath: FilePath? {
    sources.isIsolated ? nil : sources.user.settings.map { FilePath($0.location) }
  }

  private var presetFolder: FilePath? {
    sources.isIsolated ? nil : sources.user.path.map { FilePath($0 + "/presets") }
  }

  package var watched: WatchPlan {
    WatchPlan(
      files: (projectPaths + [ownPath].compactMap(\.self)).map { WatchedFile($0) },
      folders: [presetFolder].compactMap(\.self).map {
        WatchedFolder($0, isRecursive: false, settling: .configuration)
      })
  }

  /// The files that count or would count, for people.
  package var names: [String] {
    [loaded.projectFile ?? projectPaths.first, ownPath].compactMap(\.self).map(sources.shortened)
  }

  package func isProject(_ path: FilePath) -> Bool { projectPaths.contains(path) }

  /// Whether a path is one of these files or a person's own preset.
  package func contains(_ path: FilePath) -> Bool {
    if path == ownPath || isProject(path) { return true }
    return presetFolder.map { path == $0 || path.isInside($0) } ?? false
  }
}

extension InputSelection {
  /// What is to be watched for pictures.
  package var watched: WatchPlan {
    var plan = WatchPlan(exclusions: WatchExclusions(paths: outputFolder.map { [$0] } ?? []))
    for path in named + listed {
      if isFolder(path) {
        plan.folders.append(WatchedFolder(path, isRecursive: recursive))
      } else {
        plan.files.append(WatchedFile(path, settling: .picture))
      }
    }
    return plan
  }

  /// What is absent is waited for; its name must say what it will be.
  private func isFolder(_ path: FilePath) -> Bool {
    guard let status = try? FileStatus(of: path) else { return !InputFinder.isNamedLikePicture(path) }
    return status.kind == .folder
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
