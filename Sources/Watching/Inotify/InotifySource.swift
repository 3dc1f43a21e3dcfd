import Files
import Platform
import Synchronization

/// One event as the kernel tells it.
package struct RawEvent: Sendable, Equatable {
  /// The watch that it belongs to; -1 for an overflow.
  package var watch: Int32
  package var mask: UInt32
  package var name: [UInt8]

  package init(watch: Int32, mask: UInt32, name: [UInt8] = []) {
    self.watch = watch
    self.mask = mask
    self.name = name
  }
}

/// Where raw events come from: the kernel, or a test's script.
///
/// `add`, `remove` and `wait` are called by one thread at a time, the others by any.
package protocol InotifySource: Sendable {
  /// Watches a file or a folder; a second time widens what is watched, if `mask` holds `IN_MASK_ADD`.
  ///
  /// - Returns: The watch's number, the same for the same inode.
  /// - Throws: `errno`.
  func add(_ path: FilePath, mask: UInt32) throws(SystemCode) -> Int32
  func remove(_ watch: Int32)
  /// Waits for events, for `wake`, or for the end of the time.
  ///
  /// - Returns: Perhaps nothing; `nil` after `finish`.
  func wait(timeout: Duration?) -> [RawEvent]?
  func wake()
  /// Makes `wait` return `nil`.
  func finish()
}

/// An `errno` that was thrown.
package struct SystemCode: Error {
  package var value: Int32
  package init(_ value: Int32) { self.value = value }
}

/// The kernel's inotify.
package final class KernelInotify: InotifySource {
  private let descriptor: Descriptor
  private let pipe: WakePipe
  private let isFinished = Atomic(false)

  /// Room for hundreds of events a read; one event takes at most 16 + 256 bytes.
  private static let bufferBytes = 1 << 16

  /// - Throws: `WatchError.unavailable`.
  package init() throws(WatchError) {
    do throws(FileError) { pipe = try WakePipe() } catch { throw .unavailable(error.code) }
    let number = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard number >= 0 else { throw .unavailable(errno) }
    descriptor = Descriptor(number, "inotify")
  }

  package func add(_ path: FilePath, mask: UInt32) throws(SystemCode) -> Int32 {
    let watch = path.withCString { inotify_add_watch(descriptor.number, $0, mask) }
    guard watch >= 0 else { throw SystemCode(errno) }
    return watch
  }

  package func remove(_ watch: Int32) { inotify_rm_watch(descriptor.number, watch) }

  package func wait(timeout: Duration?) -> [RawEvent]? {
    let isReadable = pipe.sleep(on: descriptor.number, timeout: timeout)
    if isFinished.load(ordering: .acquiring) { return nil }
    return isReadable ? readEvents() : []
  }

  private func readEvents() -> [RawEvent] {
    withUnsafeTemporaryAllocation(byteCount: KernelInotify.bufferBytes, alignment: 8) { buffer in
      let count = (try? descriptor.read(into: buffer)) ?? 0  // readable, as was just told
      var events: [RawEvent] = []
      var offset = 0
      let headBytes = MemoryLayout<inotify_event>.size
      while offset + headBytes <= count {
        let head = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let name = buffer[(offset + headBytes)..<(offset + headBytes + Int(head.len))]
        events.append(RawEvent(watch: head.wd, mask: head.mask, name: Array(name.prefix { $0 != 0 })))
        offset += headBytes + Int(head.len)
      }
      return events
    }
  }

  package func wake() { pipe.wake() }

  package func finish() {
    isFinished.store(true, ordering: .releasing)
    pipe.wake()
  }
}
