import Foundation
import Jobs
import TestSupport
import Testing

struct AtomicWriteTests {
  private let folder = TemporaryFolder()

  private struct Trouble: Error {}

  private func write(_ text: String, to name: String, mode: UInt32 = 0o644, replacing: Bool = true) throws {
    let path = FilePath(folder.path(name))
    try writeAtomically(to: path, mode: mode, replacing: replacing) { descriptor in
      try Array(text.utf8).withUnsafeBytes { try writeAll($0, to: descriptor, path) }
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
      try writeAtomically(to: FilePath(folder.path("a")), mode: 0o644) { descriptor in
        _ = Foundation.write(descriptor, "half", 4)
        #expect(folder.files().count == 2, "the temporary file lies beside the final one")
        throw Trouble()
      }
    }
    #expect(content("a") == "old")
    #expect(folder.files() == ["a"])
  }

  @Test func untilTheEndTheOldContentIsSeen() throws {
    folder.write(Array("old".utf8), to: "a")
    try writeAtomically(to: FilePath(folder.path("a")), mode: 0o644) { descriptor in
      _ = Foundation.write(descriptor, "new", 3)
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
    let place = FilePath(folder.path)
    let made = try (0..<3).map { _ in try files.create(in: place, mode: 0o600) }
    defer { for file in made { close(file.descriptor) } }
    #expect(Set(made.map(\.path)).count == 3)
    #expect(folder.files().count == 3)
    #expect(folder.files().allSatisfy { $0.hasPrefix(".") }, "a listing does not show them")
    files.discard(made[0].path)
    #expect(folder.files().count == 2)
    // One has its final name meanwhile and must stay.
    files.forget(made[1].path)
    var wasCalled = false
    files.removeAll { wasCalled = true }
    #expect(wasCalled)
    #expect(folder.files() == [String(made[1].path.losslessText.dropFirst(folder.path.count + 1))])
  }

  @Test func aNameThatIsTakenByAnOldTemporaryFileIsPassedOver() throws {
    let place = FilePath(folder.path)
    let first = try TemporaryFiles().create(in: place, mode: 0o600)
    // Another counter begins at the same number, as a process with a reused identifier would.
    let second = try TemporaryFiles().create(in: place, mode: 0o600)
    defer { for file in [first, second] { close(file.descriptor) } }
    #expect(first.path != second.path)
  }
}
