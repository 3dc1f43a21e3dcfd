import SettingsKit
import Testing

struct SettingsDocumentTests {
  private func document(_ text: String, reserved: Set<String> = ["$schema"]) throws -> SettingsDocument {
    SettingsDocument(
      parsing: Array(text.utf8), name: "kitchen.json", registry: try KitchenSettings.registry, reserved: reserved)
  }

  private func candidates(_ text: String) throws -> [String] {
    try document(text).candidates().map { "\($0.key)=\($0.raw.text) \($0.origin.place)" }
  }

  private func problems(_ text: String) throws -> [String] { try document(text).problems.map(\.description) }

  @Test func sectionsAndDottedKeysAreTheSame() throws {
    #expect(
      try candidates("{\n  bagel: {\n    oneSide: true\n  },\n  'bagel.extraHeat': 5, // dotted\n browning: 7}") == [
        "bagel.oneSide=true kitchen.json:3:14", "bagel.extraHeat=5 kitchen.json:5:22", "browning=7 kitchen.json:6:12",
      ])
  }

  @Test func recordsAreValuesAndNotTakenApart() throws {
    let text = #"{"programs": [{"name": "Rye"}, {"rounds": 2}]}"#
    #expect(try candidates(text) == [#"programs=[{"name":"Rye"},{"rounds":2}] kitchen.json:1:14"#])
    #expect(try problems(text).isEmpty)
  }

  @Test func theSchemaOfEditorsAndOtherReservedKeysAreAllowedAtTheTop() throws {
    let document = try document(#"{"$schema": "x", "preset": "web", "share": 1}"#, reserved: ["$schema", "preset"])
    #expect(document.problems.isEmpty)
    #expect(document.reserved.map(\.key) == ["$schema", "preset"])
    #expect(document.candidates().map(\.key) == ["share"])
    #expect(try problems("{bagel: {$schema: 1}}") == ["kitchen.json:1:10: there is no setting bagel.$schema"])
  }

  @Test func everyProblemIsToldAtOnceInTheOrderOfTheDocument() throws {
    let text = """
      {
        // the usual mistakes
        browing: 3,
        share: 70,
        bagel: { onside: true, extraHeat: "hot" },
        label: "a", label: "b",
        darkness: 5,
        programs: [{nme: 1}],
        bagel: 3,
        "bagel.oneSide.x": 1,
      }
      """
    let told = try problems(text)
    #expect(
      told == [
        "kitchen.json:3:3: there is no setting browing; did you mean browning?",
        "kitchen.json:4:10: share = 70 is outside 0…1; did you mean 0.7?",
        "kitchen.json:5:12: there is no setting bagel.onside; did you mean bagel.oneSide?",
        "kitchen.json:5:37: bagel.extraHeat = \"hot\" is a string, not a number",
        "kitchen.json:6:15: label is given twice, first at 6:3; the last one counts",
        "kitchen.json:7:3: darkness is now called browning",
        "kitchen.json:8:13: programs = [{\"nme\":1}] has a bad member: there is no setting nme",
        "kitchen.json:9:3: bagel is given twice, first at 5:3; the parts are joined",
        "kitchen.json:9:10: bagel is a number, but bagel is a section and takes an object; "
          + "the setting may be meant, such as bagel.oneSide",
        "kitchen.json:10:3: there is no setting bagel.oneSide.x; did you mean bagel.oneSide?",
      ])
    #expect(try candidates(text).contains("browning=5 kitchen.json:7:13"))
    #expect(try candidates(text).contains("label=\"b\" kitchen.json:6:22"))
  }

  @Test func aKeyInBothFormsIsGivenTwice() throws {
    let text = "{bagel: {oneSide: true}, 'bagel.oneSide': false}"
    #expect(
      try problems(text) == ["kitchen.json:1:26: bagel.oneSide is given twice, first at 1:10; the last one counts"])
    #expect(try candidates(text) == ["bagel.oneSide=false kitchen.json:1:43"])
  }

  @Test func aRenamedSectionIsTakenApartToo() throws {
    #expect(try candidates("{buns: {heat: 3}}") == ["bagel.extraHeat=3 kitchen.json:1:15"])
    #expect(
      try problems("{darkness: 3, browning: 4}") == [
        "kitchen.json:1:2: darkness is now called browning, which is given too: darkness is ignored"
      ])
  }

  @Test func anUnreadableDocumentSaysWhereAndOffersNothing() throws {
    let document = try document("{\n  share: 1\n  label: 2}")
    #expect(!document.isReadable)
    #expect(document.candidates().isEmpty)
    #expect(
      document.problems.map(\.description) == ["kitchen.json:3:3: expected , or } behind the value of share"])
    #expect(try problems("[1]") == ["kitchen.json:1:1: the document is a list, not an object"])
  }

  @Test func problemsStandInOneListWithThoseOfOtherLayers() throws {
    let problem = try #require(try document("{browing: 3}").problems.first)
    #expect(
      problem.settingProblem(in: .projectFile).description
        == "there is no setting browing (from kitchen.json:1:2); did you mean browning?")
  }

  @Test func badValuesAreAmongTheCandidatesSoThatTheResolutionCanExplainThem() throws {
    let document = try document("{share: 70}")
    let resolution = SettingsResolution(try KitchenSettings.registry, candidates: document.candidates())
    #expect(
      resolution.problems.map(\.description) == ["share = 70 is outside 0…1 (from kitchen.json:1:9); did you mean 0.7?"]
    )
    #expect(document.position(of: "share") == JSONPosition(line: 1, column: 2))
  }
}
