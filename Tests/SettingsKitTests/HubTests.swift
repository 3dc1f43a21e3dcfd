import SettingsKit
import Testing

struct HubTests {
  let registry: SettingsRegistry

  init() throws { registry = try SettingsRegistry.of(DeluxeToasterSettings.self) }

  private func hub(_ candidates: [SettingCandidate] = []) throws -> SettingsHub<DeluxeToasterSettings> {
    try SettingsHub(registry, candidates: candidates)
  }

  private func project(_ values: KeyValuePairs<String, String>) -> [SettingCandidate] {
    values.map { SettingCandidate($0, .text($1), from: SettingOrigin(.projectFile, place: "toaster.json")) }
  }

  @Test func aCommitChangesTheSnapshotAndLeavesEarlierOnesAlone() throws {
    let hub = try hub()
    let before = hub.snapshot
    let commit = try hub.commit(
      [.set(\DeluxeToasterSettings.$slices, to: 5), .set("heat", .text("0.75")), .set("bestBefore", .text("null"))],
      place: "knob")
    #expect(before.settings.slices == 2)
    #expect(hub.snapshot.settings.slices == 6, "normalised")
    #expect(hub.snapshot.settings.heat == 0.75)
    #expect(hub.snapshot.revision == 1)
    #expect(commit.revision == 1)
    #expect(commit.change.keys == ["heat", "slices"])
    #expect(try #require(commit.change.value(of: "slices", as: Int.self)) == (2, 6))
    #expect(try #require(commit.change.value(of: \.heat)) == (0.5, 0.75))
    #expect(commit.change.value(of: \.name) == nil)
    #expect(hub.snapshot.resolution.origin("heat") == SettingOrigin(.live, place: "knob"))
  }

