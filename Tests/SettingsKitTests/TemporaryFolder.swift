import Foundation

/// A folder that goes when the test does.
final class TemporaryFolder: Sendable {
  let path: String

  /// - Parameter inMemory: Where there is a file system in memory, as on Linux: for tests of thousands of flushed writes.
  init(inMemory: Bool = false) throws {
    let memory = "/dev/shm"
    let isUsable = inMemory && FileManager.default.isWritableFile(atPath: memory)
    let parent = isUsable ? URL(fileURLWithPath: memory) : FileManager.default.temporaryDirectory
    path = parent.appendingPathComponent("settings-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    let folder = (path(name) as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
  }

  func write(_ name: String, _ text: String) throws { try write(name, text.utf8) }

  func text(_ name: String) throws -> String { String(decoding: try bytes(name), as: UTF8.self) }
  func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

  /// The names in the folder, hidden ones included.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  func destination(_ name: String) throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: path(name))
  }

  func permissions(_ name: String) throws -> Int {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int ?? -1
  }

  func setPermissions(_ mode: Int, _ name: String = "") throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }
}
