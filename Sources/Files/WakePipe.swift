import Platform
import Synchronization

/// Lets one thread sleep on descriptors until another wakes it.
package final class WakePipe: Sendable {
  private let readEnd: Int32
  private let writeEnd: Int32
  private let isSignalled = Atomic(false)

  /// - Throws: `FileError` when no descriptor can be had.
  package init() throws(FileError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FileError("make", "a pipe", errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  package func wake() {
    // One byte is enough, however many wake.
    if isSignalled.exchange(true, ordering: .acquiringAndReleasing) { return }
    var byte: UInt8 = 1
    _ = write(writeEnd, &byte, 1)
  }

  /// Sleeps until woken, until `descriptor` can be read, or until the time is over.
  ///
  /// - Parameters:
  ///   - descriptor: -1 for none.
  ///   - timeout: `nil` sleeps for as long as nothing happens, without using the processor.
  /// - Returns: Whether `descriptor` can be read.
  package func sleep(on descriptor: Int32 = -1, timeout: Duration?) -> Bool {
    var waits = [
      pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    // Rounded up, so that what is due at the end of it is due indeed.
    let milliseconds = timeout.map { Int32(min(($0 / .milliseconds(1)).rounded(.up), 1e9)) } ?? -1
    guard poll(&waits, 2, milliseconds) > 0 else { return false }
    if waits[0].revents != 0 {
      var bytes: UInt64 = 0
      _ = read(readEnd, &bytes, 8)
      isSignalled.store(false, ordering: .releasing)
    }
    return waits[1].revents != 0
  }

  /// Sleeps until `end`; any number of threads may.
  package func waitForEnd() {
    var wait = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    while poll(&wait, 1, -1) < 0, errno == EINTR {}
  }

  /// Lets everybody go who sleeps in `waitForEnd`, now and later.
  package func end() { wake() }
}
