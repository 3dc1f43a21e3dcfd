import Foundation
import Synchronization
import TestSupport
import Testing

/// Every picture of a corpus goes through `compress`, and becomes what the corpus says is right for it.
struct CorpusTests {
  private let imgtune = Imgtune()

  @Test(
    .enabled(
      if: Corpus.shared != nil,
      "there is no folder of test pictures: IMGTUNE_CORPUS names none, none lies beside the checkout"))
  func everyPictureBecomesWhatIsRightForIt() throws {
    let corpus = try #require(Corpus.shared)
    try #require(corpus.pictures.count > 100)
    let exceptions = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: corpus.pictures.count) { index in
      let picture = corpus.pictures[index]
      let result = compress(corpus.folder + "/" + picture.path, to: "\(index)/")
      checkAnswer(result, picture, output: "\(index)")
      guard let wrong = difference(result, picture, output: "\(index)") else { return }
      if Corpus.exceptions[picture.path] == nil {
        Issue.record("\(picture.path) (\(picture.kind)): \(wrong); \(result.errorText)")
      } else {
        exceptions.withLock { $0.append(picture.path) }
      }
    }
    let needless = Set(Corpus.exceptions.keys).intersection(corpus.pictures.map(\.path)).subtracting(
      exceptions.withLock { $0 })
    #expect(needless.isEmpty, "exceptions that are none any more")
    #expect(Corpus.exceptions.count * 100 <= corpus.pictures.count)
  }

  private func compress(_ path: String, to output: String) -> ProcessResult {
    // To PNG, which a decoder that shares nothing with the pipeline can read back; quickly, as that is not the point.
    let arguments = ["compress", path, "-o", output, "--format", "png", "--png.level", "1", "--png.filter", "none"]
    return ChildProcess(BuiltProgram.path, arguments.map { Array($0.utf8) }, folder: imgtune.folder.path)
      .result(seconds: 30)
  }

  /// The most memory that refusing a picture takes, by the program's own word: the system's count for a child begins
  /// with what this process had when it was made.
  private func peakMebibytes(_ picture: Corpus.Picture) -> Int {
    let result = imgtune("compress", "--json", "-n", Corpus.shared!.folder + "/" + picture.path, "-o", "unused/")
    guard let line = result.outputLines.last(where: { $0.contains("\"summary\"") }),
      let summary = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
      let bytes = summary["peakMemoryBytes"] as? Int
    else { return .max }
    return bytes >> 20
  }

  /// What holds for every file: an exit code, one sentence, and nothing half-written.
  private func checkAnswer(_ result: ProcessResult, _ picture: Corpus.Picture, output: String) {
    let name = Comment(rawValue: picture.path)
    #expect(!result.timedOut, name)
    #expect(result.signal == nil, name)
    let code = result.exitCode ?? -1
    #expect(code == 0 || code == 1, name)
    let failures = result.errorLines.filter { $0.contains(": not compressed: ") }
    let others = result.errorLines.filter { !$0.contains(": not compressed: ") && !$0.contains(": note: ") }
    #expect(result.outputLines.count - 1 == (code == 0 ? 1 : 0) && failures.count == (code == 1 ? 1 : 0), name)
    #expect(others.isEmpty, "\(name): \(others)")
    let files = imgtune.folder.files(in: output)
    #expect(files.count == (code == 0 ? 1 : 0), "\(name): \(files)")
    #expect(files.allSatisfy { !$0.hasPrefix(".imgtune-") }, name)
  }

  /// What is not as the corpus wants it.
  private func difference(_ result: ProcessResult, _ picture: Corpus.Picture, output: String) -> String? {
    guard picture.isJudgedByClass else { return nil }
    if !["convert", "convert-note"].contains(picture.kind) {
      if result.exitCode != 1 { return "was converted" }
      guard picture.kind == "limit" else { return nil }
      let mebibytes = peakMebibytes(picture)
      return result.processorSeconds > 1 || mebibytes > 64
        ? "took \(result.processorSeconds) s and \(mebibytes) MiB to refuse" : nil
    }
    if result.exitCode != 0 { return "was refused" }
    if picture.kind == "convert-note", !result.errorText.contains(": note: ") { return "was converted without a word" }
    guard let name = imgtune.folder.files(in: output).first else { return "left no file" }
    guard let size = SecondDecoder.size(ofPNG: "\(imgtune.folder.path)/\(output)/\(name)") else {
      return "became a file that cannot be opened"
    }
    guard let declared = picture.size else { return nil }
    // Turned upright, the sides may have changed places.
    return declared == size || declared == [size[1], size[0]] ? nil : "became \(size), not \(declared)"
  }
}
