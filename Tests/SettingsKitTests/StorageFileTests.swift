import SettingsKit
import Testing

/// What storages that lie in files must survive.
@Suite struct StorageFileTests {
  enum Form: String, CaseIterable, Sendable { case json, propertyList }

  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func storage(
    _ form: Form, at name: String = "settings", permissions: UInt32 = 0o600, in folder: TemporaryFolder? = nil
  ) throws -> any SettingsStorage {
    let registry = try KitchenSettings.registry
    let path = (folder ?? self.folder).path(name)
    return switch form {
    case .json: JSONFileStorage(at: path, registry: registry, permissions: permissions)
    case .propertyList: PropertyListStorage(at: path, registry: registry, permissions: permissions)
    }
  }

  private func fixture(_ form: Form) -> String {
    form == .json ? StoredFixtures.goodJSON : StoredFixtures.goodPropertyList
  }

  @Test(arguments: Form.allCases)
  func theWrittenFormIsTheFixture(form: Form) throws {
    let storage = try storage(form)
    try storage.update { stored in
      stored["browning"] = .decimal(7)
      stored["label"] = "é"
      stored["slots"] = [1, 2]
    }
    #expect(try folder.text("settings") == fixture(form))
  }

  @Test(arguments: [(Form.json, StoredFixtures.brokenJSON), (.propertyList, StoredFixtures.brokenPropertyLists)])
  func aDamagedFileIsToldWithItsPlaceAndSetAsideAtTheNextChange(
    form: Form, broken: [(text: String, problem: String)]
  ) throws {
    for (number, (text, problem)) in broken.enumerated() {
      try folder.write("settings", text)
      let storage = try storage(form)
      let loaded = storage.load()
      #expect(loaded.condition == .damaged)
      #expect(loaded.problems.count == 1)
      #expect(
        loaded.problems.first?.description.hasPrefix(folder.path("settings") + problem) == true, "\(loaded.problems)")
      #expect(loaded.stored == StoredSettings())
      #expect(try folder.text("settings") == text, "reading changes nothing")

      try storage.update { $0["browning"] = 3 }
      #expect(storage.load().stored == StoredSettings(["browning": 3]))
      #expect(storage.load().problems.isEmpty)
      #expect(try folder.text("settings.damaged-\(number + 1)") == text)
    }
  }

  @Test(arguments: Form.allCases)
  func aFileCutOffAnywhereIsReadWholeOrSetAside(form: Form) throws {
    let folder = try TemporaryFolder(inMemory: true)
    let whole = Array(fixture(form).utf8)
    let storage = try storage(form, in: folder)
    let all = StoredSettings(["browning": 7, "label": "é", "slots": [1, 2]])
    for length in 0...whole.count {
      try folder.write("settings", whole[..<length])
      let loaded = storage.load()
      // Only blanks behind the end can be missing without loss.
      let isWhole = whole[length...].allSatisfy { $0 == UInt8(ascii: "\n") }
      #expect(loaded.condition == (isWhole ? .sound : .damaged), "cut off at \(length)")
      #expect(loaded.stored == (isWhole ? all : StoredSettings()))
      try storage.update { $0["share"] = 0.25 }
      #expect(storage.load().stored["share"] == 0.25)
      #expect(storage.load().stored["browning"] == (isWhole ? 7 : nil))
    }
    let setAside = folder.names.filter { $0.hasPrefix("settings.damaged-") }
    #expect(setAside.count == whole.count - 1, "each has a name of its own")
    #expect(try folder.bytes("settings.damaged-\(whole.count - 1)") == Array(whole[..<(whole.count - 2)]))
  }

  @Test(arguments: Form.allCases)
  func randomDamageNeverCrashesAndIsNeverLost(form: Form) throws {
    let folder = try TemporaryFolder(inMemory: true)
    var random = SeededRandom(7)
    let storage = try storage(form, in: folder)
    for _ in 0..<300 {
      var bytes = Array(fixture(form).utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      try folder.write("settings", bytes)
      let before = Set(folder.names)
      let wasDamaged = storage.load().condition == .damaged
      do {
        try storage.update { $0["share"] = 0.25 }
      } catch let error as StorageError {
        // A digit of the version can be hit.
        guard case .newerVersion = error.cause else { throw error }
        continue
      }
      #expect(storage.load().stored["share"] == 0.25)
      let aside = Set(folder.names).subtracting(before)
      #expect(aside.count == (wasDamaged ? 1 : 0))
      if let name = aside.first { #expect(try folder.bytes(name) == bytes) }
    }
  }

  @Test(arguments: Form.allCases)
  func aLinkedFileStaysALinkAndItsTargetIsReplaced(form: Form) throws {
    try folder.write("dotfiles/kitchen", fixture(form))
    try folder.link("second", to: "dotfiles/kitchen")
    try folder.link("settings", to: folder.path("second"))
    let storage = try storage(form)
    try storage.update { $0["browning"] = 2 }
    #expect(storage.load().stored["browning"] == 2)
    #expect(try folder.text("dotfiles/kitchen") != fixture(form))
    #expect(try folder.destination("settings") == folder.path("second"))
    #expect(try folder.destination("second") == "dotfiles/kitchen")
  }

  @Test func aLinkToNothingMakesItsTarget() throws {
    try folder.link("settings", to: "new/kitchen.json")
    try storage(.json).update { $0["browning"] = 2 }
    #expect(try folder.text("new/kitchen.json").contains("browning"))
  }

  @Test func linksInACircleAreAnErrorThatNamesThem() throws {
    try folder.link("settings", to: "other")
    try folder.link("other", to: "settings")
    let storage = try storage(.json)
    #expect(storage.load().problems.map(\.kind) == [.unreadable])
    let error = #expect(throws: StorageError.self) { try storage.update { $0["browning"] = 2 } }
    #expect(
      error?.description.hasPrefix("cannot follow \(folder.path("settings")): too many levels of symbolic links")
        == true)
  }

  @Test func permissionsOfAnExistingFileAreKeptAndANewOneIsPrivate() throws {
    try storage(.json, at: "a/b/new").update { $0["browning"] = 2 }
    #expect(try folder.permissions("a/b/new") == 0o600)
    #expect(try folder.permissions("a/b") == 0o700)
    try folder.setPermissions(0o640, "a/b/new")
    try storage(.json, at: "a/b/new").update { $0["browning"] = 3 }
    #expect(try folder.permissions("a/b/new") == 0o640)
    try storage(.json, at: "public", permissions: 0o644).update { $0["browning"] = 2 }
    #expect(try folder.permissions("public") == 0o644)
  }

  @Test func theDraftOfAKilledProcessIsNoObstacle() throws {
    try folder.write(".settings.new", "half a dra")
    try folder.write(".settings.lock", "")
    try storage(.json).update { $0["browning"] = 2 }
    #expect(folder.names == ["settings"])
  }

  @Test func aFolderOrAHugeFileInTheWayIsLeftAlone() throws {
    try folder.write("settings/inside", "")
    let error = #expect(throws: StorageError.self) { try storage(.json).update { $0["browning"] = 2 } }
    #expect(error?.cause == .notAFile)
    #expect(
      try storage(.json).load().condition
        == .unreadable(StorageError(.notAFile, path: folder.path("settings"), action: "read")))
    #expect(folder.names == ["settings"])
  }

  @Test func aFileThatAPersonHasEditedKeepsItsCommentsAndItsStyle() throws {
    let text = """
      // of the office
      {
        version: 1,
        values: {
          darkness: 8, // renamed since
          bagel: { oneSide: true },
          label: 'x',  // what it is called
          unknown: 0x10, // not known
        },
      }
      """
    try folder.write("settings", text)
    try storage(.json).update { stored in
      stored["label"] = "y"
      stored["bagel.extraHeat"] = 5
      stored["bagel.oneSide"] = nil
    }
    #expect(
      try folder.text("settings") == """
        // of the office
        {
          version: 1,
          values: {
            bagel: { extraHeat: 5 },
            label: 'y',  // what it is called
            unknown: 0x10, // not known
            browning: 8,
          },
        }
        """)
  }

  @Test(arguments: [
    (Form.json, "share", JSONValue.decimal(.nan)), (.propertyList, "label", .string("a\u{1}b")),
    (.json, "bagel", .object(["oneSide": true])),
  ])
  func whatWouldNotReadBackIsNotWritten(form: Form, key: String, value: JSONValue) throws {
    try folder.write("settings", fixture(form))
    let storage = try storage(form)
    let error = #expect(throws: StorageError.self) { try storage.update { $0[key] = value } }
    #expect(error?.description.contains("would not read back") == true)
    #expect(try folder.text("settings") == fixture(form))
    #expect(folder.names == ["settings"])
  }
}
