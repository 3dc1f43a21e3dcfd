import Files
import Platform

/// Why the system's own notification cannot be used. Polling always can.
public enum WatchError: Error, Sendable, Equatable, CustomStringConvertible {
  /// inotify is not there, or this process cannot have one more; the code is `errno`.
  case unavailable(Int32)
  /// No more watches can be had for this user.
  case limitReached(maximum: Int?)
  /// A folder on a file system where others make changes that this machine is not told of.
  case remote(FilePath, fileSystem: String)
  /// A folder or file that cannot be watched; the code is `errno`.
  case refused(FilePath, Int32)
  /// A file that cannot be looked at or read, for its fingerprint; the code is `errno`.
  case unreadable(FilePath, Int32)

  /// Whether the same may go well another time, such as when other programs have given threads back.
  public var isTransient: Bool {
    if case .unavailable(let code) = self { SystemError.isTransient(code) } else { false }
  }

  public var description: String {
    switch self {
    case .unavailable(EMFILE):
      "no further inotify instance can be had; fs.inotify.max_user_instances or the limit on open files is reached"
    // Of the threads that watch: inotify itself never says so.
    case .unavailable(EAGAIN): "\(ThreadError(code: EAGAIN))"
    case .unavailable(let code): "inotify cannot be had: \(SystemError.text(of: code))"
    case .limitReached(let maximum):
      "the limit of inotify watches is reached; raise fs.inotify.max_user_watches"
        + (maximum.map { ", now \($0)" } ?? "")
    case .remote(let path, let fileSystem): "\(path) is on a \(fileSystem) file system, which does not tell of changes"
    case .unreadable(let path, let code): "\(path) cannot be read: \(SystemError.text(of: code))"
    case .refused(let path, let code): "\(path) cannot be watched: \(SystemError.text(of: code))"
    }
  }
}

extension BackgroundThread {
  /// - Throws: `WatchError.unavailable`.
  func beginning(_ body: @escaping @Sendable () -> Void) throws(WatchError) {
    do throws(ThreadError) { try start(body) } catch { throw .unavailable(error.code) }
  }
}
