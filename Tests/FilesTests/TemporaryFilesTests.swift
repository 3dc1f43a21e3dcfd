import Files
import Foundation
import Platform
import TestSupport
import Testing

/// Temporary files of runs that were killed, and whose they are.
struct TemporaryFilesTests {
  private let folder = TemporaryFolder()

  private func place() throws -> Folder { try Folder.opening(FilePath(folder.path)) }

  /// The parts of a name of this process: host, boot, process, start.
  private func ownParts() throws -> [String] {
    let name = TemporaryName.own(7).losslessText
    let parts = name.dropFirst(".imgtune-".count).dropLast(".tmp".count).split(separator: "-").map(String.init)
    try #require(parts.count == 5, "\(name)")
    return parts
  }

  private func name(_ host: String, _ boot: String, _ process: String, _ start: String, _ number: Int = 1) -> String {
    ".imgtune-\(host)-\(boot)-\(process)-\(start)-\(number).tmp"
  }

  /// The number of a process that is over and was waited for.
  private func goneProcess() -> pid_t {
    let child = ChildProcess("/bin/true", [], folder: "/")
    #expect(child.result().exitCode == 0)
    return child.identifier
  }

  /// Makes a file in the folder, which has the first one sweep.
  private func sweepByCreating() throws {
    let files = TemporaryFiles()
    files.discard(try files.create(in: try place(), for: "a"))
  }

  // MARK: Names

  @Test func aNameCarriesHostBootProcessAndStart() throws {
    let parts = try ownParts()
    #expect(parts[0].count == 8 && parts[1].count == 8)
    #expect(parts[2] == "\(getpid())")
    // The 22nd field, counted after the name in parentheses.
    let status = try String(contentsOfFile: "/proc/self/stat", encoding: .utf8)
    let fields = try #require(status.split(separator: ")").last).split(separator: " ")
    #expect(parts[3] == String(fields[19]))
    #expect(parts[4] == "7")
  }

