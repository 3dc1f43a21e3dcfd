import Glibc

/// A path as the system sees it: any bytes but NUL.
public struct WatchPath: Sendable, Hashable, ExpressibleByStringLiteral {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
  public init(_ text: String) { bytes = Array(text.utf8) }
  public init(stringLiteral text: String) { self.init(text) }

  /// All at once: byte by byte, as arrays do it, takes longer than everything else a watcher does with a path.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  static let slash = UInt8(ascii: "/")
  static let dot = UInt8(ascii: ".")

  var isAbsolute: Bool { bytes.first == WatchPath.slash }

  /// The parts between slashes; empty parts are left out.
  var components: [[UInt8]] { bytes.split(separator: WatchPath.slash).map(Array.init) }

  /// Everything before the last part; "/" for the root and what lies right in it.
  ///
  /// - Precondition: The path is absolute and clean, as a `PathChain` makes them.
  var parent: WatchPath {
    guard let slash = bytes.lastIndex(of: WatchPath.slash), slash > 0 else { return "/" }
    return WatchPath(bytes: Array(bytes[..<slash]))
  }

  /// The path of something inside this folder.
  public func appending(_ name: [UInt8]) -> WatchPath {
    if bytes.isEmpty { return WatchPath(bytes: name) }
    return WatchPath(bytes: bytes + (bytes.last == WatchPath.slash ? [] : [WatchPath.slash]) + name)
  }

  /// Whether the path lies inside `folder`, by its spelling.
  public func isInside(_ folder: WatchPath) -> Bool {
    guard bytes.count > folder.bytes.count, bytes.starts(with: folder.bytes) else { return false }
    return folder.bytes.last == WatchPath.slash || bytes[folder.bytes.count] == WatchPath.slash
  }

  /// The path from the root, without "." and doubled slashes; ".." and links stay.
  var absolute: WatchPath {
    var parts = components
    if !isAbsolute, let current = getcwd(nil, 0) {
      defer { free(current) }
      parts = WatchPath(String(cString: current)).components + parts
    }
    parts.removeAll { $0 == [WatchPath.dot] }
    return WatchPath(bytes: [WatchPath.slash] + parts.joined(separator: [WatchPath.slash]))
  }

  /// Runs `body` with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
  }
}

extension WatchPath: CustomStringConvertible {
  /// The path as it may be printed: control characters and what is no UTF-8 are replaced.
  public var description: String {
    String(
      String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
        $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? "\u{FFFD}" : Character($0)
      })
  }
}
