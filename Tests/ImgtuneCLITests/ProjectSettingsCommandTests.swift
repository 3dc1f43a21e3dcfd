import TestSupport
import Testing

/// The commands that change settings, with `--scope project`.
struct ProjectSettingsCommandTests {
  private let bench = SettingsBench()

  private static let text = """
    // for the shop
    {
      "$schema": "./imgtune.schema.json",
      webp: { method: 6 /* slow */ },  // small
      'quality': .7,
    }

    """

  private func setInProject(_ words: String...) -> ProcessResult {
    bench.run(["settings", "set", "--scope", "project"] + words)
  }

  @Test func aProjectFileKeepsItsCommentsAndItsOrder() {
    bench.writeProject(Self.text)
    let result = setInProject("quality=0.75", "webp.method=5", "maxDimension=100")
    #expect(result.exitCode == 0 && result.errors.isEmpty)
    #expect(result.outputLines.last.map(bench.shortened) == "maxDimension = 100 (work/imgtune.json)")
    let expected = Self.text.replacing("'quality': .7", with: "'quality': 0.75").replacing(
      "method: 6", with: "method: 5"
    )
    .replacing("0.75,\n", with: "0.75,\n  \"maxDimension\": 100,\n")
    #expect(bench.project == expected)
    // And back, byte for byte but for the numbers' spelling.
    #expect(bench.settings("reset", "--scope", "project", "maxDimension").exitCode == 0)
    _ = setInProject("quality=0.7", "webp.method=6")
    #expect(bench.project == Self.text.replacing(" .7", with: " 0.7"))
    #expect(!bench.folder.exists("config"), "a person's own settings are left alone")
  }

  @Test func aFileIsMadeWhereThereIsNone() {
    #expect(setInProject("quality=0.7", "webp.method=5").exitCode == 0)
    #expect(bench.project == "{\n  \"quality\": 0.7,\n  \"webp\": {\n    \"method\": 5\n  }\n}\n")
    #expect(bench.settings("get", "webp.method").outputText == "5\n")
  }

  @Test func theFileFoundUpwardsIsChangedAndSoIsANamedOne() {
    bench.writeProject("{}")
    bench.folder.makeFolder("work/deep/er")
    var deep = bench
    deep.imgtune.workingFolder = "work/deep/er"
    #expect(deep.settings("set", "--scope", "project", "quality=0.7").exitCode == 0)
    #expect(bench.project == "{\n  \"quality\": 0.7\n}")
    #expect(bench.folder.files(in: "work/deep").isEmpty)
    bench.write("{quality: 0.1}", to: "work/other.json")
    #expect(setInProject("quality=0.2", "--config", "other.json").exitCode == 0)
    #expect(bench.read("work/other.json") == "{quality: 0.2}")
  }

  @Test(arguments: [
    (
      "{\n  jpeg: 3,\n}",
      "work/imgtune.json:2:9: jpeg is a number, not an object, so jpeg.quality cannot be put into it"
    ),
    ("{\n  jpeg: {,}", "work/imgtune.json:2:10: expected a key or }"),
    ("[]", "work/imgtune.json:1:1: the document is a list, not an object"),
  ])
  func whatCannotBeChangedIsRefusedWithItsPlaceAndLeftAsItWas(text: String, reason: String) {
    bench.writeProject(text)
    let result = setInProject("jpeg.quality=9")
    #expect(result.exitCode == 1 && result.output.isEmpty)
    #expect(bench.shortened(result.errorText) == "imgtune: \(reason)\n")
    #expect(bench.project == text)
  }

  @Test func resettingInABrokenFileSaysThatItIsBroken() {
    bench.writeProject("{ quality: 0.7,, }")
    let result = bench.settings("reset", "--scope", "project", "quality")
    #expect(result.exitCode == 1)
    #expect(bench.shortened(result.errorText) == "imgtune: work/imgtune.json:1:16: expected a key or }\n")
  }

  @Test func allOfAProjectCanBeTakenBack() {
    bench.writeProject(Self.text)
    #expect(bench.settings("reset", "--all", "--scope", "project").outputText == "webp.method = 4\nquality = 0.8\n")
    #expect(bench.project?.contains("// for the shop\n") == true)
    #expect(bench.project?.contains("$schema") == true)
    #expect(bench.settings("check", "--isolated").exitCode == 0)
  }
}