  @Test func onlyNamesOfOursAreRead() throws {
    #expect(TemporaryName(TemporaryName.own(3).bytes) != nil)
    #expect(TemporaryName(Array(name("0", "0", "1", "2").utf8)) != nil)
    let foreign = [
      "", "a.jpg", ".imgtune-.tmp", ".imgtune-a-b-1-2.tmp", ".imgtune-a-b-1-2-3", "imgtune-a-b-1-2-3.tmp",
      ".imgtune-a-b-0-2-3.tmp", ".imgtune-a-b--1-2-3.tmp", ".imgtune-a-b-x-2-3.tmp", ".imgtune-a-b-1-x-3.tmp",
      ".imgtune-a-b-1-2-x.tmp", ".imgtune-a-b-1-2-3-4.tmp", ".imgtune-a-b-99999999999-2-3.tmp",
      ".imgtune-a-b-1-2-3.tmp.jpg",
    ]
    for text in foreign { #expect(TemporaryName(Array(text.utf8)) == nil, "\(text)") }
  }

  @Test func theOwnFileIsAlive() { #expect(TemporaryName(TemporaryName.own(1).bytes)?.owner == .alive) }

  @Test func aProcessThatIsOverIsGone() throws {
    let parts = try ownParts()
    let gone = TemporaryName(Array(name(parts[0], parts[1], "\(goneProcess())", parts[3]).utf8))
    #expect(gone?.owner == .gone)
  }

  @Test func aNumberThatAnotherProcessHasByNowIsTold() throws {
    let parts = try ownParts()
    let earlier = "\(try #require(UInt64(parts[3])) - 1)"
    #expect(TemporaryName(Array(name(parts[0], parts[1], parts[2], earlier).utf8))?.owner == .gone)
  }

  @Test func ofAnotherHostOrBootNothingIsKnown() throws {
    let parts = try ownParts()
    #expect(TemporaryName(Array(name("00000000", parts[1], "1", "1").utf8))?.owner == .unknown)
    #expect(TemporaryName(Array(name(parts[0], "00000000", "1", "1").utf8))?.owner == .unknown)
  }

  // MARK: Sweeping

  @Test func theFilesOfAKilledRunAreSweptAtTheNextFileInTheFolder() throws {
    let parts = try ownParts()
    folder.write([1], to: name(parts[0], parts[1], "\(goneProcess())", parts[3]))
    folder.write([1], to: name(parts[0], parts[1], parts[2], "1"))
    try sweepByCreating()
    #expect(folder.files().isEmpty)
  }

  @Test func theFilesOfALivingRunStay() throws {
    let parts = try ownParts()
    // Another counter of this very process, and a child that waits.
    let own = TemporaryName.own(1_000_000).losslessText
    folder.write([1], to: own)
    let words = ["-c", "cat /proc/$$/stat; exec sleep 100"].map { Array($0.utf8) }
    let child = ChildProcess("/bin/sh", words, folder: "/")
    defer {
      child.send(SIGKILL)
      _ = child.result()
    }
    var text = ""
    let isWhole = child.waits { bytes in
      text = String(decoding: bytes, as: UTF8.self)
      return text.hasSuffix("\n")
    }
    #expect(isWhole)
    let start = String(try #require(text.split(separator: ")").last).split(separator: " ")[19])
    let living = name(parts[0], parts[1], "\(child.identifier)", start)
    folder.write([1], to: living)
    try sweepByCreating()
    #expect(folder.files() == [own, living].sorted())
  }

  @Test func aFileOfAnotherMachineIsSweptWhenItIsADayOld() throws {
    let parts = try ownParts()
    let foreign = [name("00000000", parts[1], "1", "1"), name(parts[0], "00000000", parts[2], parts[3])].sorted()
    for name in foreign { folder.write([1], to: name) }
    try sweepByCreating()
    #expect(folder.files() == foreign, "young")
    let now = time(nil)
    TemporaryFiles().sweep(try place(), now: now + 23 * 3_600)
    #expect(folder.files() == foreign)
    TemporaryFiles().sweep(try place(), now: now + 24 * 3_600 + 60)
    #expect(folder.files().isEmpty)
  }

  @Test func aDateThatAProgramSetDoesNotMakeAFileOld() throws {
    let foreign = name("00000000", "00000000", "1", "1")
    folder.write([1], to: foreign)
    let date = Date(timeIntervalSince1970: 0)
    try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: folder.path(foreign))
    try sweepByCreating()
    #expect(folder.files() == [foreign])
  }

  @Test func whatIsNotOursIsNeverSwept() throws {
    let parts = try ownParts()
    let gone = "\(goneProcess())"
    let names = [".imgtune-x.tmp", ".imgtune-\(parts[0])-\(parts[1])-\(gone)-1-1.jpg", "a.tmp", ".hidden"]
    for name in names { folder.write([1], to: name) }
    // Of such a name, but no file.
    folder.makeFolder(name(parts[0], parts[1], gone, "1", 1) + "/")
    folder.link(name(parts[0], parts[1], gone, "1", 2), to: "a.tmp")
    try sweepByCreating()
    TemporaryFiles().sweep(try place(), now: time(nil) + 48 * 3_600)
    #expect(folder.files() == (names + [name(parts[0], parts[1], gone, "1", 2)]).sorted())
    #expect(folder.exists(name(parts[0], parts[1], gone, "1", 1)))
  }

  @Test func aFolderIsSweptOnceARun() throws {
    let parts = try ownParts()
    let files = TemporaryFiles()
    files.discard(try files.create(in: try place(), for: "a"))
    let late = name(parts[0], parts[1], parts[2], "1")
    folder.write([1], to: late)
    files.discard(try files.create(in: try place(), for: "a"))
    #expect(folder.files() == [late], "listing it for each of many files would take longer than writing them")
  }
}
