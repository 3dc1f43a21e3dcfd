import CFiles
import Platform
import Synchronization

/// Files that are being written, so that an interrupted run can take them away.
public final class TemporaryFiles: Sendable {
  /// The process's own; an interruption can only clean up what it finds in one place.
  public static let shared = TemporaryFiles()

  /// A file that has not got its name yet.
  package struct File: Sendable {
    package let folder: Folder
    package let name: FilePath
    package let descriptor: Descriptor
    fileprivate let number: Int
  }

  private struct State {
    var open: [Int: (folder: Folder, name: FilePath)] = [:]
    var counter = 0
    /// Folders in which the leftovers of others were looked for.
    var swept: Set<FileStatus.Identity> = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Creates an empty file in a folder under a name that no other has, for its owner alone.
  ///
  /// The name is short whatever the final one is: a name of the full length allowed still has its temporary file. At the
  /// first file in a folder, what killed runs left there is taken away.
  ///
  /// - Parameter path: What errors call it.
  /// - Throws: `FileError` when the folder cannot be written.
  package func create(in folder: Folder, for path: FilePath) throws(FileError) -> File {
    sweepOnce(folder)
    while true {
      let (file, code): (File?, Int32) = state.withLock { state in
        state.counter += 1
        let name = TemporaryName.own(state.counter)
        let number = name.withCString {
          openat(folder.descriptor.number, $0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
        guard number >= 0 else { return (nil, errno) }
        state.open[state.counter] = (folder, name)
        return (File(folder: folder, name: name, descriptor: Descriptor(number, path), number: state.counter), 0)
      }
      if let file { return file }
      if code != EEXIST { throw FileError("write in", folder.path, code) }
    }
  }

  /// Forgets a file that now has its final name.
  package func forget(_ file: File) { _ = state.withLock { $0.open.removeValue(forKey: file.number) } }

  /// Removes a file that is not wanted any more.
  package func discard(_ file: File) {
    state.withLock { state in
      TemporaryFiles.remove(file.name, in: file.folder)
      state.open[file.number] = nil
    }
  }

  /// Removes all of them and runs `body` while none can be created: for the end of the process.
  public func removeAll(then body: () -> Void) {
    state.withLock { state in
      for (folder, name) in state.open.values { TemporaryFiles.remove(name, in: folder) }
      state.open = [:]
      body()
    }
  }

  private static func remove(_ name: FilePath, in folder: Folder) {
    _ = name.withCString { unlinkat(folder.descriptor.number, $0, 0) }
  }

  // MARK: What others left

  private func sweepOnce(_ folder: Folder) {
    // What cannot be looked at is told by the writing itself.
    guard let status = try? folder.descriptor.status(),
      state.withLock({ $0.swept.insert(status.identity).inserted })
    else { return }
    sweep(folder, now: time(nil))
  }

  /// Takes away the temporary files of runs that are over: of this host and boot where no such process lives, others where
  /// they are older than a day.
  ///
  /// - Parameter now: Seconds since 1970.
  package func sweep(_ folder: Folder, now: Int) {
    let entries = (try? folder.entries()) ?? []  // leftovers are no reason to fail
    for entry in entries where entry.kind == .regular {
      guard let name = TemporaryName(entry.name) else { continue }
      switch name.owner {
      case .alive: continue
      case .gone: TemporaryFiles.remove(FilePath(bytes: entry.name), in: folder)
      case .unknown:
        guard let status = try? folder.status(of: FilePath(bytes: entry.name)) else { continue }
        if now - status.changed.tv_sec > TemporaryName.maximumAgeSeconds {
          TemporaryFiles.remove(FilePath(bytes: entry.name), in: folder)
        }
      }
    }
  }
}

/// The name of a temporary file, which tells whose it is: `.imgtune-HOST-BOOT-PID-START-NUMBER.tmp`.
package struct TemporaryName: Equatable {
  package enum Owner { case alive, gone, unknown }

  /// When a file of another machine counts as left.
  package static let maximumAgeSeconds = 24 * 60 * 60

  private var place: Substring
  private var process: Int32
  private var start: UInt64

  /// - Returns: `nil` for a name that is none of ours.
  package init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix(".imgtune-"), text.hasSuffix(".tmp") else { return nil }
    let parts = text.dropFirst(9).dropLast(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 5, let process = Int32(parts[2]), process > 0, let start = UInt64(parts[3]),
      Int(parts[4]) != nil
    else { return nil }
    place = text.dropFirst(9).prefix(parts[0].count + 1 + parts[1].count)
    (self.process, self.start) = (process, start)
  }

  package static func own(_ number: Int) -> FilePath {
    FilePath(".imgtune-\(ownPlace)-\(getpid())-\(ownStart)-\(number).tmp")
  }

  /// Whether the process that made the file lives; a number that another process has by now tells by its start.
  package var owner: Owner {
    guard place == TemporaryName.ownPlace else { return .unknown }
    if let started = TemporaryName.start(of: process) { return started == start ? .alive : .gone }
    // Without /proc, or where it hides others' processes, only the number can be asked for.
    return kill(process, 0) != 0 && errno == ESRCH ? .gone : .unknown
  }

  /// Host and boot, eight digits each; containers have numbers of processes of their own and count as hosts.
  package static let ownPlace: String = {
    let host = Array(SystemNames.current.host.utf8)
    let machine = (try? wholeFile("/etc/machine-id", limit: 4_096)) ?? []  // without one the name must do
    let boot = (try? Descriptor.opening("/proc/sys/kernel/random/boot_id").readAll(limit: 4_096)) ?? []
    let space = Array("\(cfiles_pid_namespace())".utf8)
    return digits(host + machine + space) + "-" + digits(boot)
  }()

  private static let ownStart: UInt64 = start(of: getpid()) ?? 0

  private static func digits(_ bytes: [UInt8]) -> String {
    let text = String(UInt32(truncatingIfNeeded: XXH64.hash(bytes)), radix: 16)
    return String(repeating: "0", count: 8 - text.count) + text
  }

  /// When a process began, in ticks since the boot: the 22nd field of its status, counted after the name, which may hold
  /// anything.
  private static func start(of process: Int32) -> UInt64? {
    guard let bytes = try? Descriptor.opening(FilePath("/proc/\(process)/stat")).readAll(limit: 65_536),
      let end = bytes.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    let fields = bytes[(end + 1)...].split(separator: UInt8(ascii: " "))
    return fields.count > 19 ? UInt64(String(decoding: fields[19], as: UTF8.self)) : nil
  }
}
