import SettingsKit
import Synchronization
import Testing

struct HubSavingTests {
  /// A store that can be told to be full.
  private final class Store: Sendable {
    struct Full: Error {}
    let state = Mutex((saves: [SettingsSave](), isFull: false))
    var saves: [SettingsSave] { state.withLock { $0.saves } }
    var kept: [String: String] {
      saves.reduce(into: [:]) { kept, save in for edit in save.edits { kept[edit.key] = edit.json?.compactText } }
    }

    func setFull(_ isFull: Bool) { state.withLock { $0.isFull = isFull } }

    func save(_ save: SettingsSave) throws {
      try state.withLock { state in
        if state.isFull { throw Full() }
        state.saves.append(save)
      }
    }
  }

  private let store = Store()

  private func hub() throws -> SettingsHub<DeluxeToasterSettings> {
    try SettingsHub(
      try SettingsRegistry.of(DeluxeToasterSettings.self), editing: .userStore,
      persist: { [store] in try store.save($0) })
  }

  @Test func aCommitIsSavedWithWhatItResetAndNothingElse() throws {
    let hub = try hub()
    try hub.commit([.set("spread", .text("9")), .set("slices", .text("4"))])
    try hub.commit([.set("bread", .text("rye"))])
    #expect(
      store.saves.map { save in save.edits.map { "\($0.key)=\($0.json?.compactText ?? "reset")" } }
        == [["slices=4", "spread=9"], [#"bread="rye""#, "spread=reset"]])
    #expect(store.saves.map(\.revision) == [1, 2])
    #expect(hub.unsavedKeys.isEmpty)
  }

  @Test func whatARefusedCommitWantedIsNotSaved() throws {
    let hub = try hub()
    #expect(throws: HubError.self) { try hub.commit([.set("slices", .text("99")), .set("heat", .text("1"))]) }
    #expect(hub.save() == nil)
    #expect(store.saves.isEmpty)
  }

  @Test func whatAFullStoreRefusedIsOfferedAgain() throws {
    let hub = try hub()
    store.setFull(true)
    #expect(try hub.commit([.set("slices", .text("4")), .set("heat", .text("1"))]).saveFailure is Store.Full)
    #expect(hub.snapshot.settings.slices == 4, "in force all the same")
    #expect(hub.saveFailure is Store.Full)
    #expect(hub.unsavedKeys == ["heat", "slices"])
    store.setFull(false)
    #expect(try hub.commit([.set("slices", .text("8"))]).saveFailure == nil)
    #expect(store.saves.count == 1)
    #expect(store.kept == ["heat": "1", "slices": "8"])
    #expect(hub.saveFailure == nil)
  }

  @Test func readingTheStoreAnewLosesNoEditThatIsOnItsWay() throws {
    let hub = try hub()
    store.setFull(true)
    try hub.commit([.set("slices", .text("4"))])
    let read = [SettingCandidate("heat", .text("1"), from: SettingOrigin(.userStore, place: "settings.json:2"))]
    try hub.commit([.replaceLayer(.userStore, read)])
    #expect(hub.snapshot.settings.slices == 4)
    #expect(hub.snapshot.settings.heat == 1)
    store.setFull(false)
    #expect(hub.save() == nil)
    #expect(store.kept == ["slices": "4"], "what was read is not written back")
  }

  @Test func savingHappensOutsideTheLocksSoThatItMayCommit() throws {
    let hub = Mutex<SettingsHub<DeluxeToasterSettings>?>(nil)
    let revisions = Mutex<[Int]>([])
    let made = try SettingsHub(
      try SettingsRegistry.of(DeluxeToasterSettings.self), of: DeluxeToasterSettings.self, editing: .userStore,
      persist: { save in
        revisions.withLock { $0.append(save.revision) }
        let hub = hub.withLock { $0 }
        if save.revision == 1 { try hub?.commit([.set("heat", .text("1"))]) }
      })
    hub.withLock { $0 = made }
    try made.commit([.set("slices", .text("4"))])
    hub.withLock { $0 = nil }
    #expect(made.snapshot.revision == 2)
    #expect(revisions.withLock { $0 } == [1, 2])
    #expect(made.unsavedKeys.isEmpty)
  }

  @Test func editsOfManyTasksReachTheStoreInTheEnd() async throws {
    let hub = try hub()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for key in ["spread", "lamp"] {
        group.addTask {
          for number in 1...500 { try hub.commit([.set(key, .text("\(number)"))]) }
        }
      }
      try await group.waitForAll()
    }
    #expect(store.kept == ["spread": "500", "lamp": "500"])
    #expect(store.saves.map(\.revision) == store.saves.map(\.revision).sorted())
  }
}
