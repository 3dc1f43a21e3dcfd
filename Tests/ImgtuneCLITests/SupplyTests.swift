import Foundation
import TestSupport
import Testing

/// Too little of what the program needs to begin: told at once. One after the other, since they share a user's processes.
@Suite(.serialized) struct SupplyTests {
  /// Where this is root, whom no limit on processes holds.
  private static let isRoot = geteuid() == 0
  private static let hasSetpriv = FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
  private static let canBeSomebody = !isRoot || hasSetpriv

  private let folder = TemporaryFolder()

  init() throws {
    folder.write(Picture.jpeg, to: "a.jpg")
    chmod(folder.path, 0o777)
    // Where the program was built nobody else may look.
    // By another process: while this one writes it, a child of another test could keep it open for writing.
    let words = ["-p", BuiltProgram.path, "imgtune"].map { Array($0.utf8) }
    try #require(ChildProcess("/bin/cp", words, folder: folder.path).result().exitCode == 0)
  }

  private func shell(_ command: String, asSomebody: Bool = false) -> ProcessResult {
    // A user that nothing else runs as, so that its processes are only these.
    let somebody = asSomebody && Self.isRoot ? ["--reuid=54321", "--regid=54321", "--clear-groups", "/bin/bash"] : []
    let words = somebody + ["-c", command]
    return ChildProcess(
      somebody.isEmpty ? "/bin/bash" : "/usr/bin/setpriv", words.map { Array($0.utf8) }, folder: folder.path
    ).result(seconds: 20)
  }

  private func expectShortage(_ result: ProcessResult, _ limit: String) {
    #expect(!result.timedOut, "\(limit) hangs")
    #expect(result.signal == nil, "\(limit): \(result.errorText)")
    #expect(result.exitCode == 75, "\(limit): \(result.errorText)")
    #expect(result.errorText.hasPrefix("imgtune: no thread can be had: "), "\(limit): \(result.errorText)")
    #expect(result.processorSeconds < 1, "\(limit)")
  }

  @Test(.enabled(if: canBeSomebody, "no setpriv to become somebody else"), .timeLimit(.minutes(5)), arguments: 1...4)
  func tooFewProcessesAreTold(count: Int) {
    expectShortage(shell("ulimit -u \(count); exec ./imgtune compress a.jpg -o out/", asSomebody: true), "-u \(count)")
  }

  @Test(.enabled(if: canBeSomebody, "no setpriv to become somebody else"), .timeLimit(.minutes(5)))
  func noNumberOfProcessesHangs() {
    for count in 5...24 {
      let result = shell("ulimit -u \(count); exec ./imgtune compress a.jpg -o out\(count)/ -j 8", asSomebody: true)
      #expect(!result.timedOut, "-u \(count) hangs")
      #expect(result.exitCode == 0 || result.exitCode == 75, "-u \(count): \(result.errorText)")
      if result.timedOut { break }
    }
  }

  @Test(.enabled(if: canBeSomebody, "no setpriv to become somebody else"), .timeLimit(.minutes(5)))
  func codecsDoWithoutASecondThread() {
    for index in 0..<8 { folder.write(Picture.jpeg, to: "in/\(index).jpg") }
    for count in 5...10 {
      let result = shell(
        "ulimit -u \(count); exec ./imgtune compress in -o out\(count)/ -j 8 --format webp", asSomebody: true)
      #expect(result.exitCode == 0 || result.exitCode == 75, "-u \(count): \(result.errorText)")
      #expect(!result.errorText.contains("error 0"), "-u \(count): \(result.errorText)")
    }
  }

  @Test(.enabled(if: canBeSomebody, "no setpriv to become somebody else"), .timeLimit(.minutes(5)))
  func aSessionWithoutThreadsSaysSo() {
    folder.write(Picture.jpeg, to: "in/a.jpg")
    for (count, command) in [3, 5, 6, 7, 10].flatMap({ [($0, "watch in -o out\($0)/"), ($0, "lab in --port 0")] }) {
      // With threads enough it would go on until it is told to stop.
      let result = shell(
        "ulimit -u \(count); exec timeout -s INT 2 ./imgtune \(command) --isolated", asSomebody: true)
      #expect(!result.timedOut, "-u \(count) hangs")
      if result.exitCode == 124 { continue }
      #expect(result.exitCode == 75, "-u \(count): \(result.errorText)")
      #expect(result.errorText.contains("no thread can be had: "), "-u \(count): \(result.errorText)")
    }
  }

  @Test func tooLittleAddressSpaceForThreadsIsTold() {
    expectShortage(shell("ulimit -v 40960; exec ./imgtune compress a.jpg -o out/"), "-v 40960")
  }

  @Test(.timeLimit(.minutes(5))) func noAmountOfAddressSpaceHangs() {
    for mebibytes in stride(from: 24, through: 200, by: 8) {
      let result = shell("ulimit -v \(mebibytes * 1_024); exec ./imgtune compress a.jpg -o out\(mebibytes)/")
      #expect(!result.timedOut, "\(mebibytes) MiB hang")
      if result.timedOut { break }
    }
  }
}
