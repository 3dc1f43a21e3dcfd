import Foundation
import TestSupport
import Testing

/// A run held against a baseline, or against another configuration of the same run.
struct BenchGateTests {
  let bench = BenchWorld()

  private func update(_ words: String...) {
    let result = bench.run(["--baseline", "base.json", "--update-baseline"] + words)
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  private func hold(_ words: String...) -> ProcessResult { bench.run(["--baseline", "base.json"] + words) }

  private func edit(_ change: (inout [String: Any]) -> Void) throws {
    let bytes = try #require(bench.folder.read("base.json"))
    var object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    change(&object)
    bench.folder.write(Array(try JSONSerialization.data(withJSONObject: object)), to: "base.json")
  }

  @Test func theSameRunHoldsExactly() {
    update()
    let result = hold()
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.errorText == "imgtune: the gate holds: 9 comparisons\n", "bytes, score and hash of three pictures")
  }

  @Test func whatGrewIsToldByPictureAndEndsWithThree() {
    update()
    let result = hold("-q", "0.9")
    #expect(result.exitCode == 3)
    #expect(result.errorText.contains("the gate is broken: "))
    let rows = result.outputLines.filter { $0.contains("as configured  bytes") }
    #expect(rows.count == 2 && rows[0].hasPrefix("a.jpg") && rows[1].hasPrefix("c.webp"), "\(result.outputText)")
    #expect(!result.outputText.contains("b.png  "), "the PNG is the same")
  }

  @Test func rulesAllowWhatTheyName() {
    update("-q", "0.8")
    #expect(hold("-q", "0.82", "--fail-on", "bytes:+50%").exitCode == 0)
    #expect(hold("-q", "0.82", "--fail-on", "bytes:+1%").exitCode == 3)
    #expect(hold("-q", "0.7", "--fail-on", "bytes:+1%").exitCode == 0, "less is no failure")
    #expect(hold("-q", "0.7", "--fail-on", "psnr:-0.1").exitCode == 3)
    #expect(hold("-q", "0.7", "--fail-on", "bytes:+1%,psnr:-30").exitCode == 0)
    #expect(hold("-q", "0.7", "--fail-on", "hash").exitCode == 3)
  }

  @Test func theVerdictIsADocumentToo() throws {
    update()
    let result = hold("-q", "0.9", "--json")
    #expect(result.exitCode == 3)
    let verdict = try #require(try bench.imgtune.documents(result).last)
    #expect(verdict["event"] as? String == "gate" && verdict["kept"] as? Bool == false)
    let rows = try #require(verdict["broken"] as? [[String: String]])
    #expect(rows.contains { $0["picture"] == "a.jpg" && $0["what"] == "bytes" && $0["limit"] == "bytes" })
  }

