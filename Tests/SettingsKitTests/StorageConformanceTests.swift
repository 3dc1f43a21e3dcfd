import Dispatch
import SettingsKit
import Testing

/// A storage of each kind, fresh, with somewhere to lie.
enum StorageKind: String, CaseIterable, Sendable {
  case json, propertyList, memory

  func make(in folder: TemporaryFolder, holding stored: StoredSettings? = nil) throws -> any SettingsStorage {
    let registry = try KitchenSettings.registry
    switch self {
    case .memory: return InMemoryStorage(stored, registry: registry)
    case .json:
      if let stored { try folder.write("settings", StoredFixtures.json(stored)) }
      return JSONFileStorage(at: folder.path("settings"), registry: registry)
    case .propertyList:
      if let stored { try folder.write("settings", StoredFixtures.propertyList(stored)) }
      return PropertyListStorage(at: folder.path("settings"), registry: registry)
    }
  }
}

/// What every storage must satisfy; a new one is added to `StorageKind`.
@Suite struct StorageConformanceTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: StorageKind.allCases)
  func whatWasNeverStoredIsAbsentAndReadingStoresNothing(kind: StorageKind) throws {
    let storage = try kind.make(in: folder)
    #expect(storage.load().condition == .absent)
    #expect(storage.load().stored == StoredSettings())
    #expect(storage.load().problems.isEmpty)
    try storage.update { _ in }
    #expect(storage.load().condition == .absent)
    #expect(folder.names.isEmpty)
  }

  @Test(arguments: StorageKind.allCases)
  func everyShapeOfValueReadsBackInOrder(kind: StorageKind) throws {
    let storage = try kind.make(in: folder)
    let values: KeyValuePairs<String, JSONValue> = [
      "share": 0.1, "browning": 7, "keepWarm": .null, "label": "a <b> & \"c\"\r\n\t'é' ]]> 😀 \\ &amp; ",
      "slots": [3, 1],
      "bought": "2026-11-30", "programs": [.object(["name": "Rye", "rounds": .null]), .object([JSONMember]())],
      "bagel.oneSide": true, "bagel.extraHeat": .decimal(1e-9),
    ]
    try storage.update { stored in for (key, value) in values { stored[key] = value } }
    let loaded = storage.load()
    #expect(loaded.stored == StoredSettings(values))
    #expect(loaded.problems.isEmpty)
    #expect(loaded.condition == .sound)
  }

  @Test(arguments: StorageKind.allCases)
  func onlyWhatWasEditedIsKeptSoThatResetIsExact(kind: StorageKind) throws {
    let storage = try kind.make(in: folder)
    try storage.update { $0["browning"] = 4 }  // the default, but chosen
    try storage.update { $0["share"] = 0.25 }
    #expect(storage.load().stored.keys == ["browning", "share"])
    try storage.update { $0["browning"] = nil }
    #expect(storage.load().stored.keys == ["share"])
    try storage.update { $0.removeAll() }
    #expect(storage.load().stored.keys.isEmpty)
  }

  @Test(arguments: StorageKind.allCases)
  func unknownKeysAndMembersAreKeptAndReported(kind: StorageKind) throws {
    let stored = StoredSettings(
      ["future.thing": .object(["a": [1, .null]]), "browing": 3], extras: [JSONMember("note", "mine")])
    let storage = try kind.make(in: folder, holding: stored)
    try storage.update { $0["share"] = 1 }
    let loaded = storage.load()
    #expect(loaded.stored.keys == ["future.thing", "browing", "share"])
    #expect(loaded.stored["future.thing"] == .object(["a": [1, .null]]))
    #expect(loaded.stored.extras == [JSONMember("note", "mine")])
    #expect(loaded.problems.map(\.sentence) == ["there is no setting future.thing", "there is no setting browing"])
    #expect(loaded.problems.last?.hint == "did you mean browning?")
    #expect(loaded.candidates().map(\.key) == ["share"])
  }

  @Test(arguments: StorageKind.allCases)
  func renamedSettingsAreFollowed(kind: StorageKind) throws {
    let storage = try kind.make(in: folder, holding: StoredSettings(["darkness": 8, "buns.heat": 20]))
    #expect(storage.load().stored.keys == ["browning", "bagel.extraHeat"])
    #expect(storage.load().problems.isEmpty)
    #expect(storage.load().candidates().map(\.key) == ["browning", "bagel.extraHeat"])
    try storage.update { $0["browning"] = nil }
    #expect(storage.load().stored.keys == ["bagel.extraHeat"], "a reset must not be undone by the earlier key")
  }

  @Test(arguments: StorageKind.allCases)
  func anEarlierKeyBesideTheNewOneIsKeptButNeverComesBack(kind: StorageKind) throws {
    let storage = try kind.make(in: folder, holding: StoredSettings(["darkness": 8, "browning": 2]))
    #expect(storage.load().stored["browning"] == 2)
    #expect(storage.load().problems.map(\.kind) == [.renamedKey])
    try storage.update { $0["share"] = 1 }
    #expect(storage.load().stored["darkness"] == 8)
    try storage.update { $0["browning"] = nil }
    #expect(storage.load().stored.keys == ["share"])
  }

  @Test(arguments: StorageKind.allCases)
  func wrongTypesAreProblemsOfTheirKeysAndTheRestCounts(kind: StorageKind) throws {
    let storage = try kind.make(
      in: folder, holding: StoredSettings(["browning": "dark", "share": 70, "label": "x", "bagel": 1]))
    let loaded = storage.load()
    #expect(
      loaded.problems.map { "\($0.sentence)\($0.hint.map { "; \($0)" } ?? "")" } == [
        #"browning = "dark" is a string, not a whole number"#, "share = 70 is outside 0…1; did you mean 0.7?",
        "bagel is a number, but bagel is a section and takes an object; "
          + "the setting may be meant, such as bagel.oneSide",
      ])
    let resolution = SettingsResolution(try KitchenSettings.registry, candidates: loaded.candidates())
    #expect(resolution.problems.map(\.key) == ["browning", "share"])
    #expect(resolution.snapshot(as: KitchenSettings.self).label == "x")
    try storage.update { $0["label"] = "y" }
    #expect(storage.load().stored["browning"] == "dark", "what is wrong is kept until somebody corrects it")
  }

  @Test(arguments: StorageKind.allCases)
  func aNewerVersionIsReadButNeverWritten(kind: StorageKind) throws {
    let stored = StoredSettings(["browning": 7], version: 2)
    let storage = try kind.make(in: folder, holding: stored)
    let loaded = storage.load()
    #expect(loaded.condition == .newer(2))
    #expect(loaded.candidates().map(\.raw.text) == ["7"])
    #expect(loaded.problems.map(\.kind) == [.newerVersion])
    let error = #expect(throws: StorageError.self) { try storage.update { $0["browning"] = 1 } }
    #expect(
      error?.description
        == "cannot write \(storage.location): a newer version wrote it (format 2, this program knows 1); "
        + "update this program, or move the file away to begin anew")
    #expect(storage.load().stored == stored)
  }

  @Test(arguments: StorageKind.allCases)
  func anEditThatThrowsChangesNothing(kind: StorageKind) throws {
    struct Refusal: Error {}
    let storage = try kind.make(in: folder, holding: StoredSettings(["browning": 7]))
    #expect(throws: Refusal.self) {
      try storage.update { stored in
        stored["browning"] = 1
        throw Refusal()
      }
    }
    #expect(storage.load().stored == StoredSettings(["browning": 7]))
  }

  @Test(arguments: StorageKind.allCases)
  func anEditReturnsItsResult(kind: StorageKind) throws {
    let storage = try kind.make(in: folder, holding: StoredSettings(["browning": 7]))
    #expect(try storage.update { $0["browning"] } == 7)
  }

  @Test(arguments: StorageKind.allCases)
  func liveValuesAndStoredOnesMapToEachOther(kind: StorageKind) throws {
    let storage = try kind.make(in: folder)
    let registry = try KitchenSettings.registry
    let texts = ["bought": "2024-02-29", "programs": #"[{"name": "Rye", "rounds": null}]"#, "keepWarm": "null"]
    try storage.update { stored in
      for (key, text) in texts {
        let setting = try #require(registry.setting(key))
        stored.set(try setting.parse(text), for: setting)
      }
    }
    let resolution = SettingsResolution(registry, candidates: storage.load().candidates())
    let kitchen = resolution.snapshot(as: KitchenSettings.self)
    #expect(resolution.problems.isEmpty)
    #expect(kitchen.bought == CalendarDate(year: 2024, month: 2, day: 29))
    #expect(kitchen.programs.map(\.rounds) == [nil])
    #expect(kitchen.keepWarm == nil)
    #expect(resolution.origin("bought").layer == .userStore)
  }

  /// Threads, not tasks: other tests may hold the few that tasks share.
  @Test(arguments: StorageKind.allCases)
  func editsOfEightThreadsAtOnceAllCount(kind: StorageKind) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let storage = try kind.make(in: folder)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<100 {
        #expect(throws: Never.self) {
          try storage.update { stored in
            for key in ["total", "thread\(thread)"] {
              guard case .integer(let count)? = stored[key] else {
                stored[key] = 1
                continue
              }
              stored[key] = .integer(count + 1)
            }
          }
        }
      }
    }
    let stored = storage.load().stored
    #expect(stored["total"] == 800)
    for thread in 0..<8 { #expect(stored["thread\(thread)"] == 100) }
    #expect(folder.names == (kind == .memory ? [] : ["settings"]), "no lock and no draft is left behind")
  }
}
