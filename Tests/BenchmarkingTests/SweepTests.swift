import Benchmarking
import Jobs
import SettingsKit
import Testing

struct SweepTests {
  private let registry = CompressionSettings.registry
  private var grammar: SweepGrammar { SweepGrammar(registry) }

  private func axes(_ texts: String...) throws -> [SweepAxis] { try texts.map { try grammar.axis($0) } }

  private func problems(_ body: () throws -> Void) -> [String] {
    do {
      try body()
      return []
    } catch let error as SweepProblems {
      return error.problems.map(\.description)
    } catch {
      return ["\(error)"]
    }
  }

  @Test func theSameSettingTwiceIsRefused() throws {
    let axes = try axes("quality=0.5", "quality=0.6")
    let told = problems { _ = try Sweep(axes: axes, isZipped: false, maximumPoints: 10) }
    #expect(told.count == 1 && told[0].contains("quality is swept twice"))
  }

  @Test func zippedAxesNeedAsManyValues() throws {
    let axes = try axes("quality=0.5,0.6,0.7", "format=jpeg,webp")
    #expect(problems { _ = try Sweep(axes: axes, isZipped: false, maximumPoints: 10) } == [])
    let told = problems { _ = try Sweep(axes: axes, isZipped: true, maximumPoints: 10) }
    #expect(told.count == 1 && told[0].contains("quality has 3 values and format 2"))
  }

  @Test func tooManyPointsAreRefusedWithTheirNumber() throws {
    let axes = try axes("quality=0..1:0.1", "png.level=0..9", "webp.method=0..6")
    let told = problems { _ = try Sweep(axes: axes, isZipped: false, maximumPoints: 700) }
    #expect(
      told == [
        "the sweep has 11 × 10 × 7 = 770 points, and 700 are allowed (from --sweep); take larger steps or fewer axes, or "
          + "raise --max-points"
      ])
  }

  @Test func aProductThatCannotBeCountedIsRefusedToo() throws {
    let keys = [
      "jpeg.quality", "webp.nearLossless", "webp.alphaQuality", "resize.maxWidth", "resize.maxHeight", "limits.scans",
    ]
    let axes = try keys.map { try grammar.axis("\($0)=1..100") }
    let many = axes + axes.map { SweepAxis(key: $0.key + "2", values: $0.values, place: "") }
    let told = problems { _ = try Sweep(axes: many, isZipped: false, maximumPoints: 1_000) }
    #expect(told.count == 1 && told[0].contains("points, and 1000 are allowed"))
  }

  @Test func aSweepFileSaysTheSameAsTheCommandLine() throws {
    let text = """
      {
        "$schema": "anything",
        quality: "0.5..0.7:0.1",     // a range
        format: ["jpeg", "webp"],
        webp: { method: [4, 6] },
        "metadata.keep": [[], ["exif"]],
        maxDimension: 800,
        zip: false,
      }
      """
    let file = try SweepFile(parsing: Array(text.utf8), name: "s.json", grammar: grammar, registry: registry)
    #expect(!file.isZipped)
    #expect(file.axes.map(\.key) == ["quality", "format", "webp.method", "metadata.keep", "maxDimension"])
    #expect(
      file.axes.map(\.values) == [["0.5", "0.6", "0.7"], ["jpeg", "webp"], ["4", "6"], ["", "exif"], ["800"]])
    #expect(file.axes[1].place == "s.json:4:11")
  }

  @Test(arguments: [
    ("{", "no JSON"), ("[1]", "not an object"), ("{ qualty: [0.5] }", "there is no setting qualty"),
    ("{ quality: [7] }", "outside 0…1"), ("{ quality: [] }", "no values"), ("{ zip: 1 }", "zip is a number"),
    ("{ quality: [0.5], quality: [0.6] }", "swept twice"), ("{ jpeg: { foo: 1 } }", "there is no setting jpeg.foo"),
    ("{ quality: [0.5, 0.5] }", "twice in one sweep"), ("{ 'metadata.keep': ['exif'] }", "is a string"),
  ]) func aBadSweepFileIsRefusedWithItsPlace(text: String, reason: String) {
    let told = problems {
      _ = try SweepFile(parsing: Array(text.utf8), name: "s.json", grammar: grammar, registry: registry)
    }
    #expect(told.contains { $0.contains(reason) && $0.contains("s.json") }, "\(told)")
  }
}
