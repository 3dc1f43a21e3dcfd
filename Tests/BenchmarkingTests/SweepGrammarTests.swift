import Benchmarking
import Jobs
import SettingsKit
import Testing

/// Kinds of settings that the program itself does not have.
private struct OddSettings: SettingsSection {
  @Setting("Size", in: 0...1e9) var size = ByteCount(1_000)
  @Setting("Wait") var wait = TimeSpan(seconds: 1)
  @Setting("Side") var side: PixelLength = 10
  @Setting("Name") var name = "a"
  @Setting("Names") var names: [String] = []
  @Setting("Colour") var colour = SettingColor.white
  @Setting("Day") var day: CalendarDate? = nil
  @Setting("Ratio", in: -5...5) var ratio = 0.0
  @Setting("On") var isOn = false
}

struct SweepGrammarTests {
  private let grammar = SweepGrammar(CompressionSettings.registry, maximumValues: 1_000)
  private let odd = SweepGrammar(try! SettingsRegistry.of(OddSettings.self))

  private func values(_ text: String) throws -> [String] { try grammar.axis(text).values }
  private func oddValues(_ text: String) throws -> [String] { try odd.axis(text).values }

  @Test func stepsAreDecimalAndReachTheEnd() throws {
    #expect(try values("quality=0.5..0.9:0.1") == ["0.5", "0.6", "0.7", "0.8", "0.9"])
    #expect(try values("quality=0..1:0.1").count == 11, "0.1 ten times is 1")
    #expect(try values("quality=0.1..0.3:0.1") == ["0.1", "0.2", "0.3"])
    #expect(try values("quality=0.5..0.9:0.3") == ["0.5", "0.8"])
    #expect(try values("quality=0.005..0.02:0.005") == ["0.005", "0.01", "0.015", "0.02"])
  }

  @Test func aThousandStepsAccumulateNoError() throws {
    let values = try SweepGrammar(CompressionSettings.registry).axis("quality=0..1:0.001").values
    #expect(values.count == 1_001)
    #expect(values[333] == "0.333" && values[999] == "0.999" && values[1_000] == "1")
  }

  @Test func halfOpenRangesLeaveTheEndOut() throws {
    #expect(try values("quality=0.5..<0.9:0.1") == ["0.5", "0.6", "0.7", "0.8"])
    #expect(try values("quality=0.5..<0.85:0.1") == ["0.5", "0.6", "0.7", "0.8"])
    #expect(try values("png.level=3..<6") == ["3", "4", "5"])
  }

  @Test func countsDivideEvenly() throws {
    #expect(try values("quality=0.5..0.9/5") == ["0.5", "0.6", "0.7", "0.8", "0.9"])
    #expect(try values("quality=0.5..<0.9/4") == ["0.5", "0.6", "0.7", "0.8"])
    #expect(try values("quality=0..1/4") == ["0", "0.333333", "0.666667", "1"])
    #expect(try values("jpeg.quality=1..100/4") == ["1", "34", "67", "100"])
    #expect(try values("quality=0.3..0.7/2") == ["0.3", "0.7"])
  }

  @Test func withoutAStepTheSettingsOwnOneCounts() throws {
    #expect(try values("quality=0.7..0.8") == ["0.7", "0.75", "0.8"])
    #expect(try values("webp.method=0..6").count == 7)
    #expect(try values("webp.method=3..3") == ["3"])
  }

  @Test func choicesTruthAndSingleValuesAreListed() throws {
    #expect(try values("format=jpeg,webp") == ["jpeg", "webp"])
    #expect(try values("jpeg.progressive=on,no") == ["true", "false"])
    #expect(try values("maxDimension=null,800,1600..2400:400") == ["null", "800", "1600", "2000", "2400"])
    #expect(try values("jpeg.chroma=4:4:4,4:2:0") == ["4:4:4", "4:2:0"])
  }

  @Test func unitsAreTheSettingsOwn() throws {
    #expect(try oddValues("size=100KB..300KB:100KB") == ["100KB", "200KB", "300KB"])
    #expect(try oddValues("size=1KiB..3KiB:1KiB") == ["1KiB", "2KiB", "3KiB"])
    #expect(try oddValues("wait=50ms..0.2s:50ms") == ["0.05s", "0.1s", "0.15s", "0.2s"])
    #expect(try oddValues("wait=0.5s,1min") == ["0.5s", "60s"])
    #expect(try oddValues("side=10px..30px:10") == ["10", "20", "30"])
    #expect(try oddValues("ratio=-1..1:0.5") == ["-1", "-0.5", "0", "0.5", "1"])
  }

