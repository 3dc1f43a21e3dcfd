import Glibc
import Synchronization

/// Files that are being written, so that an interrupted run can take them away.
public final class TemporaryFiles: Sendable {
  /// The process's own; an interruption can only clean up what it finds in one place.
  public static let shared = TemporaryFiles()

  private struct State {
    var open: Set<FilePath> = []
    var counter = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Creates an empty file in `folder` under a name that no other has.
  ///
  /// The name is short whatever the final one is: a name of the full length allowed still has its temporary file.
  ///
  /// - Returns: Its path and a descriptor open for writing.
  /// - Throws: `FileError` when the folder cannot be written.
  package func create(in folder: FilePath, mode: UInt32) throws(FileError) -> (path: FilePath, descriptor: Int32) {
    while true {
      let (path, descriptor, code) = state.withLock { state in
        state.counter += 1
        let path = folder.appending(FilePath(".imgtune-\(getpid())-\(state.counter).tmp"))
        let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode)) }
        let code = errno
        if descriptor >= 0 { state.open.insert(path) }
        return (path, descriptor, code)
      }
      if descriptor >= 0 { return (path, descriptor) }
      if code != EEXIST { throw FileError("write in", folder, code) }
    }
  }

  /// Forgets a file that now has its final name.
  package func forget(_ path: FilePath) { _ = state.withLock { $0.open.remove(path) } }

  /// Removes a file that is not wanted any more.
  package func discard(_ path: FilePath) {
    state.withLock { state in
      _ = path.withCString { unlink($0) }
      state.open.remove(path)
    }
  }

  /// Removes all of them and runs `body` while none can be created: for the end of the process.
  public func removeAll(then body: () -> Void) {
    state.withLock { state in
      for path in state.open { _ = path.withCString { unlink($0) } }
      state.open = []
      body()
    }
  }
}
