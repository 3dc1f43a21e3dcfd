import Files

/// A form that a record can have in a file.
protocol StoredForm: Sendable {
  func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode
  /// The record in this form, the best draft first; the first one that reads back is taken.
  ///
  /// - Parameter old: The sound content that is replaced, and what was read from it.
  func drafts(of settings: StoredSettings, replacing old: (bytes: [UInt8], loaded: LoadedSettings)?) -> [[UInt8]]
}

/// What file storages of all forms have in common.
struct FileStorage<Form: StoredForm> {
  let path: String
  let registry: SettingsRegistry
  let permissions: UInt32
  let form: Form

  func load() -> LoadedSettings {
    do throws(FileError) {
      return interpret(try LockedFile.read(FilePath(path)))
    } catch {
      let error = StorageError(error)
      var loaded = LoadedSettings()
      loaded.condition = .unreadable(error)
      loaded.problems = [
        DocumentProblem(
          .unreadable, in: path, "it cannot be read: \(error.reason)", hint: "\(error.hint); the defaults count")
      ]
      return loaded
    }
  }

  func update<Result>(_ edit: (inout StoredSettings) throws -> Result) throws -> Result {
    try SettingsFile.locked(path) { file in
      let old = try file.read()
      let loaded = interpret(old)
      if let obstacle = loaded.obstacle(at: path) { throw obstacle }
      var edited = loaded.stored
      let result = try edit(&edited)
      let settled = edited.settled(after: loaded.stored, registry: registry)
      if settled == loaded.stored.canonical { return result }
      let bytes = try checkedBytes(of: settled, replacing: loaded.condition == .sound ? old.map { ($0, loaded) } : nil)
      try file.replace(with: bytes, permissions: permissions, settingAside: loaded.condition == .damaged)
      return result
    }
  }

  private func interpret(_ bytes: [UInt8]?) -> LoadedSettings {
    guard let bytes else { return LoadedSettings() }
    do throws(JSONSyntaxError) {
      return try LoadedSettings(reading: form.parse(bytes), registry: registry, location: path)
    } catch {
      var loaded = LoadedSettings()
      loaded.condition = .damaged
      loaded.problems = [
        DocumentProblem(
          .damaged, in: path, at: error.position, "the file is damaged: \(error.reason)",
          hint:
            "the defaults count, and the next change sets the file aside as \(FilePath(path).name).damaged-1 or so"
        )
      ]
      return loaded
    }
  }

  /// Nothing is written that would not read back: a number that is none, a text that the form has no characters for,
  /// a section's key with a value.
  private func checkedBytes(
    of settings: StoredSettings, replacing old: (bytes: [UInt8], loaded: LoadedSettings)?
  ) throws(StorageError) -> [UInt8] {
    var reason = "the values would not read back"
    for draft in form.drafts(of: settings, replacing: old) {
      let read = interpret(draft)
      let differing = settings.values.first { read.stored[$0.key] != $0.value }
      if read.condition == .sound, differing == nil, read.stored.extras == settings.extras,
        read.stored.values.count == settings.values.count
      {
        return draft
      }
      if let problem = read.problems.first {
        reason += " (\(problem.sentence))"
      } else if let differing {
        reason = "\(differing.key) = \(differing.value.compactText) would not read back as it is"
      }
    }
    throw StorageError(.notStorable(reason), path: path)
  }
}