  @Test func textsColoursAndListsHaveTheirOwnForms() throws {
    #expect(try oddValues("name=a,b c,d..e") == ["a", "b c", "d..e"])
    #expect(try oddValues(#"name="a,b",c"#) == ["a,b", "c"])
    #expect(try oddValues("colour=white,#123") == ["#ffffff", "#112233"])
    #expect(try oddValues("day=2026-01-01,2026-02-01") == ["2026-01-01", "2026-02-01"])
    #expect(try values(#"metadata.keep=[],["exif"],["exif","xmp"]"#) == ["", "exif", "exif,xmp"])
    #expect(try oddValues(#"names=["a,b"],["c"]"#) == [#"["a,b"]"#, "c"])
  }

  @Test(arguments: [
    ("quality", "has no KEY="), ("=1", "has no KEY="), ("", "has no KEY="),
    ("qualty=0.5", "there is no setting qualty"), ("quality=", "no values"),
    ("quality=0.5..", "ends with “”"), ("quality=..0.5", "begins with “”"), ("quality=..", "begins with “”"),
    ("quality=0.9..0.5:0.1", "ends before it begins"), ("quality=0.5..<0.5:0.1", "ends before it begins"),
    ("quality=0.5..0.9:0", "not above 0"), ("quality=0.5..0.9:-0.1", "not above 0"),
    ("quality=0.5..0.9:x", "has the step “x”, which is no number"), ("quality=0.5..0.9/1", "2 or more"),
    ("quality=0.5..0.9/2.5", "2 or more"), ("quality=0.5..0.9/+3", "2 or more"), ("quality=0.5..0.9/", "2 or more"),
    ("quality=0.5..0.9:", "has the step “”"), ("quality=0.5..1.5:0.5", "outside 0…1"),
    ("quality=70", "outside 0…1"), ("quality=0.5,abc", "abc is no number"), ("quality=nan", "is no number"),
    ("quality=0.5..inf:0.1", "is no number"), ("quality=0..1:0.0001", "more than 1000 values"),
    ("quality=0..1:1e-12", "more than 1000 values"), ("quality=0..1:1e-13", "more than 15 digits"),
    ("quality=0..1/1001", "more than 1000 values"), ("quality=0..1/99999999999999999999", "2 or more"),
    ("quality=0.5,0.50", "the value 0.5 twice"), ("png.level=1..3/7", "fewer than 7 whole numbers"),
    ("png.level=1..3:0.5", "is no whole number"), ("format=jpeg,gif", "gif is none of"),
    ("format=jpeg..webp", "is none of"), ("jpeg.progressive=true,maybe", "neither true nor false"),
    ("metadata.keep=exif,xmp", "written as JSON"), ("metadata.keep=[exif]", "needs quotes"),
    ("maxDimension=0", "outside 1…65535"), ("maxDimension=99999999999999999999", "no whole number"),
    ("resize.maxWidth=1..65535", "more than 1000 values"), ("limits.seconds=0.01..5", "has no step"),
    ("quality=1e300..1e301:1e300", "more than 15 digits"), ("quality=0.5,", " is no number"),
  ]) func aBadSweepIsRefusedWithItsReason(text: String, reason: String) {
    do {
      let axis = try grammar.axis(text)
      Issue.record("\(text) became \(axis.values)")
    } catch {
      #expect(error.problems.contains { $0.description.contains(reason) }, "\(text): \(error.problems)")
    }
  }

  @Test func everythingWrongWithASweepIsToldAtOnce() {
    do {
      _ = try grammar.axis("quality=7,0.5,x,0.9..0.1:0.1")
      Issue.record("it was taken")
    } catch {
      #expect(error.problems.count == 3)
      #expect(error.problems.allSatisfy { $0.origin.layer == .sweep && $0.origin.place == "--sweep" })
    }
  }

  @Test func theHintTellsWhatWasMeant() {
    func hint(_ text: String) -> String? {
      do {
        _ = try grammar.axis(text)
        return nil
      } catch { return error.problems.first?.hint }
    }
    #expect(hint("webp.methd=4") == "did you mean webp.method?")
    #expect(hint("quality=70") == "did you mean 0.7?")
    #expect(hint("quality=0.9..0.5:0.1") == "did you mean 0.5..0.9?")
  }
}
