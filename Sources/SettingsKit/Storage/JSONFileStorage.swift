/// Settings in a JSON file: JSON5 is read; what a program wrote is written canonically.
///
/// ```json
/// {
///   "version": 1,
///   "values": {
///     "jpeg.quality": 80
///   }
/// }
/// ```
/// A file that a person has edited keeps its comments, its order and its style.
public struct JSONFileStorage: SettingsStorage {
  private let file: FileStorage<JSONForm>

  /// - Parameters:
  ///   - path: The file, which need not exist, nor its folders. A symbolic link is followed and stays one.
  ///   - registry: The settings that there are.
  ///   - permissions: Those of a new file; an existing file keeps its own.
  public init(at path: String, registry: SettingsRegistry, permissions: UInt32 = 0o600) {
    file = FileStorage(path: path, registry: registry, permissions: permissions, form: JSONForm())
  }

  public var location: String { file.path }
  public func load() -> LoadedSettings { file.load() }

  public func update<Result>(_ edit: (inout StoredSettings) throws -> Result) throws -> Result {
    try file.update(edit)
  }
}

struct JSONForm: StoredForm {
  func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode { try Coders.readJSON(bytes) }

  func drafts(of settings: StoredSettings, replacing old: (bytes: [UInt8], loaded: LoadedSettings)?) -> [[UInt8]] {
    let canonical = Coders.canonicalJSON(settings.document)
    guard let old, let edited = edited(old.bytes, from: old.loaded, to: settings) else { return [canonical] }
    return [edited, canonical]
  }

  /// A person's file with only the differences put in; `nil` where it is the program's own, or where they cannot be
  /// put in one by one.
  private func edited(_ bytes: [UInt8], from old: LoadedSettings, to new: StoredSettings) -> [UInt8]? {
    guard let root = try? Coders.readJSON(bytes), bytes != Coders.canonicalJSON(root.value),
      let values = root.member(Coders.valuesKey), case .object = values.value.content,
      old.stored.extras == new.extras, var editor = try? JSONEditor(bytes, name: "")
    else { return nil }
    editor.newKeys = .dotted
    editor.keptSections = 1  // “values” itself
    let before = old.stored.canonical
    do {
      for member in new.values where !old.spellings.contains(member.key) || before[member.key] != member.value {
        try editor.set(Coders.valuesKey + "." + member.key, to: member.value)
      }
      for key in old.spellings.subtracting(new.keys).sorted() { try editor.remove(Coders.valuesKey + "." + key) }
    } catch {
      return nil
    }
    return editor.bytes
  }
}
