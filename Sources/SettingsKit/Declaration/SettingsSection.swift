/// A struct whose `@Setting` properties are settings and whose sections are nested groups of them.
///
/// A fresh `init()` holds the declared defaults. Instances with other values come from
/// `SettingsRegistry.snapshot(_:)`; every instance is immutable.
public protocol SettingsSection: Sendable {
  init()

  /// What the section is called and what it is about.
  static var about: SectionAbout { get }
}

extension SettingsSection {
  public static var about: SectionAbout { SectionAbout("") }
}

/// The heading of a section.
public struct SectionAbout: Sendable, Equatable {
  public var title: String
  public var explanation: String

  public init(_ title: String, _ explanation: String = "") {
    self.title = title
    self.explanation = explanation
  }
}
