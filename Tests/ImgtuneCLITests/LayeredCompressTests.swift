import Foundation
import TestSupport
import Testing

/// `compress` with settings from all layers.
struct LayeredCompressTests {
  private var bench = SettingsBench()

  private func refused(_ words: String...) -> [String] {
    let result = bench.run(["compress", "a.jpg", "-o", "out/"] + words)
    #expect(result.exitCode == 2 && result.output.isEmpty)
    #expect(!bench.folder.exists("work/out"), "nothing is done")
    return bench.shortened(result.errorText).split(separator: "\n").map(String.init)
  }

  @Test mutating func everyLayerCountsAndIsNamedInTheReport() throws {
    bench.write(
      #"{"version": 1, "values": {"quality": 0.1, "png.level": 1}}"#, to: SettingsBench.store)
    bench.writeProject("{ quality: 0.2, webp: {method: 2}, preset: 'thumbnail' }")
    bench.imgtune.environment["IMGTUNE_QUALITY"] = "0.3"
    bench.imgtune.environment["IMGTUNE_FORMAT"] = "webp"
    let picture = try #require(try bench.compressed("--max-dimension", "30").first)
    #expect(picture["width"] as? Int == 30 && picture["format"] as? String == "webp")
    #expect(picture["nativeQuality"] as? String == "q30")
    #expect(
      picture["settingLayers"] as? [String: String] == [
        "quality": "environment", "format": "environment", "maxDimension": "commandLine", "png.level": "user",
        "webp.method": "project", "preset": "project", "resize.linearLight": "project",
      ])
    let isolated = try #require(try bench.compressed("--isolated").first)
    #expect(isolated["nativeQuality"] as? String == "q20")
    #expect(
      isolated["settingLayers"] as? [String: String] == [
        "quality": "project", "maxDimension": "project", "webp.method": "project", "preset": "project",
        "resize.linearLight": "project",
      ])
  }

  @Test func theProjectFileIsFoundFromASubfolderAndReplacedByANamedOne() throws {
    bench.writeProject("{ maxDimension: 30 }")
    bench.folder.write(Picture.jpeg, to: "work/deep/a.jpg")
    bench.write("{ maxDimension: 20 }", to: "work/deep/other.json")
    var deep = bench
    deep.imgtune.workingFolder = "work/deep"
    #expect(try deep.compressed().first?["width"] as? Int == 30)
    #expect(try deep.compressed("--config", "other.json").first?["width"] as? Int == 20)
    deep.folder.makeFolder("work/deep/.git")
    #expect(try deep.compressed().first?["width"] as? Int == 120)
  }

  @Test func aNamedFileThatIsNotThereStopsInEveryMode() {
    let message = "imgtune: the settings in none.json cannot be read: no such file or directory (from --config)"
    #expect(refused("--config", "none.json") == [message])
    #expect(refused("--config", "none.json", "--lenient") == [message])
  }

  @Test mutating func allProblemsOfAllLayersAreToldAtOnce() throws {
    bench.writeProject("{\n  qualty: 1,\n  webp: {method: 9},\n}")
    bench.imgtune.environment["IMGTUNE_FORMAT"] = "gif"
    #expect(
      Set(refused("--set", "quality=70", "--preset=wbe", "--frobnicate")) == [
        "imgtune: there is no option --frobnicate; --help lists them all",
        "imgtune: there is no setting qualty (from imgtune.json:2:3); "
          + "did you mean quality or jpeg.quality or webp.quality?",
        "imgtune: webp.method = 9 is outside 0…6 (from imgtune.json:3:18)",
        "imgtune: format = gif is none of keep, jpeg, png, webp (from IMGTUNE_FORMAT)",
        "imgtune: quality = 70 is outside 0…1 (from --set); did you mean 0.7?",
        "imgtune: there is no preset wbe (from --preset); did you mean web?",
      ])
  }

  @Test mutating func lenientGoesOnAndTellsIt() throws {
    bench.writeProject("{ qualty: 1, webp: {method: 9}, maxDimension: 30 }")
    bench.imgtune.environment["IMGTUNE_FORMAT"] = "gif"
    #expect(refused().count == 3)
    let result = bench("compress", "a.jpg", "-o", "out/", "--lenient")
    #expect(result.exitCode == 0)
    #expect(result.errorLines.count == 3 && result.errorLines.allSatisfy { $0.hasPrefix("imgtune: note: ") })
    #expect(bench.imgtune.picture("work/out/a.jpg")?.size.width == 30)
    #expect(bench("compress", "a.jpg", "-o", "2/", "--lenient", "-q70").exitCode == 2)
    #expect(bench("compress", "a.jpg", "-o", "3/", "--lenient", "--quiet").errors.isEmpty)
  }

  @Test mutating func whatIsWrongWithOnesOwnSettingsNeverStops() throws {
    for text in ["", "{ \"values\": {\"quality\": 0.", #"{"values": {"quality": 70, "qualty": 1, "preset": "wbe"}}"#] {
      bench.write(text, to: SettingsBench.store)
      let result = bench("compress", "a.jpg", "-o", "out/")
      #expect(result.exitCode == 0)
      #expect(!result.errors.isEmpty && result.errorLines.allSatisfy { $0.hasPrefix("imgtune: note: ") })
    }
    bench.imgtune.environment["IMGTUNE_QUALTY"] = "1"
    bench.folder.write([], to: "config/imgtune/settings.json")
    #expect(bench("compress", "a.jpg", "-o", "out/", "--isolated").errors.isEmpty)
  }

  @Test func aPresetIsNamedByItsFlagOrItsKey() throws {
    for words in [["--preset", "thumbnail"], ["--set", "preset=thumbnail"]] {
      let result = bench.run(["compress", "a.jpg", "-o", "out/", "--json", "--set", "maxDimension=40"] + words)
      let picture = try #require(try bench.imgtune.documents(result).first)
      #expect(picture["width"] as? Int == 40 && picture["nativeQuality"] as? String == "q70")
    }
  }

  /// What a person asked for in so many words and did not get is told, with what would help.
  @Test func aSettingWithoutEffectIsToldWithWhatItNeeds() {
    bench.writeProject("{ webp: { method: 6 }, png: { level: 9 } }")
    let result = bench("compress", "a.jpg", "-o", "out/", "--webp.sharp-yuv", "--preset", "web")
    #expect(result.exitCode == 0)
    #expect(
      result.errorText
        == "imgtune: note: webp.sharpYUV = true has no effect (from --webp.sharp-yuv); it needs "
        + "format=webp and webp.lossless=false, for 1 picture\n")
  }
}
