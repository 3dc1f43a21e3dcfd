import SettingsKit
import Testing

struct LayerTests {
  let registry: SettingsRegistry

  init() throws { registry = try SettingsRegistry.of(DeluxeToasterSettings.self) }

  private func candidate(_ key: String, _ text: String, _ origin: SettingOrigin) -> SettingCandidate {
    SettingCandidate(key, .text(text), from: origin)
  }

  private let preset = SettingOrigin(.projectFile, place: "toaster.json:1", preset: "party")
  private let project = SettingOrigin(.projectFile, place: "toaster.json:7")
  private let user = SettingOrigin(.userStore, place: "settings.json")
  private let variable = SettingOrigin(.environment, place: "TOASTER_SLICES")
  private let flag = SettingOrigin(.commandLine, place: "--slices")

  @Test func aPresetStandsBelowTheOwnKeysOfItsLayerWhateverTheOrder() {
    let values = [candidate("slices", "4", project), candidate("slices", "8", preset)]
    for candidates in [values, values.reversed()] {
      #expect(SettingsResolution(registry, candidates: candidates).value("slices").text == "4")
    }
  }

  @Test func aPresetStandsAboveTheOwnKeysOfWeakerLayers() {
    let resolution = SettingsResolution(
      registry, candidates: [candidate("slices", "8", preset), candidate("slices", "4", user)])
    #expect(resolution.value("slices").text == "8")
    #expect(resolution.origin("slices").text == "toaster.json:1, preset party")
  }

  @Test func ofTwoPresetsOfOneLayerTheLaterOneWins() {
    let other = SettingOrigin(.projectFile, preset: "breakfast")
    let resolution = SettingsResolution(
      registry, candidates: [candidate("slices", "8", preset), candidate("slices", "4", other)])
    #expect(resolution.value("slices").text == "4")
  }

  @Test func anIsolatedResolutionKnowsNeitherUserNorEnvironment() {
    let candidates = [
      candidate("slices", "4", user), candidate("slices", "6", variable), candidate("heat", "0.25", project),
      candidate("nonsense", "1", variable),
    ]
    let isolated = SettingsResolution(registry, candidates: candidates, isIsolated: true)
    #expect(isolated.origin("slices").layer == .declaredDefault)
    #expect(isolated.origin("heat").layer == .projectFile)
    #expect(isolated.problems.isEmpty)
    #expect(isolated.explanation(of: "slices").candidates.count == 1)
    #expect(SettingsResolution(registry, candidates: candidates).value("slices").text == "6")
  }

  @Test func anExplanationListsEveryCandidateStrongestFirst() {
    let resolution = SettingsResolution(
      registry,
      candidates: [
        candidate("slices", "3", flag), candidate("slices", "70", variable), candidate("slices", "6", user),
        candidate("slices", "5", preset), candidate("slices", "2", project), candidate("slices", "8", project),
      ])
    #expect(
      resolution.explanation(of: "slices").text == """
        slices = 4 (--slices, normalised from 3)
          won       command line   --slices                      3
          invalid   environment    TOASTER_SLICES                70  is outside 1…8
          shadowed  project file   toaster.json:7                8   by --slices
          shadowed  project file   toaster.json:7                2   by --slices
          shadowed  project file   toaster.json:1, preset party  5   by --slices
          shadowed  user settings  settings.json                 6   by --slices
          shadowed  default                                      2   by --slices

        """)
  }

  @Test func anExplanationSaysWhatAnInactiveWinnerNeeds() {
    let resolution = SettingsResolution(
      registry, candidates: [candidate("heat", "0.25", project), candidate("program", "warm", flag)])
    let explanation = resolution.explanation(of: "heat")
    #expect(explanation.candidates.map(\.status) == [.inactive("not (program=warm)"), .shadowed(by: project)])
    #expect(resolution.explanation(of: "heat", assuming: ["program": "toast"]).candidates[0].status == .won)
    #expect(resolution.explanation(of: "lamp").candidates.map(\.status) == [.inactive("bread=rye")])
  }

  @Test func anExplanationTellsWhatIsWrongBesideTheOthers() {
    let resolution = SettingsResolution(
      registry, candidates: [candidate("program", "defrost", flag), candidate("program", "tost", project)])
    #expect(
      resolution.explanation(of: "program").lines == [
        "program = defrost (--slices)",
        "  won       command line  --slices        defrost",
        "  invalid   project file  toaster.json:7  tost     is none of toast, bagel, defrost, warm",
        "  shadowed  default                       toast    by --slices",
        "  problem: program = defrost is not available (from --slices); it needs hasFreezer=true, but "
          + "hasFreezer = false; allowed now: toast, bagel, warm",
      ])
  }

  @Test func anExplanationIsAlsoADocument() {
    let resolution = SettingsResolution(
      registry, candidates: [candidate("slices", "9", user), candidate("slices", "3", preset)])
    #expect(
      resolution.explanation(of: "slices").json.compactText == """
        {"key":"slices","value":4,"origin":{"layer":"project","place":"toaster.json:1","preset":"party"},\
        "normalisedFrom":"3","candidates":[\
        {"origin":{"layer":"project","place":"toaster.json:1","preset":"party"},"raw":"3","status":"won"},\
        {"origin":{"layer":"user","place":"settings.json"},"raw":"9","status":"invalid","reason":"is outside 1…8"},\
        {"origin":{"layer":"default"},"raw":"2","status":"shadowed",\
        "by":{"layer":"project","place":"toaster.json:1","preset":"party"}}]}
        """)
  }

  @Test func addingCandidatesWeighsAllLayersAgain() {
    let first = SettingsResolution(registry, candidates: [candidate("slices", "6", user)])
    let added = first.adding([
      candidate("slices", "8", SettingOrigin(.suggestion)), candidate("heat", "1", SettingOrigin(.suggestion)),
      candidate("program", "defrost", SettingOrigin(.suggestion)),
    ])
    #expect(added.value("slices").text == "6")
    #expect(added.value("heat").text == "1")
    #expect(added.problems.map(\.key) == ["program"])
    #expect(first.problems.isEmpty)
  }

  @Test func aStateTellsAnInterfaceWhatToShow() {
    let resolution = SettingsResolution(
      registry,
      candidates: [
        candidate("program", "warm", flag), candidate("lamp", "7", SettingOrigin(.live)),
        candidate("serial", "BB2", project),
      ])
    let heat = resolution.state(of: "heat")
    #expect(heat.isVisible && !heat.isEnabled && !heat.isModified)
    #expect(heat.needs == [.not(.equals("program", "warm"))])
    let lamp = resolution.state(of: "lamp")
    #expect(!lamp.isVisible && lamp.isEnabled && lamp.isModified)
    #expect(resolution.state(of: "program").allowedChoices.map(\.value) == ["toast", "bagel", "warm"])
    #expect(resolution.state(of: "extras").allowedChoices.map(\.value) == ["butter", "salt"])
    #expect(resolution.state(of: "serial", editing: .projectFile).isModified)
    #expect(
      lamp.json.compactText == """
        {"key":"lamp","value":7,"origin":{"layer":"live"},"visible":false,"enabled":true,"modified":true,\
        "needs":["bread=rye"]}
        """)
  }
}
