import Jobs
import SettingsKit
import TestSupport
import Testing

/// Where a project's settings are found, and how what is wrong with them is told.
struct ProjectSettingsTests {
  private let world = SettingsWorld()

  private func found(from folder: String) -> String? {
    world.folder.makeFolder(folder)
    let path = world.sources(in: folder).projectFile?.losslessText
    return path.map { String($0.dropFirst(world.folder.path.count + 1)) }
  }

  @Test func theNearestFileUpToTheRepositoryCounts() {
    world.write("{}", to: "imgtune.json")
    #expect(found(from: "repository/a/b") == nil, "the search stops at the root of the repository")
    world.writeProject("{}")
    #expect(found(from: "repository") == "repository/imgtune.json")
    #expect(found(from: "repository/a/b") == "repository/imgtune.json")
    world.write("{}", to: "repository/a/imgtune.json")
    #expect(found(from: "repository/a/b") == "repository/a/imgtune.json")
  }

  /// In worktrees and submodules `.git` is a file.
  @Test func aGitFileIsARootToo() {
    world.writeProject("{}")
    world.write("gitdir: elsewhere", to: "repository/module/.git")
    #expect(found(from: "repository/module/a") == nil)
    world.write("{}", to: "repository/module/imgtune.json")
    #expect(found(from: "repository/module/a") == "repository/module/imgtune.json")
  }

  @Test func withoutARepositoryTheSearchStopsAtTheHomeFolder() {
    world.write("{}", to: "imgtune.json")
    #expect(found(from: "home/pictures/2026") == nil)
    world.write("{}", to: "home/imgtune.json")
    #expect(found(from: "home/pictures/2026") == "home/imgtune.json")
  }

  @Test mutating func theHomeFolderMayBeALink() {
    var world = self.world
    world.write("{}", to: "imgtune.json")
    world.folder.makeFolder("home/pictures")
    world.folder.link("linked", to: "home")
    world.variables["HOME"] = world.folder.path("linked")
    #expect(world.sources(in: "home/pictures").projectFile == nil)
  }

  @Test func aFolderOfThatNameIsNotPassedOverInSilence() {
    world.folder.makeFolder("repository/imgtune.json")
    #expect(found(from: "repository") == "repository/imgtune.json")
    let problems = world.sources(in: "repository").load().problems
    #expect(problems.map(\.description).first?.contains("it is a folder, not a file") == true, "\(problems)")
  }

  @Test func aNamedFileTakesThePlaceOfTheSearch() {
    world.writeProject("{quality: 0.2}")
    world.write("{maxDimension: 9}", to: "other.json")
    let loaded = world.sources(config: "other.json").load()
    #expect(loaded.told("maxDimension") == "9 (\(world.folder.path("other.json")):1:16)")
    #expect(loaded.told("quality") == "0.8 (default)")
    #expect(loaded.projectFile?.losslessText == world.folder.path("other.json"))
  }

  /// It was typed, so that leniency towards files does not cover it.
  @Test(arguments: [false, true]) func aNamedFileThatIsNotThereStops(lenient: Bool) {
    let loaded = world.sources(config: "missing.json", lenient: lenient).load()
    #expect(
      loaded.stopping(in: world)
        == ["the settings in missing.json cannot be read: no such file or directory (from --config)"])
  }

  @Test func aProjectFileIsJSONWithComments() {
    world.writeProject(
      """
      // for the shop
      {
        "$schema": "./imgtune.schema.json",
        quality: .7, /* percent / 100 */
        'jpeg.progressive': true,
        webp: { method: 6, },
        variants: [{name: "small", maxDimension: 320}],
      }
      """)
    let loaded = world.load()
    #expect(loaded.problems.isEmpty && loaded.notes.isEmpty)
    #expect(loaded.told("quality") == "0.7 (imgtune.json:4:12)")
    #expect(loaded.told("jpeg.progressive") == "true (imgtune.json:5:23)")
    #expect(loaded.told("webp.method") == "6 (imgtune.json:6:19)")
    #expect(loaded.told("variants") == #"[{"name":"small","maxDimension":320}] (imgtune.json:7:13)"#)
  }

  @Test func everythingThatIsWrongIsToldAtOnceWithLineAndColumn() {
    world.writeProject(
      """
      {
        "qualty": 0.7,
        "quality": 70,
        "jpeg": { "chroma": "4:1:1", "smooth": 1 },
        "webp": 3,
        "maxDimension": "wide", "format": "webp",
        "png.level": 4, "png": { "level": 5 },
        "variants": [{ "name": "a b" }],
      }
      """)
    let loaded = world.load()
    #expect(
      Set(loaded.stopping(in: world)) == [
        "there is no setting qualty (from imgtune.json:2:3); did you mean quality or jpeg.quality or webp.quality?",
        "quality = 70 is outside 0…1 (from imgtune.json:3:14); did you mean 0.7?",
        "jpeg.chroma = \"4:1:1\" is none of auto, 4:4:4, 4:2:2, 4:2:0 (from imgtune.json:4:23); did you mean 4:2:0?",
        "there is no setting jpeg.smooth (from imgtune.json:4:32)",
        "webp is a number, but webp is a section and takes an object (from imgtune.json:5:11); "
          + "the setting may be meant, such as webp.quality",
        "maxDimension = \"wide\" is a string, not a whole number (from imgtune.json:6:19)",
        "png.level is given twice, first at 7:3; the last one counts (from imgtune.json:7:28)",
        "variants = [{\"name\":\"a b\"}] has a bad member: name = \"a b\" does not match [A-Za-z0-9._-]+ "
          + "(from imgtune.json:8:15)",
      ])
    // Each is told once, and what is right counts all the same.
    #expect(loaded.problems.count == 8)
    #expect(loaded.told("format") == "webp (imgtune.json:6:37)")
    #expect(loaded.told("png.level") == "5 (imgtune.json:7:37)")
  }

  @Test func aFileThatIsNoJSONSaysWhere() {
    world.writeProject("{\n  quality: 0.7\n  format: 'webp'\n}")
    #expect(
      world.load().stopping(in: world)
        == ["expected , or } behind the value of quality (from imgtune.json:3:3)"])
    world.writeProject("")
    #expect(world.load().problems.map(\.origin.place) == ["imgtune.json:1:1"])
  }

  @Test func aFileOfAnotherFolderIsToldByItsPath() {
    world.writeProject("{quality: 70}")
    world.folder.makeFolder("repository/a")
    let problems = world.sources(in: "repository/a").load().stopping(in: world)
    #expect(problems == ["quality = 70 is outside 0…1 (from repository/imgtune.json:1:11); did you mean 0.7?"])
  }
}
