import Files
import Foundation
import Pixels
import Platform
import TestSupport
import Testing

/// Nothing is claimed that is not on the disk, and nothing told that did not get through.
struct ClaimsTests {
  private static let canMount = {
    guard geteuid() == 0 else { return false }
    let words = ["-m", "/bin/sh", "-c", "mount -t tmpfs -o size=16k none /mnt"].map { Array($0.utf8) }
    return ChildProcess("/usr/bin/unshare", words, folder: "/").result().exitCode == 0
  }()

  private let imgtune = Imgtune()
  private var folder: TemporaryFolder { imgtune.folder }

  init() {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    imgtune.folder.write(Picture.png, to: "b.png")
  }

  private func shell(_ command: String) -> ProcessResult {
    let result = ChildProcess(
      "/bin/bash", ["-c", command, BuiltProgram.path].map { Array($0.utf8) }, folder: folder.path,
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    ).result(seconds: 30)
    #expect(!result.timedOut && result.signal == nil)
    return result
  }

  private func run(_ environment: [String: String], _ arguments: String...) -> ProcessResult {
    var program = imgtune
    program.environment["HOME"] = folder.path
    program.environment.merge(environment) { $1 }
    return program.run(arguments.map { Array($0.utf8) })
  }

  // MARK: A reader that cannot be reached

  @Test(arguments: [
    "--version", "version", "--help", "help compress", "settings", "settings get quality", "settings --json",
    "settings explain quality", "compress a.jpg -o out/", "compress a.jpg -o out/ --json", "compress --help",
    "compare a.jpg a.jpg", "completions bash", "compress a.jpg -o -",
  ])
  func aFullDiskUnderTheOutputIsTold(words: String) {
    let result = shell("\"$0\" \(words) > /dev/full")
    #expect(result.exitCode == 75, "\(result.errorText)")
    #expect(result.errorText.contains("cannot write standard output: no space left on device"), "\(result.errorText)")
  }

  @Test func whatWasWrittenBeforeIsWholeAllTheSame() {
    #expect(shell("\"$0\" compress a.jpg b.png -o out/ > /dev/full").exitCode == 75)
    #expect(folder.files(in: "out") == ["a.jpg", "b.png"])
    #expect(imgtune.picture("out/b.png")?.size == PixelSize(64, 48))
  }

  @Test func whatTellsNothingNeedsNoReader() {
    let result = shell("\"$0\" compress a.jpg -o out/ --quiet > /dev/full")
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  @Test func anotherFailureIsNotHiddenByIt() {
    folder.write([1, 2, 3], to: "bad.jpg")
    #expect(shell("\"$0\" compress a.jpg bad.jpg -o out/ > /dev/full").exitCode == 1)
    #expect(shell("\"$0\" compress --quality 70 a.jpg -o out/ > /dev/full 2> /dev/full").exitCode == 2)
  }

  @Test func closedStreamsAreNoSuccessWithoutOutput() {
    #expect(shell("\"$0\" --version >&-").exitCode != 0)
    #expect(shell("\"$0\" compress a.jpg -o out/ --json >&-").exitCode != 0)
    #expect(shell("\"$0\" compress a.jpg -o quiet/ --quiet >&- 2>&- <&-").exitCode == 0)
    #expect(imgtune.picture("quiet/a.jpg") != nil)
  }

  @Test func theTableOfExitCodesNamesTheCode() throws {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let readme = try String(contentsOf: repository.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("\n| 75 | "))
  }

  // MARK: A disk that is full

  @Test(.enabled(if: canMount, "only root can mount a small file system"))
  func aFullDiskIsWorthAnotherTry() {
    let mount = "mkdir full; mount -t tmpfs -o size=8k none full; head -c 8192 /dev/zero > full/x"
    let run = { (words: String, after: String) in
      let command = "\(mount); \"$0\" compress \(words) -o full/; code=$?; \(after); exit $code"
      return self.shell("exec unshare -m /bin/bash -c '\(command)' \"$0\"")
    }
    let result = run("a.jpg b.png", "ls -A full >&2")
    #expect(result.exitCode == 75, "\(result.errorText)")
    #expect(result.errorText.contains("a.jpg: not compressed: cannot write full/a.jpg: no space left on device"))
    #expect(result.errorLines.last == "x", "no temporary file is left")
    folder.write([1, 2, 3], to: "bad.jpg")
    #expect(run("a.jpg bad.jpg", "true").exitCode == 1, "the bad file would fail again")
  }

  @Test(
    .enabled(if: FailingCalls.isAvailable, Comment(rawValue: FailingCalls.reason)),
    arguments: [
      (FailingCalls.Call.write, EIO, 75), (.write, ENOSPC, 75), (.write, EDQUOT, 75), (.write, EFBIG, 1),
      (.fsync, EIO, 75), (.fsync, EROFS, 1), (.close, EIO, 75), (.close, ENOSPC, 75), (.close, EDQUOT, 75),
      (.close, ESTALE, 75), (.close, EACCES, 1),
    ] as [(FailingCalls.Call, Int32, Int32)])
  func aDiskThatFailsAtAnyStepLeavesTheOldFile(call: FailingCalls.Call, code: Int32, exitCode: Int32) {
    folder.write(Array("old".utf8), to: "out/a.jpg")
    let calls = FailingCalls.failing(call, with: code, on: "/.imgtune-")
    let result = run(calls, "compress", "a.jpg", "b.png", "-o", "out/")
    #expect(result.exitCode == exitCode, "\(result.errorText)")
    let reason = SystemError.text(of: code)
    #expect(
      result.errorText.contains("a.jpg: not compressed: cannot write out/a.jpg: \(reason)"), "\(result.errorText)")
    #expect(folder.files(in: "out") == ["a.jpg"])
    #expect(folder.read("out/a.jpg") == Array("old".utf8))
  }

