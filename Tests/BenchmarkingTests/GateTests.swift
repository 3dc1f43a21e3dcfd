import Benchmarking
import Jobs
import SettingsKit
import TestSupport
import Testing

struct GateRuleTests {
  private func told(_ texts: [String], _ measures: [String] = ["psnr"]) -> String {
    do {
      _ = try GateRule.parse(texts, measures: measures)
      return ""
    } catch {
      return error.problems.map(\.description).joined(separator: "\n")
    }
  }

  @Test func rulesSayWhatMayBecomeWorseAndHowMuch() throws {
    let rules = try GateRule.parse(["bytes:+1%", "psnr:-0.5", "encodeTime:+10%", "hash"], measures: ["psnr"])
    #expect(rules.map(\.quantity) == [.bytes, .score("psnr"), .time(.encodeTime), .hash])
    #expect(rules.map(\.tolerance) == [.part(0.01), .absolute(0.5), .part(0.1), .absolute(0)])
    #expect(try GateRule.parse(["bytes:+500"], measures: []).first?.tolerance == .absolute(500))
  }

  @Test(arguments: [
    ("bytes", "has no limit"), ("bytes:1%", "has no limit"), ("bytes:+", "has no limit"), ("bytes:+x%", "has no limit"),
    ("bytes:+1e3", "has no limit"), ("bytes:+nan", "has no limit"), ("bytes:-1%", "less is no failure"),
    ("psnr:+0.5", "a higher score is no failure"), ("encodeTime:+5", "in percent"), ("hash:+1%", "write hash"),
    ("byte:+1%", "did you mean bytes"), ("beauty:-1", "not measured"), ("", "not measured"),
  ]) func aRuleThatIsNoneIsRefused(text: String, reason: String) {
    #expect(told([text]).contains(reason), "\(told([text]))")
  }

  @Test func everyBadRuleIsToldAndNoneMayBeNamedTwice() {
    #expect(told(["bytes:+1%", "bytes:+2%"]).contains("names bytes twice"))
    #expect(told(["byte:+1%", "psnr"]).split(separator: "\n").count == 2)
  }
}
