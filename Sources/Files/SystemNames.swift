import Platform

/// What the machine and its system call themselves.
public struct SystemNames: Sendable {
  /// The name of this machine on its network.
  public var host: String
  /// "Linux".
  public var system: String
  public var release: String
  /// The kind of processor, "x86_64".
  public var machine: String

  public static var current: SystemNames {
    var names = utsname()
    uname(&names)
    return SystemNames(
      host: text(names.nodename), system: text(names.sysname), release: text(names.release),
      machine: text(names.machine))
  }

  private static func text<Field>(_ field: Field) -> String {
    withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
