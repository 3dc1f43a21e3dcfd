import Foundation
import SettingsKit
import TestSupport
import Testing

/// What becomes of the session's edits.
struct SavingTests {
  private func text(_ lab: PhotoLab, _ name: String) -> String {
    lab.folder.read(name).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func savingShowsTheDifferenceFirstAndDropsTheEdit() throws {
    let lab = try PhotoLab(settings: "{\n  // as the shop wants it\n  \"quality\": 0.9,\n}\n")
    _ = lab.patch("quality", 0.5)
    _ = lab.patch("maxDimension", 800)
    let preview = lab.client.json("POST", "/api/save", ["scope": "project", "preview": true])?.object
    let changes = try #require(preview?["changes"] as? [[String: Any]])
    #expect(changes.map { $0["key"] as? String } == ["quality", "maxDimension"])
    #expect(changes[0]["old"] as? Double == 0.9 && changes[0]["new"] as? Double == 0.5)
    #expect(changes[1]["old"] == nil)
    #expect(text(lab, "work/imgtune.json").contains("0.9"))

    #expect(lab.client.json("POST", "/api/save", ["scope": "project", "keys": ["quality"]])?.status == 200)
    #expect(text(lab, "work/imgtune.json") == "{\n  // as the shop wants it\n  \"quality\": 0.5,\n}\n")
    let quality = lab.state("quality")
    #expect(quality["modified"] as? Bool == false && quality["value"] as? Double == 0.5)
    #expect((quality["origin"] as? [String: Any])?["layer"] as? String == "project")
    #expect(lab.state("maxDimension")["modified"] as? Bool == true)
  }

  @Test func savingBelowAPinWarnsAndThePinStays() throws {
    let lab = try PhotoLab(environment: ["IMGTUNE_QUALITY": "0.6"])
    _ = lab.patch("quality", 0.5)
    let preview = lab.client.json("POST", "/api/save", ["scope": "user", "preview": true])?.object
    let pin = (preview?["changes"] as? [[String: Any]])?[0]["pin"] as? [String: Any]
    #expect(pin?["text"] as? String == "IMGTUNE_QUALITY")
    #expect(lab.client.json("POST", "/api/save", ["scope": "user"])?.status == 200)
    #expect(lab.state("quality")["value"] as? Double == 0.6)
    #expect(text(lab, "config/imgtune/settings.json").contains("0.5"))
  }

  @Test func aPresetCountsBelowTheEditsBesideIt() throws {
    let lab = try PhotoLab()
    _ = lab.patch("maxDimension", 77)
    _ = lab.patch("preset", "web")
    #expect(lab.state("quality")["value"] as? Double == 0.75)
    #expect(lab.state("quality")["modified"] as? Bool == false)
    #expect(lab.state("maxDimension")["value"] as? Int == 77)
    _ = lab.client.json("PATCH", "/api/state", ["edits": [["key": "maxDimension", "reset": true]]])
    #expect(lab.state("maxDimension")["value"] as? Int == 2_048)
    let wrong = lab.patch("preset", "wbe")
    #expect(wrong?.status == 422)
    #expect((wrong?.object["error"] as? String)?.contains("did you mean web?") == true)
  }

  @Test func aPresetOfOnesOwnIsSavedAndCanBeChosen() throws {
    let lab = try PhotoLab()
    _ = lab.patch("quality", 0.42)
    #expect(lab.client.json("POST", "/api/presets", ["name": "shop"])?.status == 201)
    #expect(lab.client.json("POST", "/api/presets", ["name": "../shop"])?.status == 422)
    _ = lab.client.json("PATCH", "/api/state", ["edits": [["key": "quality", "reset": true]]])
    #expect(lab.patch("preset", "shop")?.status == 200)
    #expect(lab.state("quality")["value"] as? Double == 0.42)
    let presets = lab.client("GET", "/api/presets")?.json as? [[String: Any]]
    #expect(presets?.contains { $0["name"] as? String == "shop" } == true)
  }

  @Test func theExportsGiveTheSameValuesBack() throws {
    let lab = try PhotoLab(settings: #"{"jpeg": {"progressive": true}}"#)
    _ = lab.patch("quality", 0.42)
    _ = lab.patch("variants", [["name": "small", "maxDimension": 320]])
    let export = try #require(lab.client("GET", "/api/export")?.object)
    let command = try #require(export["commandLine"] as? String)
    #expect(command.contains("--set quality=0.42") && command.contains("--set jpeg.progressive=true"))
    #expect(command.contains(#"--set 'variants=[{"name":"small","maxDimension":320}]'"#))
    let file = try #require(export["file"] as? String)
    let other = try PhotoLab(settings: file)
    #expect(other.state("quality")["value"] as? Double == 0.42)
    #expect(other.state("jpeg.progressive")["value"] as? Bool == true)
    #expect((other.state("variants")["value"] as? [Any])?.count == 1)
  }

  @Test func theExportsSayWhatTheSessionSetBackToADefault() throws {
    let lab = try PhotoLab(settings: #"{"quality": 0.9}"#, output: "work/site")
    _ = lab.patch("quality", 0.8)
    let export = try #require(lab.client("GET", "/api/export")?.object)
    let command = try #require(export["commandLine"] as? String)
    #expect(command.contains("--set quality=0.8") && command.hasSuffix(lab.folder.path("work/site")))
    #expect((export["file"] as? String)?.contains(#""quality": 0.8"#) == true)
  }

  @Test func aChangeOfTheFilesIsInForceAtOnceBelowTheEdits() throws {
    let lab = try PhotoLab(settings: #"{"quality": 0.9}"#)
    _ = lab.patch("maxDimension", 40)
    let listener = try lab.events()
    save(#"{"quality": 0.3, "maxDimension": 50}"#, lab)
    #expect(listener.read(until: Array(#"{"revision":2}"#.utf8)) != nil)
    #expect(lab.state("quality")["value"] as? Double == 0.3)
    let side = lab.state("maxDimension")
    #expect(side["value"] as? Int == 40)
    #expect((side["below"] as? [String: Any])?["text"] as? String == "50")
  }

  @Test func aFileThatIsWrongChangesNothingAndIsTold() throws {
    let lab = try PhotoLab(settings: #"{"quality": 0.9}"#)
    let listener = try lab.events()
    save(#"{"quality": 90}"#, lab)
    #expect(listener.read(until: Array("outside".utf8)) != nil)
    #expect(lab.state("quality")["value"] as? Double == 0.9)
    save(#"{"quality": 0.8}"#, lab)
    #expect(listener.read(until: Array(#""problems":[]"#.utf8)) != nil)
    #expect(lab.state("quality")["value"] as? Double == 0.8)
  }

  @Test func whereTheFormatIsKeptWhatHasAnEffectDependsOnThePicture() throws {
    let lab = try PhotoLab { folder in
      folder.write(PhotoLab.picture(.init(20, 20), .png(.init())), to: "work/photos/b.png")
    }
    #expect(lab.state("quality", picture: try lab.id("a.jpg"))["enabled"] as? Bool == true)
    #expect(lab.state("quality", picture: try lab.id("b.png"))["enabled"] as? Bool == false)
  }

  private func save(_ text: String, _ lab: PhotoLab) {
    lab.folder.write(Array(text.utf8), to: "work/imgtune.json.new")
    rename(lab.folder.path("work/imgtune.json.new"), lab.folder.path("work/imgtune.json"))
  }

  @Test func whatIsWrongWithAFileIsToldToWhoComesLaterUntilItIsRight() throws {
    let lab = try PhotoLab(settings: #"{"quality": 0.5}"#)
    let problems = { (lab.client("GET", "/api/session")?.object["fileProblems"] as? [Any])?.count }
    #expect(problems() == 0)
    for (settings, told, count) in [(#"{"quality": "much"}"#, #""problems":[{"#, 1), ("{}", #""problems":[]"#, 0)] {
      let listener = try lab.events()
      lab.folder.write(Array(settings.utf8), to: "work/new.json")
      rename(lab.folder.path("work/new.json"), lab.folder.path("work/imgtune.json"))
      #expect(listener.read(until: Array(told.utf8)) != nil)
      #expect(problems() == count)
    }
  }
}
