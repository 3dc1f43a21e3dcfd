import SettingsKit
import Testing

struct ResolutionTests {
  let registry: SettingsRegistry

  init() throws { registry = try SettingsRegistry.of(ToasterSettings.self) }

  private func resolve(_ candidates: (String, String, SettingOrigin)...) -> SettingsResolution {
    SettingsResolution(registry, candidates: candidates.map { SettingCandidate($0, .text($1), from: $2) })
  }

  private let set = SettingOrigin(.commandLine, place: "--set")

  @Test func theStrongerLayerWinsWhateverTheOrder() {
    let user = SettingOrigin(.userStore)
    let resolution = resolve(("browning", "7", set), ("browning", "2", user))
    #expect(resolution.snapshot(as: ToasterSettings.self).browning == 7)
    #expect(resolution.origin("browning").layer == .commandLine)
    #expect(resolution.origin("share").layer == .declaredDefault)
  }

  @Test func insideALayerTheLastOneWins() {
    #expect(resolve(("browning", "7", set), ("browning", "3", set)).value("browning").text == "3")
  }

  @Test func theDefaultCanBeAskedFor() {
    #expect(resolve(("browning", "7", set), ("browning", "@default", set)).value("browning").text == "4")
  }

  @Test func allProblemsAreToldAtOnce() {
    let resolution = resolve(("share", "70", set), ("brownig", "7", set), ("bread", "ry", set), ("keepWarm", "0", set))
    #expect(
      resolution.problems.map(\.description) == [
        "share = 70 is outside 0…1 (from --set); did you mean 0.7?",
        "there is no setting brownig (from --set); did you mean browning?",
        "bread = ry is none of white, rye, bagel (from --set); did you mean rye?",
        "keepWarm = 0 is outside 1…600 (from --set)",
      ])
  }

  @Test func aSettingIsFoundByTheEndOfItsKey() {
    #expect(resolve(("oneside", "true", set)).problems.first?.hint == "did you mean bagel.oneSide?")
  }

  @Test func nullIsOnlyForWhatCanBeUnset() {
    #expect(resolve(("keepWarm", "null", set)).problems.isEmpty)
    #expect(resolve(("browning", "null", set)).problems.count == 1)
  }

  @Test func aRangeHoldsForEveryElementOfAList() {
    #expect(resolve(("slots", "1,5", set)).problems.map(\.sentence) == ["slots = 1,5 is outside 1…4"])
  }

  @Test func anInactiveSettingNamesWhatWouldActivateIt() {
    let inactive = resolve(("bagel.oneSide", "true", set)).inactiveSettings()
    #expect(
      inactive.map(\.description) == ["bagel.oneSide = true has no effect (from --set); it needs bread=bagel"])
    #expect(resolve(("bagel.oneSide", "true", set), ("bread", "bagel", set)).inactiveSettings().isEmpty)
  }

  @Test func anInactiveParentCountsWithItsDefault() {
    // oneSide is true but inactive, so that what depends on it is inactive too.
    let resolution = resolve(("bagel.oneSide", "true", set), ("bagel.extraHeat", "20", set))
    #expect(!resolution.isActive("bagel.extraHeat"))
    #expect(resolution.isActive("bagel.extraHeat", assuming: ["bread": "bagel"]))
  }

  @Test func conditionsCombine() {
    let values = ["a": "1", "b": "null"]
    let value: (String) -> String = { values[$0]! }
    #expect(Condition.all([.equals("a", "1"), .not(.isSet("b"))]).holds(value))
    #expect(Condition.any([.isSet("b"), .oneOf("a", ["0", "1"])]).holds(value))
    #expect(!Condition.isSet("b").holds(value))
    #expect(Condition.all([.equals("a", "1"), .not(.isSet("b"))]).summary == "a=1 and b not set")
  }
}
