import Foundation
import TestSupport
import Testing

/// `settings explain` and `settings check`.
struct SettingsExplainTests {
  private var bench = SettingsBench()

  /// Every layer says something of the quality.
  private mutating func fillLayers() {
    bench.write(#"{"version": 1, "values": {"quality": 0.1}}"#, to: SettingsBench.store)
    bench.writeProject("{\n  preset: 'web',\n  quality: 70,\n}")
    bench.imgtune.environment["IMGTUNE_QUALITY"] = "0.3"
  }

  @Test mutating func everyCandidateIsToldAndWhyTheWinnerWon() {
    fillLayers()
    let result = bench.settings("explain", "quality", "--set", "quality=0.4")
    #expect(result.exitCode == 0)
    // The columns are as wide as this test's folder makes them.
    let lines = bench.shortened(result.outputText).split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
    #expect(
      lines == [
        "quality = 0.4 (--set)",
        "won command line --set 0.4",
        "shadowed environment IMGTUNE_QUALITY 0.3 by --set",
        "invalid project file imgtune.json:3:12 70 is outside 0…1",
        "shadowed project file imgtune.json:2:11, preset web 0.75 by --set",
        "shadowed user settings config/imgtune/settings.json:1:38 0.1 by --set",
        "shadowed default 0.8 by --set",
      ])
  }

  @Test mutating func theSameAsADocument() throws {
    fillLayers()
    let document = try bench.object(bench.settings("explain", "quality", "--json"))
    #expect(document["key"] as? String == "quality" && document["value"] as? Double == 0.3)
    #expect(document["origin"] as? [String: String] == ["layer": "environment", "place": "IMGTUNE_QUALITY"])
    let candidates = try #require(document["candidates"] as? [[String: Any]])
    #expect(
      candidates.compactMap { $0["status"] as? String } == ["won", "invalid", "shadowed", "shadowed", "shadowed"])
    #expect(candidates.compactMap { $0["raw"] as? String } == ["0.3", "70", "0.75", "0.1", "0.8"])
    let origins = candidates.compactMap { $0["origin"] as? [String: String] }
    #expect(origins.compactMap { $0["layer"] } == ["environment", "project", "project", "user", "default"])
    #expect(origins[2] == ["layer": "project", "place": "imgtune.json:2:11", "preset": "web"])
    let several = bench.settings("explain", "quality", "format", "--json")
    let list = try JSONSerialization.jsonObject(with: Data(several.output)) as? [[String: Any]]
    #expect(list?.compactMap { $0["key"] as? String } == ["quality", "format"])
  }

  @Test mutating func isolatedOnlyTheProjectCounts() {
    fillLayers()
    let text = bench.settings("explain", "quality", "--isolated").outputText
    #expect(text.hasPrefix("quality = 0.75 (imgtune.json:2:11, preset web)\n"))
    #expect(!text.contains("IMGTUNE_QUALITY") && !text.contains("settings.json"))
  }

  @Test func anInactiveSettingSaysWhatItNeeds() {
    let text = bench.settings("explain", "webp.method", "--format", "jpeg", "--webp.method=6").outputText
    #expect(text.contains(/inactive  command line  --webp.method  6  needs format=webp\n/), "\(text)")
    // Where the format is the picture's own it may well have an effect.
    #expect(bench.settings("explain", "webp.method", "--webp.method=6").outputText.contains("won       command line"))
  }

  @Test func whatIsNoSettingIsRefused() {
    #expect(bench.settings("explain").exitCode == 2)
    let result = bench.settings("explain", "qualty")
    #expect(result.exitCode == 2 && result.errorText.contains("did you mean quality"))
  }

  @Test func anUnreadableProjectFileIsTold() {
    bench.writeProject("{,}")
    let result = bench.settings("explain", "quality")
    #expect(result.exitCode == 0)
    #expect(result.errorText == "imgtune: note: expected a key or } (from imgtune.json:1:2)\n")
  }

  @Test mutating func theCheckGoesOnAndTellsEverything() {
    bench.write(#"{"version": 1, "values": {"quality": 7}}"#, to: SettingsBench.store)
    bench.writeProject("{\n  quality: 70,\n  qualty: 1,\n  webp: {method: 9},\n}")
    bench.imgtune.environment["IMGTUNE_FORMAT"] = "gif"
    bench.imgtune.environment["IMGTUNE_FORMATT"] = "png"
    let result = bench.settings("check")
    #expect(result.exitCode == 2)
    #expect(
      Set(bench.shortened(result.outputText).split(separator: "\n").map(String.init)) == [
        "problem: quality = 70 is outside 0…1 (from imgtune.json:2:12); did you mean 0.7?",
        "problem: there is no setting qualty (from imgtune.json:3:3); "
          + "did you mean quality or jpeg.quality or webp.quality?",
        "problem: webp.method = 9 is outside 0…6 (from imgtune.json:4:18)",
        "problem: format = gif is none of keep, jpeg, png, webp (from IMGTUNE_FORMAT)",
        "note: quality = 7 is outside 0…1 (from config/imgtune/settings.json:1:38); did you mean 0.07?",
        "note: a variable names no setting (from IMGTUNE_FORMATT); did you mean IMGTUNE_FORMAT?",
      ])
    #expect(bench.settings("check", "--isolated").outputLines.count == 3)
    #expect(bench.settings("check", "--lenient").exitCode == 0)
    #expect(bench.settings("check", "--lenient").outputLines.allSatisfy { $0.hasPrefix("note: ") })
  }

  @Test func theCheckIsADocumentToo() throws {
    bench.writeProject("{ quality: 70 }")
    let result = bench.settings("check", "--json")
    #expect(result.exitCode == 2)
    let problems = try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [[String: Any]])
    let problem = try #require(problems.first)
    #expect(problems.count == 1)
    #expect(problem["key"] as? String == "quality" && problem["problem"] as? String == "quality = 70 is outside 0…1")
    #expect(problem["origin"] as? [String: String] == ["layer": "project", "place": "imgtune.json:1:12"])
    #expect(problem["allowed"] as? String == "0…1" && problem["nearest"] as? [String] == ["0.7"])
    bench.writeProject("{ quality: 0.7 }")
    #expect(bench.settings("check", "--json").outputText == "[]\n")
    #expect(bench.shortened(bench.settings("check").outputText) == "all settings are well (work/imgtune.json)\n")
  }
}
