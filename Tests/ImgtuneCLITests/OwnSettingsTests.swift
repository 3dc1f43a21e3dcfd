import Foundation
import TestSupport
import Testing

/// `settings set`, `get`, `reset` on a person's own settings.
struct OwnSettingsTests {
  private let bench = SettingsBench()

  @Test func aValueThatIsSetCountsFromThenOn() throws {
    let result = bench.settings("set", "quality=0.7", "maxDimension=60")
    #expect(result.exitCode == 0 && result.errors.isEmpty)
    #expect(
      bench.shortened(result.outputText)
        == "quality = 0.7 (config/imgtune/settings.json)\nmaxDimension = 60 (config/imgtune/settings.json)\n")
    #expect(
      bench.read(SettingsBench.store)
        == "{\n  \"version\": 1,\n  \"values\": {\n    \"quality\": 0.7,\n    \"maxDimension\": 60\n  }\n}\n")
    #expect(bench.folder.mode(SettingsBench.store) == 0o600)
    #expect(bench.settings("get", "quality", "maxDimension", "format").outputText == "0.7\n60\nkeep\n")
    #expect(try bench.object(bench.settings("get", "--json", "maxDimension"))["maxDimension"] as? Int == 60)
    let picture = try #require(try bench.compressed().first)
    #expect(picture["width"] as? Int == 60)
    #expect(picture["settingLayers"] as? [String: String] == ["quality": "user", "maxDimension": "user"])
  }

  @Test func whereOneIsWrongNoneIsChangedAndAllAreTold() {
    let result = bench.settings("set", "format=webp", "quality=70", "qualty=1", "jpeg.chroma=9", "preset=wbe")
    #expect(result.exitCode == 2 && result.output.isEmpty)
    #expect(
      result.errorLines == [
        "imgtune: quality = 70 is outside 0…1; did you mean 0.7?",
        "imgtune: there is no setting qualty; did you mean quality or jpeg.quality or webp.quality?",
        "imgtune: jpeg.chroma = 9 is none of auto, 4:4:4, 4:2:2, 4:2:0",
        "imgtune: there is no preset wbe; did you mean web?",
      ])
    #expect(!bench.folder.exists(SettingsBench.store))
  }

  @Test func whatIsNoAssignmentIsRefused() {
    #expect(bench.settings("set").errorText == "imgtune: no setting is given; write KEY=VALUE, such as quality=0.7\n")
    #expect(bench.settings("set", "quality").exitCode == 2)
    #expect(bench.settings("set", "quality=0.5", "--scope", "both").exitCode == 2)
    #expect(bench.settings("get").errorText == "imgtune: no setting is named; imgtune settings list shows them all\n")
    #expect(bench.settings("get", "qualty").errorText.contains("there is no setting qualty; did you mean quality"))
    #expect(bench.settings("reset", "qualty").exitCode == 2)
    #expect(bench.settings("reset", "--all", "quality").exitCode == 2)
  }

  @Test func ofAKeyThatIsGivenTwiceTheLastCounts() {
    let result = bench.settings("set", "quality=0.5", "quality=0.6")
    #expect(bench.shortened(result.outputText) == "quality = 0.6 (config/imgtune/settings.json)\n")
    #expect(result.errors.isEmpty)
  }

  @Test func resetTakesAnEditBackAndTheNextLayerCounts() {
    bench.writeProject("{ quality: 0.6 }")
    _ = bench.settings("set", "quality=0.8", "maxDimension=60")
    let result = bench.settings("reset", "quality", "format")
    #expect(result.exitCode == 0)
    #expect(result.outputText == "quality = 0.6\n")
    #expect(
      bench.shortened(result.errorText) == "imgtune: note: format was not edited in config/imgtune/settings.json\n")
    #expect(bench.read(SettingsBench.store)?.contains("quality") == false)
    #expect(bench.settings("reset", "--all").outputText == "maxDimension = null\n")
    #expect(bench.settings("reset", "--all").errorText.contains("nothing was edited"))
  }

  /// An edit to the default is an edit: it holds against weaker layers.
  @Test func theDefaultCanBeSet() throws {
    #expect(bench.settings("set", "quality=@default", "maxDimension=null").exitCode == 0)
    let text = try #require(bench.read(SettingsBench.store))
    #expect(text.contains("\"quality\": 0.8") && text.contains("\"maxDimension\": null"))
  }

  @Test func whatAStrongerLayerOverridesIsTold() {
    bench.writeProject("{\n  quality: 0.6,\n}")
    let result = bench.settings("set", "quality=0.5")
    #expect(result.exitCode == 0)
    #expect(result.errorText == "imgtune: note: quality = 0.6 is still in force, from imgtune.json:2:12\n")
  }

  @Test func listsAreTakenFromFlagsAndFromJSON() {
    _ = bench.settings("set", "metadata.keep=exif,xmp", #"variants=[{"name":"s","maxDimension":9}]"#)
    #expect(bench.settings("get", "metadata.keep").outputText == "exif,xmp\n")
    #expect(bench.settings("get", "variants").outputText == "[{\"name\":\"s\",\"maxDimension\":9}]\n")
  }

  @Test func aHandWrittenStoreKeepsItsCommentsAndWhatIsNotKnown() throws {
    let text = "{\n  // mine\n  values: {\n    quality: .5, // soft\n    aura: 'blue',\n  },\n}\n"
    bench.write(text, to: SettingsBench.store)
    #expect(bench.settings("set", "quality=0.6").exitCode == 0)
    #expect(bench.read(SettingsBench.store) == text.replacing(".5", with: "0.6"))
    #expect(bench.settings("get", "quality").errorText.contains("there is no setting aura"))
  }

  @Test func aDamagedStoreIsToldAndSetAsideAtTheNextChange() throws {
    bench.write("{ \"values\": { \"quality\": 0.", to: SettingsBench.store)
    let read = bench.settings("get", "quality")
    #expect(read.exitCode == 0 && read.outputText == "0.8\n")
    #expect(read.errorText.contains("settings.json:1:13: the file is damaged: "))
    #expect(try bench.compressed().count == 1)
    #expect(bench.settings("reset", "quality").exitCode == 1)
    let set = bench.settings("set", "format=webp")
    #expect(set.exitCode == 0)
    #expect(set.errorText.contains("the next change sets the file aside as settings.json.damaged-1"))
    #expect(bench.read(SettingsBench.store + ".damaged-1") == "{ \"values\": { \"quality\": 0.")
    #expect(bench.settings("get", "format").errors.isEmpty)
  }

  @Test func whatANewerProgramWroteIsReadButNotChanged() {
    let text = "{\"version\": 2, \"values\": {\"quality\": 0.5}}"
    bench.write(text, to: SettingsBench.store)
    #expect(bench.settings("get", "quality").outputText == "0.5\n")
    let result = bench.settings("set", "quality=0.6")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("a newer version wrote it (format 2, this program knows 1)"))
    #expect(bench.read(SettingsBench.store) == text)
  }

  @Test func withoutAHomeThereIsNothingToChange() {
    var bench = self.bench
    bench.imgtune.environment = ["PATH": "/usr/bin:/bin"]
    let result = bench.settings("set", "quality=0.6")
    #expect(result.exitCode == 2)
    #expect(result.errorText == "imgtune: nobody says where your settings would be; set HOME or XDG_CONFIG_HOME\n")
    #expect(bench.settings("get", "quality").outputText == "0.8\n")
  }
}
