/// A struct whose `@Setting` properties are settings and whose sections are nested groups of them.
///
/// A fresh `init()` holds the declared defaults. Instances with other values come from
/// `SettingsRegistry.snapshot(_:)`; every instance is immutable.
public protocol SettingsSection: Sendable {
  init()

  /// What the section is called and what it is about.
  static var about: SectionAbout { get }

  /// Whether the settings stand in the section that holds this one, without a key of its own before them: for a group
  /// that several types share.
  static var isInlined: Bool { get }

  /// What must hold between settings; keys are absolute.
  static var rules: [SettingRule] { get }
}

extension SettingsSection {
  public static var about: SectionAbout { SectionAbout("") }
  public static var isInlined: Bool { false }
  public static var rules: [SettingRule] { [] }
}

/// Something that must hold between settings, as data.
public struct SettingRule: Sendable, Equatable {
  /// The setting that a violation is told of.
  public var key: String
  public var condition: Condition
  /// What is wrong when the condition does not hold, a clause that follows "quality = 0.7".
  public var problem: String

  public init(_ key: String, requires condition: Condition, else problem: String) {
    self.key = key
    self.condition = condition
    self.problem = problem
  }
}

/// The heading of a section.
public struct SectionAbout: Sendable, Equatable {
  public var title: String
  public var explanation: String
  /// What stands below the section on a screen.
  public var footer: String
  public var icon: String?

  public init(_ title: String, _ explanation: String = "", footer: String = "", icon: String? = nil) {
    self.title = title
    self.explanation = explanation
    self.footer = footer
    self.icon = icon
  }
}
