import Foundation
import Synchronization
import TestSupport
import Testing

/// A folder of test pictures beside the checkout, or where IMGTUNE_CORPUS says: many hundred real, odd and hostile files.
private let corpus: String? = {
  let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  let beside = root.appending(path: "../shared/corpus").standardizedFileURL.path
  let named = ProcessInfo.processInfo.environment["IMGTUNE_CORPUS"]
  return [named, beside].compactMap(\.self).first { FileManager.default.fileExists(atPath: $0 + "/MANIFEST.tsv") }
}()

struct CorpusTests {
  @Test(
    .enabled(
      if: corpus != nil, "there is no folder of test pictures: IMGTUNE_CORPUS names none, none lies beside the checkout"
    ))
  func everyFileHasAnAnswer() throws {
    let folder = try #require(corpus)
    let manifest = try String(contentsOfFile: folder + "/MANIFEST.tsv", encoding: .utf8)
    let names = manifest.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    try #require(names.count > 100)
    let imgtune = Imgtune()
    let answers = Mutex<[Int32: Int]>([:])
    DispatchQueue.concurrentPerform(iterations: names.count) { index in
      let answer = check(folder + "/" + names[index], imgtune, "\(index)")
      answers.withLock { $0[answer, default: 0] += 1 }
    }
    let counts = answers.withLock { $0 }
    #expect(Set(counts.keys) == [0, 1], "exit codes and how often: \(counts)")
    #expect((counts[0] ?? 0) > names.count / 2, "\(counts)")
  }

  /// - Returns: The exit code.
  private func check(_ path: String, _ imgtune: Imgtune, _ output: String) -> Int32 {
    let arguments = ["compress", path, "-o", output + "/"]
    let child = ChildProcess(Imgtune.executable, arguments.map { Array($0.utf8) }, folder: imgtune.folder.path)
    let result = child.result(seconds: 20)
    let name = Comment(rawValue: path)
    #expect(!result.timedOut, name)
    #expect(result.signal == nil, name)
    let code = result.exitCode ?? -1
    #expect(code == 0 || code == 1, name)

    let lines = result.outputLines.dropLast()
    let failures = result.errorLines.filter { $0.contains(": not compressed: ") }
    let others = result.errorLines.filter { !$0.contains(": not compressed: ") && !$0.contains(": note: ") }
    #expect(lines.count == (code == 0 ? 1 : 0) && failures.count == (code == 1 ? 1 : 0), "one answer: \(name)")
    #expect(others.isEmpty, "\(name): \(others)")
    let files = imgtune.folder.files(in: output)
    #expect(files.count == (code == 0 ? 1 : 0), "\(name): \(files)")
    #expect(files.allSatisfy { !$0.hasPrefix(".imgtune-") }, name)
    return code
  }
}
