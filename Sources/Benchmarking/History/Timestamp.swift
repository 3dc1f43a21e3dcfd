import Platform

/// Moments as texts that sort by time.
public enum Timestamp {
  /// ISO 8601 in UTC, to the second.
  ///
  /// - Parameter secondsAgo: How long before now.
  public static func text(secondsAgo: Double = 0) -> String {
    // Before the epoch everything is old enough.
    var moment = max(0, time(nil) - Int(min(1e15, secondsAgo)))
    var parts = tm()
    gmtime_r(&moment, &parts)
    var buffer = [CChar](repeating: 0, count: 32)
    strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
