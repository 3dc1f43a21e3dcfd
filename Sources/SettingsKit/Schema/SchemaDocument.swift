/// Everything the interfaces need to know about a settings type, as one versioned document.
///
/// Listings, help texts, JSON Schema, completion and screens take their shape from it and from nothing else.
public struct SchemaDocument: Sendable, Equatable {
  /// Raised when a reader of older documents would misunderstand a newer one.
  public static let currentVersion = 1

  public var version = SchemaDocument.currentVersion
  public var title: String
  /// The prefix of environment variables; `nil` where none are read.
  public var environmentPrefix: String?
  public var sections: [SchemaSection]
  public var settings: [SchemaSetting]
  public var rules: [SettingRule]

  public init(_ registry: SettingsRegistry, environmentPrefix: String? = nil) {
    title = registry.sections.first?.about.title ?? ""
    self.environmentPrefix = environmentPrefix
    sections = registry.sections.map { SchemaSection(key: $0.key, about: $0.about) }
    rules = registry.rules
    settings = registry.settings.map { SchemaSetting($0, environmentPrefix: environmentPrefix) }
  }

  /// The settings that stand directly in a section.
  public func settings(inSection key: String) -> [SchemaSetting] { settings.filter { $0.section == key } }
}

/// A heading and what stands below it.
public struct SchemaSection: Sendable, Equatable {
  public var key: String
  public var title: String
  public var explanation: String
  public var footer: String
  public var icon: String?

  init(key: String, about: SectionAbout) {
    self.key = key
    title = about.title
    explanation = about.explanation
    footer = about.footer
    icon = about.icon
  }
}

/// One setting as the interfaces see it.
public struct SchemaSetting: Sendable, Equatable {
  public var key: String
  public var section: String
  public var title: String
  public var explanation: String
  public var kind: ValueKind
  public var unit: SettingUnit?
  public var range: ValueRange?
  public var step: Double?
  public var defaultText: String
  public var defaultJSON: JSONValue
  public var flag: String
  public var shortFlag: Character?
  public var placeholder: String
  public var environment: String?
  public var isAdvanced: Bool
  public var enabledWhen: Condition?
  public var visibleWhen: Condition?
  public var onParentChange: ParentChange
  public var choicesWhen: [String: Condition]
  public var pattern: String?
  public var renamedFrom: [String]
  public var icon: String?
  public var control: String?

  init(_ setting: SettingDescriptor, environmentPrefix: String?) {
    let metadata = setting.metadata
    key = setting.key
    section = setting.sectionKey
    title = metadata.title
    explanation = metadata.explanation
    kind = setting.kind
    unit = metadata.unit
    range = metadata.range
    step = metadata.step
    defaultText = setting.defaultValue.text
    defaultJSON = setting.defaultValue.json
    flag = SettingNames.flag(forKey: setting.key)
    shortFlag = metadata.shortFlag
    placeholder = metadata.placeholder ?? setting.kind.placeholder
    environment = environmentPrefix.map { SettingNames.environment(forKey: setting.key, prefix: $0) }
    isAdvanced = metadata.isAdvanced
    enabledWhen = metadata.enabledWhen
    visibleWhen = metadata.visibleWhen
    onParentChange = metadata.onParentChange
    choicesWhen = metadata.choicesWhen
    pattern = metadata.pattern
    renamedFrom = metadata.renamedFrom
    icon = metadata.icon
    control = metadata.control
  }

  /// Whether the flag may stand alone, meaning `true`.
  public var isSwitch: Bool { kind.name == "boolean" }

  /// What may be written, in a reader's words: "0…1", "1…65535 px or null", "keep|jpeg|png|webp".
  public var allowedText: String {
    var text = range.map { $0.text(of: kind) } ?? kind.summary
    if range != nil, let unit { text += " \(unit.symbol)" }
    return kind.isOptional ? text + " or null" : text
  }
}
