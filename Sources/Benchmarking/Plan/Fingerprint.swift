import Jobs
import Pipeline

/// Short names for long contents, for telling them apart and not for security.
enum Fingerprint {
  /// Sixteen hexadecimal digits of lines of text.
  static func text(_ lines: [String]) -> String {
    Array(lines.joined(separator: "\n").utf8).withUnsafeBytes { text(ContentIdentity(of: $0)) }
  }

  static func text(_ identity: ContentIdentity) -> String { text(identity.hash) }

  static func text(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