  @Test func aCommitIsAppliedWhollyOrNotAtAll() throws {
    let hub = try hub()
    let error = #expect(throws: HubError.self) {
      try hub.commit([
        .set("slices", .text("4")), .set("heat", .text("9")), .set("program", .text("defrost")), .reset("nothing"),
      ])
    }
    guard case .invalid(let problems) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problems.map(\.key) == ["nothing", "heat", "program"])
    #expect(hub.snapshot.revision == 0)
    #expect(hub.snapshot.settings.slices == 2)
    #expect(hub.snapshot.modifiedKeys.isEmpty)
    try hub.commit([.set("slices", .text("4"))])
    #expect(hub.snapshot.revision == 1, "a refused commit is no revision")
  }

  @Test func editsOfOneCommitCanNeedEachOther() throws {
    let hub = try hub()
    try hub.commit([.set("program", .text("defrost")), .set("hasFreezer", .text("on"))])
    #expect(hub.snapshot.settings.program == .defrost)
    #expect(throws: HubError.self) { try hub.commit([.reset("hasFreezer")]) }
    try hub.commit([.set("program", .text("toast")), .reset("hasFreezer")])
    #expect(!hub.snapshot.settings.hasFreezer)
  }

  @Test func modifiedAndResetAreAboutEditsAndNotAboutValues() throws {
    let hub = try hub(project(["slices": "6"]))
    try hub.commit([.set("slices", .text("6")), .set("heat", .text("1")), .set("name", .text("Tom"))])
    #expect(hub.snapshot.modifiedKeys == ["heat", "name", "slices"])
    #expect(hub.snapshot.state(of: "slices").isModified, "an edit, though it says what was in force")
    try hub.commit([.set("slices", .text("2"))])
    try hub.reset(["slices"])
    #expect(hub.snapshot.settings.slices == 6, "the project file counts again")
    #expect(hub.snapshot.modifiedKeys == ["heat", "name"])
    try hub.reset()
    #expect(hub.snapshot.modifiedKeys.isEmpty)
    #expect(hub.snapshot.settings.heat == 0.5)
  }

  @Test func aChangedParentResetsItsDependentsAndTheirs() throws {
    let hub = try hub()
    try hub.commit([
      .set("topping", .text("jam")), .set("spread", .text("9")), .set("lamp", .text("5")), .set("heat", .text("1")),
    ])
    let commit = try hub.commit([.set("bread", .text("rye"))])
    #expect(commit.resetDependents == ["topping", "spread"])
    #expect(commit.change.keys == ["bread", "topping", "spread"])
    #expect(hub.snapshot.settings.lamp == 5, "kept, since it does not ask to be reset")
    #expect(hub.snapshot.modifiedKeys == ["heat", "bread", "lamp"])
  }

  @Test func aResetReachesOnThroughADependentWithoutAnEdit() throws {
    let hub = try hub()
    try hub.commit([.set("spread", .text("9"))])
    #expect(try hub.commit([.set("bread", .text("rye"))]).resetDependents == ["spread"])
  }

  @Test func aDependentThatTheCommitItselfSetsIsKept() throws {
    let hub = try hub()
    try hub.commit([.set("topping", .text("jam"))])
    let commit = try hub.commit([.set("bread", .text("rye")), .set("topping", .text("jam"))])
    #expect(commit.resetDependents.isEmpty)
    #expect(hub.snapshot.settings.topping == .jam)
    #expect(try hub.commit([.set("bread", .text("rye"))]).resetDependents.isEmpty, "the same bread again")
  }

  @Test func aReloadedFileReplacesItsWholeLayer() throws {
    let hub = try hub(project(["slices": "6", "bread": "rye"]))
    try hub.commit([.set("heat", .text("1")), .set("spread", .text("9"))])
    let commit = try hub.commit([.replaceLayer(.projectFile, project(["slices": "8", "heat": "0"]))])
    #expect(commit.change.keys == ["slices", "bread", "spread"])
    #expect(commit.resetDependents == ["spread"])
    #expect(hub.snapshot.settings.heat == 1, "the live session is stronger")
    #expect(throws: HubError.self) {
      try hub.commit([.replaceLayer(.projectFile, project(["slices": "80", "brad": "rye"]))])
    }
    #expect(hub.snapshot.settings.slices == 8, "a broken file leaves the last good one in force")
  }

  @Test func aStaleEditOfAChangedSettingIsAConflict() throws {
    let hub = try hub()
    let seen = hub.snapshot.revision
    try hub.commit([.set("slices", .text("4"))], expecting: seen)
    #expect(throws: HubError.conflict(current: 1, keys: ["slices"])) {
      try hub.commit([.set("heat", .text("1")), .set("slices", .text("8"))], expecting: seen)
    }
    #expect(hub.snapshot.settings.heat == 0.5)
    try hub.commit([.set("heat", .text("1"))], expecting: seen)
    #expect(hub.snapshot.revision == 2, "another setting is no conflict")
    #expect(throws: HubError.conflict(current: 2, keys: ["heat", "slices"])) {
      try hub.commit([.replaceLayer(.live, [])], expecting: seen)
    }
    try hub.commit([.set("slices", .text("8"))], expecting: hub.snapshot.revision)
    try hub.commit([.set("slices", .text("2"))])
    #expect(hub.snapshot.settings.slices == 2, "who expects nothing overwrites")
    #expect(throws: HubError.conflict(current: 4, keys: [])) {
      try hub.commit([.set("lamp", .text("2"))], expecting: 99)
    }
  }

  @Test func aBrokenBeginningIsRefusedOrToleratedButNotMadeWorse() throws {
    let broken = project(["slices": "80", "brad": "rye"])
    let error = #expect(throws: HubError.self) { try self.hub(broken) }
    #expect(
      error?.description == """
        slices = 80 is outside 1…8 (from toaster.json)
        there is no setting brad (from toaster.json); did you mean bread?
        """)
    let hub = try SettingsHub(registry, of: DeluxeToasterSettings.self, candidates: broken, isLenient: true)
    #expect(hub.snapshot.resolution.problems.count == 2)
    try hub.commit([.set("slices", .text("4"))])
    #expect(hub.snapshot.settings.slices == 4)
    #expect(throws: HubError.self) { try hub.commit([.set("heat", .text("4"))]) }
    try hub.commit([.replaceLayer(.projectFile, project(["slices": "6"]))])
    #expect(hub.snapshot.resolution.problems.isEmpty)
  }
}
