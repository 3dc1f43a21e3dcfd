import Synchronization

/// A property declared with `@Setting` whose type no interface can show or change.
public struct UnsupportedSetting: Sendable, Equatable {
  public var key: String
  public var typeName: String
}

/// All settings of a section type, found by reflection over a fresh instance, in the order of declaration.
public struct SettingsRegistry: Sendable {
  public let settings: [SettingDescriptor]
  /// The nested sections by key, in the order of declaration; the root has the key "".
  public let sections: [(key: String, about: SectionAbout)]
  /// Properties declared with `@Setting` whose type is no `SettingValue`, those of records among the settings too.
  public let unsupported: [UnsupportedSetting]

  /// What must hold between settings, of all sections.
  public let rules: [SettingRule]

  private let indexByKey: [String: Int]
  private let make: @Sendable () -> any SettingsSection

  /// Introspects `type`, once for the life of the process.
  ///
  /// - Throws: `RegistrationError` when the declaration contradicts itself.
  public static func of<Root: SettingsSection>(_ type: Root.Type) throws(RegistrationError) -> SettingsRegistry {
    let identity = ObjectIdentifier(type)
    if let known = cache.withLock({ $0[identity] }) { return known }
    let registry = try SettingsRegistry(reflecting: type)
    cache.withLock { $0[identity] = registry }
    return registry
  }

  private static let cache = Mutex<[ObjectIdentifier: SettingsRegistry]>([:])

  private init<Root: SettingsSection>(reflecting type: Root.Type) throws(RegistrationError) {
    let found = Introspection(of: Root())
    settings = found.settings.compactMap { item in
      guard let valueType = item.setting.valueType, let value = item.setting.value else {
        return nil
      }
      return SettingDescriptor(
        key: item.key, metadata: item.setting.metadata, kind: valueType.kind, defaultValue: value, valueType: valueType,
        setting: item.setting)
    }
    sections = found.sections
    unsupported =
      found.settings.filter { $0.setting.valueType == nil }
      .map { UnsupportedSetting(key: $0.key, typeName: $0.setting.valueTypeName) }
      + settings.flatMap { setting in
        let (record, mark) = setting.kind.element.first.map { ($0, "[].") } ?? (setting.kind, ".")
        return record.unsupportedFields.map {
          UnsupportedSetting(key: setting.key + mark + $0.key, typeName: $0.typeName)
        }
      }
    rules = found.rules
    let problems = registrationProblems(of: settings, rules: rules)
    guard problems.isEmpty else { throw RegistrationError(typeName: "\(type)", problems: problems) }
    indexByKey = Dictionary(uniqueKeysWithValues: settings.enumerated().map { ($1.key, $0) })
    make = { Root() }
    // A rule may ask for something that has to be given; a default that is not to be had is a mistake.
    let unavailable = SettingsResolution(self, offers: []).unavailableChoices()
    guard unavailable.isEmpty else {
      throw RegistrationError(typeName: "\(type)", problems: unavailable.map { "with all defaults, \($0)" })
    }
  }

  public func setting(_ key: String) -> SettingDescriptor? { indexByKey[key].map { settings[$0] } }

  /// - Precondition: `key` is declared.
  func declared(_ key: String) -> SettingDescriptor {
    guard let setting = setting(key) else { preconditionFailure("there is no setting \(key)") }
    return setting
  }

  /// The key of a declared property, so that edits are checked by the compiler: `key(of: \.bagel.$oneSide)`.
  ///
  /// - Returns: `nil` for a property whose type is no `SettingValue`.
  /// - Complexity: One instance is made and walked; some microseconds.
  public func key<Root: SettingsSection, Value>(of path: KeyPath<Root, Setting<Value>>) -> String? {
    let root = Root()
    let identity = root[keyPath: path].identity
    return values(of: root).first { $0.identity == identity }?.setting.key
  }

  public var keys: [String] { settings.map(\.key) }

  /// The values of an instance, in the order of declaration.
  func values(
    of root: any SettingsSection
  ) -> [(setting: SettingDescriptor, value: any SettingValue, identity: ObjectIdentifier)] {
    Introspection(of: root).settings.compactMap { item in
      guard let setting = setting(item.key), let value = item.setting.value else { return nil }
      return (setting, value, item.setting.identity)
    }
  }

  /// An instance that holds `values` where they name a setting, and the declared defaults elsewhere.
  ///
  /// - Parameter values: By key, each of its setting's own type, as `SettingDescriptor.parse` returns it.
  public func snapshot<Root: SettingsSection>(_ values: [String: any SettingValue], as type: Root.Type) -> Root {
    guard let root = make() as? Root else { preconditionFailure("the registry is not of \(type)") }
    for item in Introspection(of: root).settings {
      if let value = values[item.key] { item.setting.fill(value) }
    }
    return root
  }
}

/// One walk over an instance with `Mirror`.
private struct Introspection {
  var settings: [(key: String, setting: any AnySetting)] = []
  var sections: [(key: String, about: SectionAbout)] = []
  var rules: [SettingRule] = []

  init(of root: any SettingsSection) { visit(root, key: "") }

  private mutating func visit(_ section: any SettingsSection, key: String) {
    if !type(of: section).isInlined || sections.isEmpty { sections.append((key, type(of: section).about)) }
    rules += type(of: section).rules
    let prefix = key.isEmpty ? "" : key + "."
    for child in Mirror(reflecting: section).children {
      guard let label = child.label else { continue }
      // The compiler stores the wrapper of `quality` under `_quality`. The label is asked first: to find out that a type does
      // not conform to a protocol takes a search through all conformances of the program.
      if label.hasPrefix("_"), let setting = child.value as? any AnySetting {
        settings.append((prefix + label.dropFirst(), setting))
      } else if let nested = child.value as? any SettingsSection {
        visit(nested, key: type(of: nested).isInlined ? key : prefix + label)
      }
    }
  }
}
