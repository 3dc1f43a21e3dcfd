import Foundation
import TestSupport
import Testing

/// What `bench --dry-run` says of a plan, and what it refuses before any work.
struct BenchPlanTests {
  let imgtune = Imgtune()

  init() {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.write(Picture.png, to: "in/b.png")
  }

  private func plan(_ words: String...) throws -> [String: Any] {
    let result = imgtune.run((["bench", "in", "--dry-run", "--json"] + words).map { Array($0.utf8) })
    #expect(result.exitCode == 0, "\(result.errorText)")
    return try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  private func counts(_ plan: [String: Any]) -> [Int] {
    ["measurements", "encodings", "renderings"].map { plan[$0] as? Int ?? -1 }
  }

  @Test func aSweepIsCrossedAndDecodedOnceAPicture() throws {
    let plan = try plan("--sweep", "quality=0.5..0.9:0.1", "--sweep", "format=jpeg,webp")
    #expect((plan["points"] as? [Any])?.count == 10)
    #expect(counts(plan) == [20, 20, 2])
    #expect(
      (plan["points"] as? [[String: Any]])?[1]["point"] as? [String: String] == ["quality": "0.5", "format": "webp"])
  }

  @Test func zippedSweepsArePaired() throws {
    let plan = try plan("--sweep", "quality=0.5,0.9", "--sweep", "format=jpeg,webp", "--zip")
    #expect(counts(plan) == [4, 4, 2])
  }

  @Test func pointsThatComeToTheSameForAPictureAreOneEncoding() throws {
    // The quality does nothing for the PNG, which stays one.
    #expect(counts(try plan("--sweep", "quality=0.5..0.9:0.1")) == [10, 6, 2])
    // The level does nothing for the JPEG; sizes above the picture's own do nothing for either.
    #expect(counts(try plan("--sweep", "png.level=1..9", "--sweep", "maxDimension=500,1000,null")) == [54, 10, 2])
    #expect(counts(try plan("--sweep", "resize.filter=lanczos3,linear")) == [4, 2, 2])
    #expect(counts(try plan("--sweep", "resize.filter=lanczos3,linear", "--max-dimension", "30")) == [4, 4, 4])
  }

  @Test func withoutASweepEveryActiveSettingIsSteppedToBothSides() throws {
    let plan = try plan("-q", "0.7")
    let points = try #require(plan["points"] as? [[String: Any]]).compactMap { $0["point"] as? [String: String] }
    #expect(points.first == [:], "the configuration as it is comes first")
    #expect(points.contains(["quality": "0.65"]) && points.contains(["quality": "0.75"]))
    #expect(points.contains(["jpeg.progressive": "true"]) && points.contains(["png.level": "5"]))
    #expect(points.contains(["format": "webp"]))
    #expect(!points.contains { $0.keys.contains("webp.method") }, "nothing is written as WebP")
    #expect(!points.contains { $0.keys.contains("resize.filter") }, "nothing is resized")
    #expect(!points.contains { key in key.keys.contains { $0.hasPrefix("output.") || $0.hasPrefix("limits.") } })
  }

  @Test func theEdgesOfARangeHaveOneNeighbour() throws {
    let plan = try plan("-q", "1", "--png.level", "9")
    let points = try #require(plan["points"] as? [[String: Any]]).compactMap { $0["point"] as? [String: String] }
    #expect(points.filter { $0.keys.contains("quality") } == [["quality": "0.95"]])
    #expect(points.filter { $0.keys.contains("png.level") } == [["png.level": "8"]])
  }

  @Test func aPresetCanBeSwept() throws {
    let plan = try plan("--sweep", "preset=web,archive", "--format", "jpeg")
    let fingerprints = try #require(plan["points"] as? [[String: Any]]).compactMap { $0["fingerprint"] as? String }
    #expect(Set(fingerprints).count == 2)
  }

  @Test func aSweepFileIsRead() throws {
    imgtune.folder.write(
      Array("{ quality: '0.5..0.7:0.1', format: ['jpeg', 'webp', 'png'], zip: true }".utf8), to: "s.json")
    #expect((try plan("--sweep-file", "s.json")["points"] as? [Any])?.count == 3)
  }

  @Test func thePlanIsToldInWords() {
    let result = imgtune("bench", "in", "-n", "--sweep", "quality=0.5,0.9", "--runs", "5", "--measure", "none")
    #expect(result.exitCode == 0)
    #expect(
      result.outputText == """
          quality=0.5
          quality=0.9
        2 points × 2 pictures = 4; 1 of them comes to the same as another one of the picture
        decoded and resized 2 times, 15 encodings (5 runs each)

        """)
    #expect(imgtune.folder.files() == ["in/a.jpg", "in/b.png"], "nothing is written")
  }

  @Test func everythingWrongIsToldBeforeAnyWork() {
    let result = imgtune(
      "bench", "in", "--sweep", "quality=7", "--sweep", "qualty=0.5", "--sweep", "format=gif", "--set", "png.level=12",
      "--records", "r.ndjson")
    #expect(result.exitCode == 2)
    #expect(result.errorLines.count == 4, "\(result.errorText)")
    #expect(result.outputText.isEmpty)
    #expect(!imgtune.folder.exists("r.ndjson"))
  }

  @Test(arguments: [
    (["--sweep", "quality=0..1:0.0001"], "more than 1000 values"),
    (["--sweep", "quality=0..1:0.01", "--sweep", "png.level=0..9"], "101 × 10 = 1010 points, and 1000 are allowed"),
    (["--sweep", "quality=0.5,0.6", "--max-points", "1"], "more than 1 values"),
    (["--sweep-file", "missing.json"], "no such file or directory"),
    (["--keep-going", "--fail-fast"], "exclude each other"),
    (["--resume"], "no records to resume"), (["--sweep"], "--sweep needs"),
    (["--measure", "beauty"], "no measure beauty"), (["--runs", "0"], "outside 1…1000"),
  ]) func whatCannotBeIsRefused(words: [String], reason: String) {
    let result = imgtune.run((["bench", "in", "-n"] + words).map { Array($0.utf8) })
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains(reason), "\(result.errorText)")
  }

  @Test func noInputAndNoPictureAreRefused() {
    imgtune.folder.makeFolder("empty")
    #expect(imgtune("bench").exitCode == 2)
    #expect(imgtune("bench", "-").errorText.contains("standard input cannot be measured"))
    #expect(imgtune("bench", "empty").errorText.contains("no picture was found in empty"))
  }

  @Test func aSweepThatNoPictureFeelsIsNoted() {
    let result = imgtune("bench", "in", "-n", "--sweep", "webp.method=4,6")
    #expect(result.errorText.contains("the sweep over webp.method has no effect: it needs format=webp"))
  }
}
