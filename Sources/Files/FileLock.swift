import Platform
import Synchronization

/// Locks between processes (flock(2)), which end with the descriptor that holds them.
public enum FileLock {
  private static let waits = Mutex<(@Sendable (FilePath) -> Void)?>(nil)
  /// A wait this long is told; shorter ones nobody notices.
  private static let patience = Duration.seconds(1)

  /// Has somebody told, once for each lock, that it has been waited for a second, with the path it is about.
  public static func tellWaits(_ tell: @escaping @Sendable (FilePath) -> Void) { waits.withLock { $0 = tell } }

  /// Takes a lock, however long that takes.
  ///
  /// - Throws: `FileError`.
  package static func take(_ descriptor: Descriptor) throws(FileError) {
    let clock = ContinuousClock()
    let start = clock.now
    var pauseMicroseconds: UInt32 = 100
    while clock.now - start < patience {
      if try takeIfFree(descriptor) { return }
      usleep(pauseMicroseconds)
      pauseMicroseconds = min(pauseMicroseconds * 2, 5_000)
    }
    if let tell = waits.withLock({ $0 }) { tell(descriptor.path) }
    while flock(descriptor.number, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError("lock", descriptor.path, errno) }
    }
  }

  /// One turn of waiting for a lock that another library keeps: a hundredth of a second, after the first second more.
  ///
  /// - Parameter turns: How many there were.
  /// - Returns: Whether to try again; not after `limit`.
  package static func wait(turns: Int, limit: Duration, for path: FilePath) -> Bool {
    let turnsOfPatience = 100
    if turns == turnsOfPatience, let tell = waits.withLock({ $0 }) { tell(path) }
    let isPatient = turns < turnsOfPatience
    guard isPatient || .milliseconds(50) * (turns - turnsOfPatience) < limit - patience else { return false }
    usleep(isPatient ? 10_000 : 50_000)
    return true
  }

  /// Takes a lock that nobody holds.
  ///
  /// - Returns: Whether it was free.
  /// - Throws: `FileError`.
  package static func takeIfFree(_ descriptor: Descriptor) throws(FileError) -> Bool {
    while flock(descriptor.number, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: return false
      default: throw FileError("lock", descriptor.path, errno)
      }
    }
    return true
  }
}
