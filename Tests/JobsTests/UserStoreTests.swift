import Jobs
import SettingsKit
import Testing

/// A person's own settings never stop a run.
struct UserStoreTests {
  private let world = SettingsWorld()
  private let store = "config/imgtune/settings.json"

  @Test(arguments: ["", "{", "[]", "{\"version\": 1, \"values\": {\"quality\": 0.5", "\u{0}\u{1}", "{\"values\": 3}"])
  func aDamagedStoreIsANoteAndNoFailure(text: String) throws {
    world.write(text, to: store)
    let loaded = world.load(["format": "webp"])
    #expect(loaded.problems.isEmpty)
    let note = try #require(loaded.noted(in: world).first)
    #expect(loaded.notes.count == 1)
    #expect(note.contains(#/^config/imgtune/settings\.json:\d+:\d+: the file is damaged: /#), "\(note)")
    #expect(note.contains("the defaults count"))
    #expect(loaded.told("quality") == "0.8 (default)")
    #expect(loaded.told("format") == "webp (--set)")
  }

  @Test func whatIsWrongInsideIsNotedWithItsPlaceAndTheRestCounts() {
    world.writeStore(#"{"quality": 70, "qualty": 1, "format": "webp", "preset": "wbe"}"#)
    let loaded = world.load()
    #expect(loaded.problems.isEmpty)
    #expect(loaded.told("format").hasPrefix("webp ("))
    #expect(
      Set(loaded.noted(in: world)) == [
        "\(store):1:42: there is no setting qualty; did you mean quality or jpeg.quality or webp.quality?",
        "quality = 70 is outside 0…1 (from \(store):1:38); did you mean 0.7?",
        "there is no preset wbe (from \(store):1:83); did you mean web?",
      ])
  }

  @Test func aStoreOfANewerProgramCountsAsFarAsItIsUnderstood() {
    world.write(#"{"version": 99, "values": {"quality": 0.5, "aura": 3}}"#, to: store)
    let loaded = world.load()
    #expect(loaded.problems.isEmpty)
    #expect(loaded.resolution.value("quality").text == "0.5")
    #expect(loaded.notes.contains { $0.contains("written by a newer version") })
  }

  @Test func withoutAnyVariableThereAreNoSettingsOfAPerson() {
    let user = UserFolder(environment: [:])
    #expect(user.path == nil && user.settings == nil && user.presetNames.isEmpty)
    #expect(UserFolder(environment: ["HOME": ""]).path == nil)
  }

  @Test func theFolderIsWhereTheSpecificationPutsIt() {
    #expect(UserFolder(environment: ["HOME": "/h"]).path == "/h/.config/imgtune")
    #expect(UserFolder(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "/x"]).path == "/x/imgtune")
    #expect(UserFolder(environment: ["XDG_CONFIG_HOME": "/x"]).path == "/x/imgtune")
    // Unset and empty are the same, and what is relative does not count.
    #expect(UserFolder(environment: ["HOME": "/h", "XDG_CONFIG_HOME": ""]).path == "/h/.config/imgtune")
    #expect(UserFolder(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "x/y"]).path == "/h/.config/imgtune")
    #expect(UserFolder(environment: ["XDG_CONFIG_HOME": "x/y"]).path == nil)
  }

  @Test func theStoreOfTheHomeFolderIsReadWhereNothingElseIsSaid() {
    let folder = world.folder
    world.write(#"{"version": 1, "values": {"quality": 0.5}}"#, to: "home/.config/imgtune/settings.json")
    let sources = SettingsSources(environment: ["HOME": folder.path("home")], workingFolder: folder.path("repository"))
    #expect(sources.load().resolution.origin("quality").layer == .userStore)
  }
}
