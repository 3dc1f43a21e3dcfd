import Files
import Foundation
import Watching

/// A folder of one test's own, in which files are treated as programs treat them: by system calls.
final class WorkFolder: Sendable {
  let path: String

  init() {
    var template = Array(("/tmp/watching-XXXXXX").utf8CString)
    precondition(mkdtemp(&template) != nil)
    path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func at(_ name: String) -> String { path + "/" + name }
  func watchPath(_ name: String) -> FilePath { FilePath(at(name)) }
  func changed(_ name: String) -> WatchEvent { .changed(watchPath(name)) }
  func removed(_ name: String) -> WatchEvent { .removed(watchPath(name)) }

  /// Opens, truncates, writes and closes: how a file is saved in place.
  func save(_ name: String, _ text: String) {
    let file = openForWriting(name)
    write(text, to: file)
    close(file)
  }

  func openForWriting(_ name: String, _ flags: Int32 = O_TRUNC) -> Int32 {
    let descriptor = open(at(name), O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0o644)
    precondition(descriptor >= 0, "cannot write \(name): \(String(cString: strerror(errno)))")
    return descriptor
  }

  func write(_ text: String, to descriptor: Int32) {
    let bytes = Array(text.utf8)
    precondition(Foundation.write(descriptor, bytes, bytes.count) == bytes.count)
  }

  /// Writes another file and gives it the name.
  func replace(_ name: String, _ text: String) {
    let other = (name as NSString).deletingLastPathComponent + "/.\((name as NSString).lastPathComponent).new"
    save(other, text)
    move(other, to: name)
  }

  func move(_ name: String, to other: String) {
    precondition(rename(at(name), at(other)) == 0, "cannot rename \(name): \(String(cString: strerror(errno)))")
  }

  func delete(_ name: String) { precondition(unlink(at(name)) == 0) }
  func makeFolder(_ name: String) {
    precondition((try? FileManager.default.createDirectory(atPath: at(name), withIntermediateDirectories: true)) != nil)
  }
  func deleteAll(_ name: String) { try? FileManager.default.removeItem(atPath: at(name)) }
  func symbolicLink(_ name: String, to target: String) { precondition(symlink(target, at(name)) == 0) }
  func hardLink(_ name: String, to existing: String) { precondition(link(at(existing), at(name)) == 0) }

  func times(_ name: String) -> [timespec] {
    var status = stat()
    precondition(stat(at(name), &status) == 0)
    return [status.st_atim, status.st_mtim]
  }

  func setTimes(_ name: String, _ times: [timespec]) { precondition(utimensat(AT_FDCWD, at(name), times, 0) == 0) }

  /// Makes a file look as if it had been written long ago.
  func age(_ name: String) {
    setTimes(name, [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)])
  }
}

/// Both ways to watch, for what must hold for each.
enum Method: CaseIterable, Sendable {
  case inotify, polling

  /// - Parameter interval: Between looks, when polling.
  func watcher(_ plan: WatchPlan, interval: Duration = .milliseconds(20)) throws -> any FileWatcher {
    switch self {
    case .inotify: try InotifyWatcher(plan)
    case .polling: try PollingWatcher(plan, interval: interval)
    }
  }
}
