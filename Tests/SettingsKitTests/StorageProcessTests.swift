import Foundation
import SettingsKit
import Testing

/// What needs a process of its own: locks between processes, limits, and permissions.
@Suite struct StorageProcessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func storage(_ form: String, in folder: TemporaryFolder? = nil) throws -> any SettingsStorage {
    let folder = folder ?? self.folder
    let registry = try KitchenSettings.registry
    return form == "plist"
      ? PropertyListStorage(at: folder.path("settings"), registry: registry)
      : JSONFileStorage(at: folder.path("settings"), registry: registry)
  }

  @Test(arguments: ["json", "plist"])
  func twoProcessesWithAThousandEditsEachLoseNothing(form: String) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let writers = try ["left", "right"].map {
      try StoreWriter(form, folder.path("settings"), "count", $0, "1000")
    }
    for writer in writers { #expect(writer.line() == "ready") }
    for writer in writers { writer.go() }
    for writer in writers { #expect(writer.finish().status == 0) }
    let stored = try storage(form, in: folder).load().stored
    #expect(stored["total"] == 2_000)
    for writer in ["left", "right"] {
      #expect(stored[writer] == 1_000)
      for slot in 0..<10 { #expect(stored["\(writer)-\(slot)"] == .integer(990 + slot)) }
    }
    #expect(folder.names == ["settings"], "no lock, no draft and nothing set aside is left")
  }

  /// A limit on file sizes fails in the middle of a write as a full disk does, and needs no disk to be filled.
  @Test(arguments: ["json", "plist"])
  func aWriteThatFailsHalfwayLosesNothingAndSaysWhatToDo(form: String) throws {
    try storage(form).update { $0["label"] = "old" }
    let before = try folder.bytes("settings")
    let output = try StoreWriter(form, folder.path("settings"), "limited", "4096").finish().output
    #expect(
      output == "\"old\"\ncannot write \(folder.path("settings")): file too large; "
        + "raise the limit on file sizes (ulimit -f) and try again; what was stored is still there\n")
    #expect(try folder.bytes("settings") == before)
    #expect(folder.names == ["settings"], "the draft is taken away")
  }

  @Test func aDamagedFileThatCannotBeReplacedStaysWhereItIs() throws {
    try folder.write("settings", "{damaged")
    _ = try StoreWriter("json", folder.path("settings"), "limited", "4096").finish()
    #expect(folder.names == ["settings"])
    #expect(try folder.text("settings") == "{damaged")
  }

  @Test func aFullDiskIsToldWithWhatToDo() {
    let error = StorageError(.system(ENOSPC), path: "/s.json")
    #expect(
      error.description == "cannot write /s.json: no space left on device; "
        + "free some space on that disk and try again; what was stored is still there")
  }

  /// The superuser may write everywhere: the process gives its privileges up where it has them.
  @Test(arguments: ["json", "plist"])
  func aFolderWithoutPermissionIsReadAndTheErrorSaysWhoToAsk(form: String) throws {
    try storage(form).update { $0["label"] = "old" }
    try folder.setPermissions(0o444, "settings")
    try folder.setPermissions(0o555)
    defer { try? folder.setPermissions(0o755) }
    let output = try StoreWriter(form, folder.path("settings"), "unprivileged").finish().output
    #expect(
      output == "\"old\"\ncannot write \(folder.path("settings")): permission denied; "
        + "see who owns the folder and the file and who may write there (ls -ld)\n")
    #expect(folder.names == ["settings"])
  }

  @Test func aFileThatMayNotBeReadIsNeitherReplacedNorSetAside() throws {
    try storage("json").update { $0["label"] = "old" }
    let before = try folder.bytes("settings")
    try folder.setPermissions(0o000, "settings")
    try folder.setPermissions(0o777)
    let output = try StoreWriter("json", folder.path("settings"), "unprivileged").finish().output
    // As its owner, the superuser's process is another user; an ordinary user's is the owner, with the same outcome.
    #expect(output.hasPrefix("nothing\ncannot read \(folder.path("settings")): permission denied; "))
    try folder.setPermissions(0o600, "settings")
    #expect(try folder.bytes("settings") == before)
    #expect(folder.names == ["settings"])
  }

  @Test func aFileWhereAFolderShouldBeIsAnError() throws {
    try folder.write("file", "")
    let storage = JSONFileStorage(at: folder.path("file/settings"), registry: try KitchenSettings.registry)
    #expect(storage.load().problems.map(\.kind) == [.unreadable])
    let error = #expect(throws: StorageError.self) { try storage.update { $0["label"] = "x" } }
    #expect(error?.description.contains("not a directory; a part of the path is not a folder") == true)
  }
}

/// A run of the test's own program.
private final class StoreWriter {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ arguments: String...) throws {
    // The package manager puts it beside the program that runs the tests.
    let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    process.executableURL = tests.deletingLastPathComponent().appendingPathComponent("store-writer")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Waits for a line of output.
  func line() -> String {
    var line: [UInt8] = []
    while let byte = output.fileHandleForReading.readData(ofLength: 1).first, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  func go() { input.fileHandleForWriting.write(Data("go\n".utf8)) }

  func finish() -> (output: String, status: Int32) {
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: rest, as: UTF8.self), process.terminationStatus)
  }
}
