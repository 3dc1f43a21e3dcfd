import Jobs
import SettingsKit
import Testing

struct SettingsSourcesTests {
  private var world = SettingsWorld()

  /// Every layer gives a quality; then the strongest is taken away, one by one.
  @Test mutating func theLayersStandInTheirOrderAndSayWhereAValueCameFrom() {
    world.writeStore(#"{"quality": 0.1}"#)
    world.writeProject("{\n  quality: 0.2,\n}")
    world.variables["IMGTUNE_QUALITY"] = "0.3"
    #expect(world.load(["quality": "0.4"]).told("quality") == "0.4 (--set)")
    #expect(world.load().told("quality") == "0.3 (IMGTUNE_QUALITY)")
    world.variables = [:]
    #expect(world.load().told("quality") == "0.2 (imgtune.json:2:12)")
    world.writeProject("{}")
    let store = world.folder.path("config/imgtune/settings.json")
    #expect(world.load().told("quality") == "0.1 (\(store):1:38)")
    world.writeStore("{}")
    #expect(world.load().told("quality") == "0.8 (default)")
  }

  @Test mutating func everyCandidateIsExplained() {
    world.writeProject("{\n  quality: 0.2,\n}")
    world.variables["IMGTUNE_QUALITY"] = "70"
    let explanation = world.load(["quality": "0.4", "format": "jpeg"]).resolution.explanation(of: "quality")
    #expect(
      explanation.lines == [
        "quality = 0.4 (--set)",
        "  won       command line  --set              0.4",
        "  invalid   environment   IMGTUNE_QUALITY    70   is outside 0…1",
        "  shadowed  project file  imgtune.json:2:12  0.2  by --set",
        "  shadowed  default                          0.8  by --set",
      ])
  }

  @Test func aPresetStandsInTheLayerThatNamesItBelowThatLayersOwnKeys() {
    world.writeStore(#"{"preset": "archive", "png.level": 5}"#)
    world.writeProject(#"{ "quality": 0.33, "preset": "web" }"#)
    let loaded = world.load()
    // The project's own key beats its preset, in whatever order they stand.
    #expect(loaded.told("quality") == "0.33 (imgtune.json:1:14)")
    // The project's preset beats everything of the weaker store.
    #expect(loaded.told("maxDimension") == "2048 (imgtune.json:1:30, preset web)")
    // The store's preset still counts where nothing stronger speaks, and below the store's own keys.
    let store = world.folder.path("config/imgtune/settings.json")
    #expect(loaded.told("output.keepDates") == "true (\(store):1:37, preset archive)")
    #expect(loaded.told("png.level") == "5 (\(store):1:61)")
    #expect(loaded.problems.isEmpty && loaded.notes.isEmpty)
    // A preset of the command line beats the project's own keys.
    #expect(world.load(["preset": "thumbnail"]).told("quality") == "0.7 (--set, preset thumbnail)")
    #expect(world.load(["preset": "thumbnail", "quality": "0.5"]).told("quality") == "0.5 (--set)")
    #expect(world.load(["quality": "0.5", "preset": "thumbnail"]).told("quality") == "0.5 (--set)")
  }

  @Test func ofSeveralPresetsInOneLayerTheLastCounts() {
    let loaded = world.load(["preset": "archive", "preset": "thumbnail"])
    #expect(loaded.told("quality") == "0.7 (--set, preset thumbnail)")
    #expect(loaded.told("png.level") == "6 (default)")
    #expect(world.load(["preset": "archive", "preset": "null"]).told("quality") == "0.8 (default)")
    #expect(world.load(["preset": "archive", "preset": "@default"]).told("quality") == "0.8 (default)")
  }

  @Test mutating func anUnknownPresetIsAnsweredWithTheNearestNames() {
    world.writePreset("shop", #"{"quality": 0.6}"#)
    #expect(
      world.load(["preset": "shpo"]).stopping(in: world)
        == ["there is no preset shpo (from --set); did you mean shop?"])
    #expect(
      world.load(["preset": "zzzzzz"]).stopping(in: world)
        == ["there is no preset zzzzzz (from --set); imgtune settings presets lists them"])
    // No name of a preset leads out of its folder.
    world.write(#"{"version": 1, "values": {"quality": 0.1}}"#, to: "config/imgtune/secret.json")
    #expect(world.load(["preset": "../secret"]).problems.count == 1)
    world.variables["IMGTUNE_PRESET"] = "wbe"
    world.writeProject(#"{preset: "thumbnial"}"#)
    #expect(
      Set(world.load().stopping(in: world)) == [
        "there is no preset thumbnial (from imgtune.json:1:10); did you mean thumbnail?",
        "there is no preset wbe (from IMGTUNE_PRESET); did you mean web?",
      ])
  }

  @Test mutating func isolatedNothingOfAPersonCounts() {
    world.writeStore(#"{"quality": 0.1, "preset": "archive"}"#)
    world.writePreset("web", #"{"quality": 0.11}"#)
    world.writePreset("mine", #"{"quality": 0.12}"#)
    world.writeProject(#"{preset: "web"}"#)
    world.variables = ["IMGTUNE_FORMAT": "png", "IMGTUNE_NONSENSE": "1"]
    let personal = world.load()
    #expect(personal.told("quality") == "0.11 (imgtune.json:1:10, preset web)")
    #expect(personal.told("format") == "png (IMGTUNE_FORMAT)")
    let isolated = world.load(isolated: true)
    #expect(isolated.told("quality") == "0.75 (imgtune.json:1:10, preset web)")
    #expect(isolated.told("format") == "keep (default)")
    #expect(isolated.told("output.keepDates") == "false (default)")
    #expect(isolated.problems.isEmpty && isolated.notes.isEmpty)
    #expect(world.load(["preset": "mine"], isolated: true).problems.map(\.key) == ["preset"])
  }

  @Test mutating func lenientLetsFilesAndVariablesPassButNotWhatWasTyped() {
    world.writeProject(#"{ "quality": 70, "qualty": 1, "preset": "wbe", "format": "webp" }"#)
    world.variables["IMGTUNE_MAX_DIMENSION"] = "huge"
    let strict = world.load()
    #expect(strict.problems.count == 4)
    let lenient = world.load(lenient: true)
    #expect(lenient.problems.isEmpty)
    #expect(Set(lenient.notes) == Set(strict.problems.map(\.description)))
    #expect(lenient.told("quality") == "0.8 (default)")
    #expect(lenient.told("format") == "webp (imgtune.json:1:58)")
    #expect(
      world.load(["quality": "70"], lenient: true).stopping(in: world)
        == ["quality = 70 is outside 0…1 (from --set); did you mean 0.7?"])
  }

  @Test mutating func aVariableThatNamesNoSettingIsNoted() {
    world.variables = ["IMGTUNE_QUALTY": "0.5", "IMGTUNE": "x", "IMGTUNER_X": "1", "PATH": "/bin"]
    let loaded = world.load()
    #expect(loaded.problems.isEmpty)
    #expect(
      loaded.notes == ["a variable names no setting (from IMGTUNE_QUALTY); did you mean IMGTUNE_QUALITY?"])
  }

  @Test mutating func aVariableOfASectionHasTwoUnderlines() {
    world.variables = ["IMGTUNE_JPEG__PROGRESSIVE": "on", "IMGTUNE_RESIZE__MAX_WIDTH": "300"]
    let loaded = world.load()
    #expect(loaded.told("jpeg.progressive") == "true (IMGTUNE_JPEG__PROGRESSIVE)")
    #expect(loaded.told("resize.maxWidth") == "300 (IMGTUNE_RESIZE__MAX_WIDTH)")
  }
}
