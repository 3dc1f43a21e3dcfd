import Foundation
import TestSupport
import Testing

/// A run that was killed goes on where it ended.
struct BenchResumeTests {
  let bench = BenchWorld()
  private static let sweep = ["--sweep", "quality=0.05..0.95:0.05", "--sweep", "webp.method=4,6", "--format", "webp"]

  /// The same run without an interruption.
  private func whole() throws -> [String] {
    #expect(bench.run(Self.sweep + ["--records", "whole.ndjson"]).exitCode == 0)
    return try names("whole.ndjson")
  }

  private func names(_ file: String) throws -> [String] {
    try bench.records(file).map { "\(BenchWorld.name($0)) \($0["outputHash"] ?? "") \($0["scores"] ?? "")" }
  }

  private func start() -> ChildProcess {
    let words = ["bench", "in", "--measure", "psnr", "--json"] + Self.sweep + ["--records", "r.ndjson", "--resume"]
    return ChildProcess(
      BuiltProgram.path, words.map { Array($0.utf8) }, folder: bench.folder.path)
  }

  @Test func killedAtAnyMomentNothingIsLostAndNothingRecordedTwice() throws {
    let whole = try whole()
    #expect(whole.count == 114)
    var seen = 0
    // After so many records each time, until the run comes to its end by itself.
    for round in 0..<40 {
      let child = start()
      if child.waits(for: "\"picture\"", seconds: 30) { child.send(SIGKILL) }
      let result = child.result()
      // Whole lines: the kill may have left a part of one.
      let now = try #require(bench.folder.read("r.ndjson")).count { $0 == UInt8(ascii: "\n") }
      #expect(now >= seen, "round \(round): a record is gone")
      seen = now
      if result.exitCode != nil { break }
    }
    let end = bench.run(Self.sweep + ["--records", "r.ndjson", "--resume"])
    #expect(end.exitCode == 0, "\(end.errorText)")
    let names = try names("r.ndjson")
    #expect(Set(names).count == names.count, "nothing stands there twice")
    #expect(names.sorted() == whole.sorted())
  }

  @Test(arguments: [0, 1, 40, 200, 1_000, 3_000, 100_000]) func aFileCutOffAnywhereIsResumed(cut: Int) throws {
    let whole = try whole()
    let bytes = try #require(bench.folder.read("whole.ndjson"))
    let kept = cut == 100_000 ? bytes.count - 5 : min(cut, bytes.count)
    bench.folder.write(Array(bytes.prefix(kept)), to: "r.ndjson")
    let result = bench.run(Self.sweep + ["--records", "r.ndjson", "--resume", "--json"])
    #expect(result.exitCode == 0, "\(cut): \(result.errorText)")
    #expect(try names("r.ndjson").sorted() == whole.sorted())
    #expect(try bench.lines("r.ndjson").last?["event"] as? String == "end")
    let summary = try #require(try bench.imgtune.documents(result).last)
    let kept2 = bytes.prefix(kept).split(separator: UInt8(ascii: "\n")).count
    #expect((summary["encodings"] as? Int ?? 0) <= 114 - max(0, kept2 - 2), "what was recorded is not run again")
  }

  @Test func aFinishedRunIsOnlyReportedAgain() throws {
    #expect(bench.run(Self.sweep + ["--records", "r.ndjson"]).exitCode == 0)
    let before = bench.folder.read("r.ndjson")
    let result = bench.run(Self.sweep + ["--records", "r.ndjson", "--resume", "--json"])
    #expect(try bench.imgtune.documents(result).last?["encodings"] as? Int == 0)
    #expect(bench.folder.read("r.ndjson") == before)
  }

  @Test(arguments: [
    (["--runs", "2"], "--runs was 1 and is now 2"), (["--measure", "none"], "--measure was psnr and is now"),
    (["--seed", "5"], "--seed was 1 and is now 5"), (["--max-dimension", "50"], "the settings of the point"),
    (["--sweep", "png.level=1,2"], "the points are others (38 then, 76 now)"),
    (["--exclude", "b.png"], "the pictures are others (such as b.png)"),
  ]) func anotherPlanIsRefusedWithWhatDiffers(words: [String], reason: String) throws {
    #expect(bench.run(Self.sweep + ["--records", "r.ndjson"]).exitCode == 0)
    let before = bench.folder.read("r.ndjson")
    let result = bench.imgtune.run(
      (["bench", "in"] + (words.contains("--measure") ? [] : ["--measure", "psnr"]) + Self.sweep
        + ["--records", "r.ndjson", "--resume"] + words).map { Array($0.utf8) })
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains(reason), "\(result.errorText)")
    #expect(bench.folder.read("r.ndjson") == before)
  }

  @Test func aPictureThatChangedMeanwhileIsRefused() throws {
    #expect(bench.run(Self.sweep + ["--records", "r.ndjson"]).exitCode == 0)
    bench.folder.write(Picture.coarse, to: "in/a.jpg")
    let result = bench.run(Self.sweep + ["--records", "r.ndjson", "--resume"])
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("a.jpg has changed since its records were written"))
  }

  @Test func recordsOfAnUnfinishedRunAreNotOverwritten() throws {
    #expect(bench.run(Self.sweep + ["--records", "r.ndjson"]).exitCode == 0)
    let bytes = try #require(bench.folder.read("r.ndjson"))
    bench.folder.write(Array(bytes.prefix(bytes.count / 2)), to: "r.ndjson")
    let result = bench.run(Self.sweep + ["--records", "r.ndjson"])
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("of a run that was not finished"))
    bench.folder.write(bytes, to: "r.ndjson")
    #expect(bench.run(Self.sweep + ["--records", "r.ndjson"]).exitCode == 0, "those of a finished one are")
  }

  @Test func aFileThatIsNoRecordsIsLeftAlone() {
    for text in ["hello\n", "{\"event\":\"other\"}\n", "hello"] {
      bench.folder.write(Array(text.utf8), to: "r.ndjson")
      let result = bench.run(Self.sweep + ["--records", "r.ndjson", "--resume"])
      #expect(result.exitCode == 2)
      #expect(result.errorText.contains("is no record of this version"), "\(result.errorText)")
      #expect(bench.folder.read("r.ndjson") == Array(text.utf8))
    }
  }
}