  @Test(
    .enabled(if: FailingCalls.isAvailable, Comment(rawValue: FailingCalls.reason)),
    arguments: [FailingCalls.Call.write, .fsync, .close])
  func inPlaceTheSourceStaysToo(call: FailingCalls.Call) {
    let result = run(
      FailingCalls.failing(call, with: EIO, on: "/.imgtune-"), "compress", "a.jpg", "--in-place", "-q", "0.3")
    #expect(result.exitCode == 75, "\(result.errorText)")
    #expect(folder.read("a.jpg") == Picture.jpeg)
    #expect(folder.files() == ["a.jpg", "b.png"])
  }

  @Test(.enabled(if: FailingCalls.isAvailable, Comment(rawValue: FailingCalls.reason)))
  func aFolderThatCannotBeFlushedIsTold() {
    let result = run(
      FailingCalls.failing(.fsync, with: EIO, on: "=" + folder.path("out")), "compress", "a.jpg", "-o", "out/")
    #expect(result.exitCode == 75, "\(result.errorText)")
    let words = "cannot write out/: input/output error; what was written there may not outlive a power cut"
    #expect(result.errorText.contains(words), "\(result.errorText)")
    #expect(imgtune.picture("out/a.jpg") != nil)
  }

  @Test(.enabled(if: FailingCalls.isAvailable, Comment(rawValue: FailingCalls.reason)))
  func eachFolderIsFlushedOnce() {
    for name in ["x", "y"] {
      for index in 0..<5 { folder.write(Picture.clear, to: "in/\(name)/\(index).png") }
    }
    // The wait for a file that is there is none, and says so each time.
    let calls = FailingCalls.waitingToFlush("/out", until: folder.path("a.jpg"))
    let result = run(calls, "compress", "-R", "in", "-o", "out", "--quiet")
    #expect(result.exitCode == 0)
    #expect(result.errorLines.count == 10 + 2, "ten files and the two folders that hold them")
  }

  @Test(
    .enabled(if: FailingCalls.isAvailable, Comment(rawValue: FailingCalls.reason)),
    arguments: [FailingCalls.Call.write, .fsync, .close])
  func settingsThatCannotBeStoredStayAsTheyWere(call: FailingCalls.Call) {
    folder.write(Array("{ \"quality\": 0.5 }".utf8), to: "imgtune.json")
    let result = run(
      FailingCalls.failing(call, with: EIO, on: ".new"), "settings", "set", "--scope", "project", "quality=0.7")
    #expect(result.exitCode != 0)
    #expect(result.errorText.contains("imgtune.json: input/output error"), "\(result.errorText)")
    #expect(folder.read("imgtune.json") == Array("{ \"quality\": 0.5 }".utf8))
    #expect(folder.files() == ["a.jpg", "b.png", "imgtune.json"])
  }

  // MARK: Runs that are killed

  @Test(
    .enabled(if: FailingCalls.isAvailable, Comment(rawValue: FailingCalls.reason)),
    arguments: [["-o", "out/"], ["--in-place"]])
  func theNextRunTakesAwayWhatAKilledOneLeft(words: [String]) throws {
    let isInPlace = words == ["--in-place"]
    let child = ChildProcess(
      BuiltProgram.path, (["compress", "a.jpg", "-q", "0.3"] + words).map { Array($0.utf8) }, folder: folder.path,
      environment: FailingCalls.waitingToFlush(".imgtune-", until: folder.path("go")))
    try #require(child.waits(for: "fsync waits", inErrors: true))
    // Another run at the same time leaves it alone.
    #expect(run([:], "compress", "b.png", "-o", isInPlace ? "." : "out", "--output.template", "c.png").exitCode == 0)
    let temporary = folder.files().filter { $0.contains(".imgtune-") }
    #expect(temporary.count == 1)
    child.send(SIGKILL)
    #expect(child.result().signal == SIGKILL)
    #expect(folder.files().filter { $0.contains(".imgtune-") } == temporary)
    #expect(folder.read("a.jpg") == Picture.jpeg)
    #expect(!folder.exists("out/a.jpg"))
    let result = run([:], "compress", "b.png", "-o", isInPlace ? "." : "out", "--output.template", "d.png")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(folder.files().filter { $0.contains(".imgtune-") }.isEmpty)
  }
}
