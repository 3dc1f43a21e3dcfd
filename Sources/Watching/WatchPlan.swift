import Files

/// What is to be watched.
public struct WatchPlan: Sendable {
  public var files: [WatchedFile]
  public var folders: [WatchedFolder]
  /// What is never reported nor entered inside the folders; files named outright are always watched.
  public var exclusions: WatchExclusions

  public init(
    files: [WatchedFile] = [], folders: [WatchedFolder] = [], exclusions: WatchExclusions = WatchExclusions()
  ) {
    self.files = files
    self.folders = folders
    self.exclusions = exclusions
  }
}

/// One file, whether or not it exists: a configuration, a picture named by itself.
///
/// It is followed through every symbolic link on its way and under its other hard links.
public struct WatchedFile: Sendable {
  /// Events carry the path as it is spelled here.
  public var path: FilePath
  public var settling: Settling

  public init(_ path: FilePath, settling: Settling = .configuration) {
    self.path = path
    self.settling = settling
  }
}

/// The regular files of a folder, and those that links in it lead to; links to folders are not entered.
public struct WatchedFolder: Sendable {
  /// Events carry this path, as it is spelled here, with what follows below it.
  public var path: FilePath
  public var isRecursive: Bool
  public var settling: Settling

  public init(_ path: FilePath, isRecursive: Bool = true, settling: Settling = .picture) {
    self.path = path
    self.isRecursive = isRecursive
    self.settling = settling
  }
}

/// When a change counts as complete.
public struct Settling: Sendable, Equatable {
  /// How long nothing more may happen to a file before it is reported.
  public var quiet: Duration
  /// The longest that saves in close succession put off a report, counted from the first complete one.
  ///
  /// When polling, which cannot see that a file is still open, also the longest that a growing file is waited for.
  public var deadline: Duration
  /// The longest that a file is waited for that a program holds open and writes to; `nil` waits for its close.
  public var openDeadline: Duration?
  /// Whether a file that takes its name by a rename, complete as it is, is reported without waiting.
  public var takesMovesAtOnce: Bool

  public init(quiet: Duration, deadline: Duration, openDeadline: Duration? = nil, takesMovesAtOnce: Bool = false) {
    self.quiet = quiet
    self.deadline = deadline
    self.openDeadline = openDeadline
    self.takesMovesAtOnce = takesMovesAtOnce
  }

  /// 50 ms; a file that is held open is reported after a second all the same, since logs of settings exist.
  public static let configuration = Settling(
    quiet: .milliseconds(50), deadline: .milliseconds(500), openDeadline: .seconds(1))
  /// 100 ms, a deadline of 1 s; half a picture is never reported while its writer holds it open.
  public static let picture = Settling(quiet: .milliseconds(100), deadline: .seconds(1), takesMovesAtOnce: true)
}

/// What is passed over inside watched folders.
public struct WatchExclusions: Sendable {
  /// Folders and files, by identity: under other names and behind links they are passed over too. They need not exist.
  public var paths: [FilePath]
  /// Whether names that begin with a dot are passed over.
  public var skipsHidden: Bool
  /// Asked with the path of a file or a folder as it would be reported; on the watcher's own thread.
  public var isExcluded: (@Sendable (FilePath) -> Bool)?

  public init(
    paths: [FilePath] = [], skipsHidden: Bool = true, isExcluded: (@Sendable (FilePath) -> Bool)? = nil
  ) {
    self.paths = paths
    self.skipsHidden = skipsHidden
    self.isExcluded = isExcluded
  }
}
