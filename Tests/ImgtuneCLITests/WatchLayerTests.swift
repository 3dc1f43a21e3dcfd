import Foundation
import TestSupport
import Testing

/// Where the settings of `imgtune watch` come from while they change.
@Suite(.timeLimit(.minutes(5)))
struct WatchLayerTests {
  @Test func aBrokenFileKeepsTheLastGoodSettingsAndTheNextGoodOneCounts() throws {
    let session = WatchSession()
    #expect(session.begins())
    session.save("{\n  \"quality\": 7,\n}")
    #expect(session.waits(for: "settingsBroken") && session.waits(for: "imgtune.json:2"))
    session.moveIn(Picture.jpeg, to: "photos/b.jpg")
    #expect(session.waits(forPicture: "photos/b.jpg") { $0["width"] as? Int == 40 })
    session.save(#"{"quality": 0.2, "maxDimension": 40}"#)
    #expect(session.waits(for: "settingsRecovered") && session.waits(forQuality: 20))
    #expect(session.end().documents.events("settingsBroken").count == 1)
  }

  @Test(arguments: ["", "{", #"{"quality": }"#, #"{"qualty": 0.5}"#, "\u{0}\u{0}", "[1]"])
  func everyKindOfBreakageIsSaidAndPasses(text: String) {
    let session = WatchSession()
    #expect(session.begins())
    session.save(text)
    #expect(session.waits { $0.names.contains("settingsBroken") })
    session.save(#"{"quality": 0.2, "maxDimension": 40}"#)
    #expect(session.waits(for: "settingsRecovered") && session.waits(forQuality: 20))
    _ = session.end()
  }

  @Test func aFileThatIsPutRightAsItWasIsToldToo() {
    let session = WatchSession()
    #expect(session.begins())
    session.save("{")
    #expect(session.waits(for: "settingsBroken"))
    session.save(#"{"maxDimension": 40}"#)
    #expect(session.waits(for: "settingsRecovered"))
    #expect(session.end().documents.events("picture").count == 1)
  }

  @Test(arguments: ["later.json", "deep/er/later.json"]) func aNamedFileThatIsNotThereYetIsWaitedFor(name: String) {
    let session = WatchSession(settings: nil, options: ["--config", name])
    #expect(session.waits(for: "not there yet") && session.begins())
    session.folder.write(Array(#"{"quality": 0.25}"#.utf8), to: name)
    #expect(session.waits(forQuality: 25))
    _ = session.end()
  }

  @Test func aFileThatIsFoundLaterCounts() {
    let session = WatchSession(settings: nil)
    #expect(session.begins())
    session.save(#"{"quality": 0.25}"#)
    #expect(session.waits(forQuality: 25))
    _ = session.end()
  }

  @Test func aFileThatGoesStaysInForceUntilItIsBack() {
    let session = WatchSession(settings: #"{"quality": 0.4}"#)
    #expect(session.begins())
    session.delete("imgtune.json")
    #expect(session.waits(for: "is gone"))
    session.moveIn(Picture.jpeg, to: "photos/b.jpg")
    #expect(session.waits(forQuality: 40, of: "photos/b.jpg"))
    session.save(#"{"quality": 0.25}"#)
    #expect(session.waits(forQuality: 25) && session.waits(for: "settingsRecovered"))
    #expect(session.end().documents.pictures(of: "photos/a.jpg").count == 2)
  }

  @Test func anEditOfOnesOwnSettingsInAnotherTerminalCounts() {
    let session = WatchSession(home: "home")
    #expect(session.begins())
    // The store and its folder do not exist before.
    #expect(session.imgtune("settings", "set", "quality=0.37").exitCode == 0)
    #expect(session.waits(forQuality: 37))
    #expect(session.imgtune("settings", "set", "quality=0.38").exitCode == 0)
    #expect(session.waits(forQuality: 38))
    #expect(session.imgtune("settings", "reset", "quality").exitCode == 0)
    #expect(session.waits(forQuality: 80))
    #expect(session.isUpToDate())
    let documents = session.end().documents
    let watched = documents.first?["watched"] as? [String]
    #expect(watched == ["photos", "imgtune.json", "home/.config/imgtune/settings.json"])
  }

  @Test func theOtherLayersCountBesideAFileThatIsBrokenOrGone() {
    let session = WatchSession(home: "home")
    #expect(session.begins())
    session.save("{")
    #expect(session.waits(for: "settingsBroken"))
    #expect(session.imgtune("settings", "set", "quality=0.37", "maxDimension=20").exitCode == 0)
    #expect(session.waits(forPicture: "photos/a.jpg") { $0["nativeQuality"] as? String == "q37" })
    session.delete("imgtune.json")
    #expect(session.waits(for: "is gone"))
    #expect(session.imgtune("settings", "set", "quality=0.38").exitCode == 0)
    #expect(session.waits(forQuality: 38))
    let documents = session.end().documents
    let widths = documents.pictures(of: "photos/a.jpg").compactMap { $0["width"] as? Int }
    #expect(documents.events("settingsBroken").count == 1, "said at its save, not at those of others")
    #expect(Set(widths) == [40], "what the project file said last stays above one's own settings")
  }

  @Test func anEditOfAPresetInUseCounts() {
    let preset = "home/.config/imgtune/presets/mine.json"
    let session = WatchSession(settings: #"{"preset": "mine"}"#, home: "home") {
      $0.write(Array(#"{"version": 1, "values": {"quality": 0.41}}"#.utf8), to: preset)
    }
    #expect(session.begins())
    #expect(session.imgtune("settings", "save", "mine", "--set", "quality=0.42").exitCode == 0)
    #expect(session.waits(forQuality: 42))
    session.folder.write([], to: preset)
    #expect(session.waits(for: "settingsBroken"))
    session.folder.write(Array(#"{"version": 1, "values": {"quality": 0.43}}"#.utf8), to: preset)
    #expect(session.waits(forQuality: 43))
    _ = session.end()
  }

  @Test func whatTheCommandLineGivesIsPinned() throws {
    let session = WatchSession(options: ["--set", "quality=0.5"])
    #expect(session.begins())
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits(for: #""event":"pinned""#))
    session.save(#"{"maxDimension": 20, "quality": 0.3}"#)
    #expect(session.waits(forPicture: "photos/a.jpg") { $0["width"] as? Int == 20 })
    let documents = session.end().documents
    let pinned = documents.events("pinned")
    #expect(pinned.count == 1, "the second save changed nothing that is pinned")
    #expect(pinned.first?["key"] as? String == "quality" && pinned.first?["fileValue"] as? String == "0.3")
    #expect(documents.pictures(of: "photos/a.jpg").allSatisfy { $0["nativeQuality"] as? String == "q50" })
  }
}
