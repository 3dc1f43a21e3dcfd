import Files
import Foundation
import Platform
import TestSupport
import Testing

struct AtomicWriteTests {
  private let folder = TemporaryFolder()

  private struct Trouble: Error {}

  private func write(_ text: String, to name: String, mode: UInt32 = 0o644, replacing: Bool = true) throws {
    let path = FilePath(folder.path(name))
    try Folder.opening(path.parent).write(path.name, FileAttributes(mode: mode), replacing: replacing) {
      try $0.write(Array(text.utf8))
    }
  }

  private func content(_ name: String) -> String? { folder.read(name).map { String(decoding: $0, as: UTF8.self) } }

  @Test func aFileIsWritten() throws {
    try write("new", to: "a")
    #expect(content("a") == "new")
    #expect(folder.files() == ["a"], "no temporary file is left")
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o755, 0o444] as [UInt32]) func theModeIsAsAsked(mode: UInt32) throws {
    try write("new", to: "a", mode: mode)
    #expect(folder.mode("a") == mode_t(mode))
  }

  @Test func anOldFileIsReplaced() throws {
    folder.write(Array("old".utf8), to: "a", mode: 0o600)
    try write("new", to: "a", mode: 0o644)
    #expect(content("a") == "new")
    #expect(folder.mode("a") == 0o644)
  }

  @Test func aFailureLeavesTheOldFileAndNothingElse() throws {
    folder.write(Array("old".utf8), to: "a")
    #expect(throws: Trouble.self) {
      try Folder.opening(FilePath(folder.path)).write("a", FileAttributes(mode: 0o644)) { file in
        try file.write(Array("half".utf8))
        #expect(folder.files().count == 2, "the temporary file lies beside the final one")
        throw Trouble()
      }
    }
    #expect(content("a") == "old")
    #expect(folder.files() == ["a"])
  }

  @Test func untilTheEndTheOldContentIsSeen() throws {
    folder.write(Array("old".utf8), to: "a")
    try Folder.opening(FilePath(folder.path)).write("a", FileAttributes(mode: 0o644)) { file in
      try file.write(Array("new".utf8))
      #expect(content("a") == "old")
    }
    #expect(content("a") == "new")
  }

  @Test func aTakenNameIsKeptWhereNothingMayBeReplaced() throws {
    folder.write(Array("old".utf8), to: "a")
    let error = #expect(throws: FileError.self) { try write("new", to: "a", replacing: false) }
    #expect(error?.code == EEXIST)
    #expect(content("a") == "old")
    try write("new", to: "b", replacing: false)
    #expect(content("b") == "new")
    #expect(folder.files() == ["a", "b"])
  }

  @Test func evenADanglingLinkCountsAsTaken() throws {
    folder.link("a", to: "nowhere")
    #expect(throws: FileError.self) { try write("new", to: "a", replacing: false) }
    #expect(folder.isLink("a"))
    #expect(!folder.exists("nowhere"))
  }

  @Test func aLinkIsReplacedAndNeverWrittenThrough() throws {
    folder.write(Array("old".utf8), to: "target")
    folder.link("a", to: "target")
    try write("new", to: "a")
    #expect(!folder.isLink("a"))
    #expect(content("a") == "new")
    #expect(content("target") == "old")
  }

  @Test func anotherHardLinkKeepsTheOldContent() throws {
    folder.write(Array("old".utf8), to: "a")
    folder.hardLink("b", to: "a")
    try write("new", to: "a")
    #expect(content("a") == "new")
    #expect(content("b") == "old")
  }

  @Test func aMissingFolderIsToldWithTheSystemsReason() throws {
    let error = #expect(throws: FileError.self) { try write("new", to: "absent/a") }
    #expect(error?.description.hasSuffix("no such file or directory") == true)
  }

  @Test func aFolderOfThatNameIsNoFile() throws {
    folder.makeFolder("a/inside")
    #expect(throws: FileError.self) { try write("new", to: "a") }
    #expect(folder.files().isEmpty)
  }

  @Test func aNameOfTheFullLengthHasItsTemporaryFileToo() throws {
    let name = String(repeating: "x", count: 255)
    try write("new", to: name)
    #expect(folder.files() == [name])
  }

  @Test func anInterruptionTakesAllTemporaryFilesAway() throws {
    let files = TemporaryFiles()
    let place = try Folder.opening(FilePath(folder.path))
    let made = try (0..<3).map { _ in try files.create(in: place, for: "a") }
    #expect(Set(made.map(\.name)).count == 3)
    #expect(folder.files().count == 3)
    #expect(folder.files().allSatisfy { $0.hasPrefix(".") }, "a listing does not show them")
    files.discard(made[0])
    #expect(folder.files().count == 2)
    // One has its final name meanwhile and must stay.
    files.forget(made[1])
    var wasCalled = false
    files.removeAll { wasCalled = true }
    #expect(wasCalled)
    #expect(folder.files() == [made[1].name.losslessText])
  }

  @Test func aNameThatIsTakenByAnOldTemporaryFileIsPassedOver() throws {
    let place = try Folder.opening(FilePath(folder.path))
    let first = try TemporaryFiles().create(in: place, for: "a")
    // Another counter begins at the same number, as a process with a reused identifier would.
    let second = try TemporaryFiles().create(in: place, for: "a")
    #expect(first.name != second.name)
  }
}
