import SettingsKit
import Testing

struct ValidationTests {
  private let set = SettingOrigin(.commandLine, place: "--set")

  private func resolve(_ values: KeyValuePairs<String, String>) throws -> SettingsResolution {
    SettingsResolution(
      try SettingsRegistry.of(DeluxeToasterSettings.self),
      candidates: values.map { SettingCandidate($0, .text($1), from: set) })
  }

  private func problems(_ values: KeyValuePairs<String, String>) throws -> [String] {
    try resolve(values).problems.map(\.description)
  }

  @Test func aValueOffTheStepGridIsAllowedInsideTheRange() throws {
    #expect(try problems(["heat": "0.3"]).isEmpty)
    #expect(try problems(["heat": "1.25"]).count == 1)
  }

  @Test func aPatternMustMatchTheWholeText() throws {
    #expect(try problems(["serial": "ZZ12"]).isEmpty)
    #expect(
      try problems(["serial": "ZZ12x"]) == ["serial = ZZ12x does not match [A-Z]{2}[0-9]+ (from --set)"])
  }

  @Test func dateBoundsAreToldAsDates() throws {
    #expect(try problems(["bestBefore": "2026-12-31"]).isEmpty)
    #expect(
      try problems(["bestBefore": "2027-01-01"])
        == ["bestBefore = 2027-01-01 is outside 2026-01-01…2026-12-31 (from --set)"])
    let allowed = try resolve(["bestBefore": "2027-01-01"]).problems.first?.allowed
    #expect(allowed == "2026-01-01…2026-12-31 or null")
  }

  @Test(arguments: [-719_162, -1, 0, 59, 60, 11_016, 19_782, 2_932_896])
  func everyDayNumberIsReadBack(number: Int) {
    #expect(CalendarDate(dayNumber: number)?.dayNumber == number)
    #expect(CalendarDate(dayNumber: Int.max) == nil)
  }

  @Test func aChoiceThatIsNotAvailableNamesWhatWouldAllowItAndWhatIs() throws {
    #expect(
      try problems(["program": "defrost"]) == [
        "program = defrost is not available (from --set); it needs hasFreezer=true, but hasFreezer = false; "
          + "allowed now: toast, bagel, warm"
      ])
    #expect(try problems(["program": "defrost", "hasFreezer": "on"]).isEmpty)
    let problem = try #require(try resolve(["program": "defrost"]).problems.first)
    #expect(problem.allowed == "toast|bagel|warm")
    #expect(problem.nearest == ["toast", "bagel", "warm"])
  }

  @Test func eachElementOfAListIsHeldAgainstTheChoices() throws {
    #expect(try problems(["extras": "butter,jam"]).isEmpty)
    #expect(
      try problems(["extras": "butter,jam", "program": "warm"]) == [
        "extras = butter,jam is not available: jam (from --set); jam needs program=toast, but program = warm "
          + "(from --set); allowed now: butter, salt"
      ])
  }

  @Test func aRuleIsJudgedOnEffectiveValuesAndSaysWhereTheyCameFrom() throws {
    #expect(
      try problems(["program": "bagel", "heat": "0.7"]) == [
        "heat = 0.7 burns the back of a bagel (from --set); it needs not (program=bagel) or isOneSided=true, "
          + "but program = bagel (from --set), isOneSided = false"
      ])
    #expect(try problems(["program": "bagel", "isOneSided": "true"]).isEmpty)
  }

  @Test func aRuleRestsWhileItsSettingHasNoEffect() throws {
    struct Grill: SettingsSection {
      static var rules: [SettingRule] { [SettingRule("heat", requires: .equals("door", "open"), else: "is too hot")] }
      @Setting("Power") var power = false
      @Setting("Door") var door = "open"
      @Setting("Heat", enabledWhen: .equals("power", "true")) var heat = 1
    }
    let registry = try SettingsRegistry.of(Grill.self)
    let door = SettingCandidate("door", .text("closed"), from: set)
    let power = SettingCandidate("power", .text("on"), from: set)
    #expect(SettingsResolution(registry, candidates: [door]).problems.isEmpty)
    #expect(
      SettingsResolution(registry, candidates: [door, power]).problems.map(\.sentence) == ["heat = 1 is too hot"])
    let assumed = SettingsResolution(registry, candidates: [door]).problems(assuming: ["power": "true"])
    #expect(assumed.map(\.key) == ["heat"])
  }

  @Test func everyProblemIsToldAtOnceWithWhatIsAllowed() throws {
    let problems = try resolve([
      "heat": "7", "serial": "x", "program": "defrost", "slises": "4", "bread": "rey", "restless": "1",
    ]).problems
    #expect(problems.map(\.key) == ["heat", "serial", "slises", "bread", "restless", "program"])
    #expect(problems.allSatisfy { $0.origin == set })
    #expect(problems[0].allowed == "0…1")
    #expect(problems[2].nearest == ["slices"])
    #expect(problems[3].nearest == ["rye"])
    #expect(
      problems[3].json.compactText == """
        {"key":"bread","origin":{"layer":"commandLine","place":"--set"},"problem":"bread = rey is none of white, rye, \
        bagel","hint":"did you mean rye?","allowed":"white|rye|bagel","nearest":["rye"]}
        """)
  }

  @Test func anEarlierKeyNamesTheNewOne() throws {
    #expect(
      try problems(["nickname": "Tom"]) == ["there is no setting nickname (from --set); it is called name now"])
  }

  @Test func aNormaliserReplacesTheWinner() throws {
    let resolution = try resolve(["slices": "3", "name": "  Tom"])
    #expect(resolution.problems.isEmpty)
    #expect(resolution.snapshot(as: DeluxeToasterSettings.self).slices == 4)
    #expect(resolution.snapshot(as: DeluxeToasterSettings.self).name == "Tom")
  }

  @Test func aNormaliserThatGoesOnChangingIsToldAndIgnored() throws {
    let resolution = try resolve(["restless": "1"])
    #expect(resolution.value("restless").text == "1")
    #expect(
      resolution.problems.map(\.sentence) == ["restless = 1 does not settle when it is normalised"])
  }

  @Test func whatANormaliserMakesIsHeldAgainstTheRange() throws {
    struct Wide: SettingsSection {
      @Setting("Slices", in: 1...7, normalise: { $0.isMultiple(of: 2) ? $0 : $0 + 1 }) var slices = 2
    }
    let resolution = SettingsResolution(
      try SettingsRegistry.of(Wide.self), candidates: [SettingCandidate("slices", .text("7"), from: set)])
    #expect(
      resolution.problems.map(\.sentence) == ["slices = 7 is normalised to 8, which is outside 1…7"])
  }

  @Test func aDefaultThatIsNotToBeHadIsRefusedAtRegistration() throws {
    struct Odd: SettingsSection {
      @Setting("Slices", normalise: { $0 + $0 % 2 }) var slices = 3
    }
    struct Unavailable: SettingsSection {
      @Setting("Freezer") var hasFreezer = false
      @Setting("Program", choicesWhen: ["defrost": .equals("hasFreezer", "true")]) var program = ToasterProgram.defrost
    }
    #expect(throws: RegistrationError.self) { try SettingsRegistry.of(Odd.self) }
    #expect(throws: RegistrationError.self) { try SettingsRegistry.of(Unavailable.self) }
  }
}