  @Test func sweptPointsAreHeldOneByOne() {
    update("--sweep", "quality=0.5,0.7")
    #expect(hold("--sweep", "quality=0.5,0.7").exitCode == 0)
    let result = hold("--sweep", "quality=0.5,0.6")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("does not know 1 point: quality=0.6"))
  }

  @Test func aMissingADamagedAndAnotherVersionAreRefusedWithWhatToDo() throws {
    let missing = hold()
    #expect(missing.exitCode == 2)
    #expect(missing.errorText == "imgtune: there is no baseline base.json; --update-baseline writes one\n")

    update()
    let bytes = try #require(bench.folder.read("base.json"))
    for damaged in [Array(bytes.prefix(bytes.count / 2)), Array("{}".utf8), Array("{\"imgtuneBaseline\": 1}".utf8), []]
    {
      bench.folder.write(damaged, to: "base.json")
      let result = hold()
      #expect(result.exitCode == 2)
      #expect(result.errorText.contains("--update-baseline"), "\(result.errorText)")
      #expect(bench.folder.read("base.json") == damaged, "it is left as it is")
    }
    bench.folder.write(bytes, to: "base.json")
    try edit { $0["imgtuneBaseline"] = 99 }
    let newer = hold()
    #expect(newer.exitCode == 2)
    #expect(
      newer.errorText.contains("is of version 99, and this imgtune reads version 2; use the imgtune that wrote it"))
  }

  @Test func otherPicturesAreRefusedBeforeAnyWork() {
    update()
    bench.folder.write(Picture.coarse, to: "in/d.jpg")
    #expect(hold().errorText.contains("the baseline does not know 1 picture: d.jpg; --update-baseline"))
    unlink(bench.folder.path("in/d.jpg"))
    unlink(bench.folder.path("in/b.png"))
    let gone = hold()
    #expect(gone.exitCode == 2)
    #expect(gone.errorText.contains("that this run does not measure: b.png"))
    bench.folder.write(Picture.clear, to: "in/b.png")
    #expect(hold().errorText.contains("b.png is another picture than when the baseline was written"))
  }

  @Test func otherLibrariesAreTold() throws {
    update()
    try edit { $0["libraries"] = ["libwebp": "0.9.9"] }
    let result = hold("--fail-on", "hash,bytes:+0%")
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("hashes are not compared: the library versions are others"))
    #expect(result.errorText.contains("the baseline was made with libwebp 0.9.9"))
  }

  @Test func aBaselineLeavesOutWhatIsPersonal() throws {
    update()
    var mine = bench.imgtune
    mine.environment["IMGTUNE_QUALITY"] = "0.3"
    let result = mine("bench", "in", "--measure", "psnr", "--baseline", "base.json")
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  @Test func aBaselineIsNotWrittenWhereAPictureFailed() throws {
    bench.folder.write(Array(Picture.jpeg.prefix(2_000)), to: "in/broken.jpg")
    let result = bench.run(["--baseline", "base.json", "--update-baseline"])
    #expect(result.exitCode == 1)
    #expect(!bench.folder.exists("base.json"))
  }

  @Test(arguments: [
    (["--fail-on", "bytes:+1%"], "has nothing to compare with"),
    (["--baseline", "b", "--against", "c"], "exclude each other"), (["--update-baseline"], "has no file to write"),
    (["--baseline", "b", "--fail-on", "encodeTime:+10%"], "times of another day are not compared"),
    (["--against", "c", "--fail-on", "encodeTime:+10%", "--runs", "3"], "a time is not judged by 3 runs"),
    (["--baseline", "b", "--fail-on", "psnr:+1"], "a higher score is no failure"),
    (["--against", "missing.json"], "cannot be read: no such file or directory (from --against)"),
  ]) func whatDoesNotGoTogetherIsRefused(words: [String], reason: String) {
    let result = bench.run(words)
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains(reason), "\(result.errorText)")
  }

  @Test func twoConfigurationsAreMeasuredSideBySide() throws {
    bench.folder.write(Array("{ quality: 0.9 }".utf8), to: "old.json")
    bench.folder.write(Array("{ quality: 0.6 }".utf8), to: "new.json")
    let words = ["--config", "new.json", "--against", "old.json", "--records", "r.ndjson"]
    let result = bench.run(words + ["--fail-on", "bytes:+1%"])
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.outputText.contains("old: as configured"))
    let records = try bench.records()
    #expect(records.count == 6)
    #expect(records.filter { $0["side"] as? String == "old" }.count == 3)
    let back = bench.run(["--config", "old.json", "--against", "new.json", "--fail-on", "bytes:+1%,psnr:-0.5"])
    #expect(back.exitCode == 3, "\(back.outputText)")
    #expect(back.outputLines.contains { $0.contains("bytes") && $0.hasPrefix("a.jpg") })
    #expect(!back.outputLines.contains { $0.contains("as configured   psnr") || $0.contains("as configured  psnr") })
  }

  @Test func timesOfPicturesThatAreNotAffectedAreNoPairs() {
    bench.folder.write(Array("{ quality: 0.9 }".utf8), to: "old.json")
    bench.folder.write(Array("{ quality: 0.6 }".utf8), to: "new.json")
    let result = bench.run(["--config", "new.json", "--against", "old.json", "--fail-on", "encodeTime:+1000%"])
    #expect(result.exitCode == 0)
    #expect(
      result.errorText.contains("; 2 pictures, 10 pairs)"), "the PNG is one encoding for both: \(result.errorText)")
  }

  @Test(arguments: ["decodeTime", "resizeTime", "totalTime"])
  func whatIsTimedOnceAPictureIsNotJudgedByAFew(time: String) {
    bench.folder.write(Array("{ maxDimension: 20 }".utf8), to: "small.json")
    let words = ["--config", "small.json", "--against", "small.json", "--fail-on", time + ":+100%"]
    let few = bench.run(words)
    #expect(few.exitCode == 2)
    #expect(few.errorText.contains("\(time) is not judged by 3 pictures"), "\(few.errorText)")
    for name in ["d", "e"] { bench.folder.write(Picture.jpeg, to: "in/\(name).jpg") }
    #expect(bench.run(words).exitCode == 0)
  }

  @Test func aTimeThatIsSurelyLongerBreaksTheGateAndNoiseDoesNot() throws {
    bench.folder.write(Array("{ format: 'webp', webp: { method: 0 } }".utf8), to: "fast.json")
    bench.folder.write(Array("{ format: 'webp', webp: { method: 6, lossless: true } }".utf8), to: "slow.json")
    let slower = bench.run([
      "--config", "slow.json", "--against", "fast.json", "--fail-on", "encodeTime:+50%", "--records", "r.ndjson",
    ])
    #expect(slower.exitCode == 3, "\(slower.errorText)")
    #expect(slower.outputLines.contains { $0.hasPrefix("all ") && $0.contains("encodeTime") && $0.contains("95 %") })
    let encode = try #require(try bench.records().first?["encode"] as? [String: Any])
    #expect(encode["runs"] as? Int == 5, "five runs where a time is judged")
    let faster = bench.run(["--config", "fast.json", "--against", "slow.json", "--fail-on", "encodeTime:+1%"])
    #expect(faster.exitCode == 0)
    #expect(faster.errorText.contains("within encodeTime:+1%"))
    let same = bench.run(["--config", "fast.json", "--against", "fast.json", "--fail-on", "encodeTime:+100%"])
    #expect(same.exitCode == 0)
    #expect(same.errorText.contains("told from noise"), "\(same.errorText)")
  }
}
