/// Settings in an XML property list, as other programs of Apple's world keep them.
///
/// The dictionary has the members of the JSON form: `version` and `values`. A property list has no `null`: an empty
/// `<data/>` stands for it. Binary lists are not read; `plutil -convert xml1` makes them XML.
public struct PropertyListStorage: SettingsStorage {
  private let file: FileStorage<PropertyListForm>

  /// - Parameters:
  ///   - path: The file, which need not exist, nor its folders. A symbolic link is followed and stays one.
  ///   - registry: The settings that there are.
  ///   - permissions: Those of a new file; an existing file keeps its own.
  public init(at path: String, registry: SettingsRegistry, permissions: UInt32 = 0o600) {
    file = FileStorage(path: path, registry: registry, permissions: permissions, form: PropertyListForm())
  }

  public var location: String { file.path }
  public func load() -> LoadedSettings { file.load() }

  public func update<Result>(_ edit: (inout StoredSettings) throws -> Result) throws -> Result {
    try file.update(edit)
  }
}

struct PropertyListForm: StoredForm {
  func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode { try Coders.readPropertyList(bytes) }

  func drafts(of settings: StoredSettings, replacing old: (bytes: [UInt8], loaded: LoadedSettings)?) -> [[UInt8]] {
    [Coders.propertyList(settings.document)]
  }
}
