import SettingsKit

/// A path as the system sees it: any bytes but NUL.
///
/// Names that are not UTF-8 exist, and a tool that repairs them opens the wrong file. In a `String` (an argument, a
/// template) the bytes travel as `losslessText`.
public struct FilePath: Sendable, Hashable {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
  public init(_ losslessText: String) { bytes = LosslessText.bytes(of: losslessText) }

  /// The path as text that can be turned back into the very same bytes.
  public var losslessText: String { LosslessText.text(of: bytes) }

  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  public var isAbsolute: Bool { bytes.first == FilePath.slash }
  public var endsInSlash: Bool { bytes.last == FilePath.slash }

  /// The parts between slashes; empty parts are left out.
  public var components: [[UInt8]] { bytes.split(separator: FilePath.slash).map(Array.init) }

  /// The last part, "photo.jpg".
  public var name: FilePath { FilePath(bytes: components.last ?? []) }

  /// Everything before the last part; "." where there is nothing before it.
  public var parent: FilePath {
    var rest = bytes[...]
    while rest.last == FilePath.slash { rest.removeLast() }
    guard let slash = rest.lastIndex(of: FilePath.slash) else { return FilePath(bytes: [FilePath.dot]) }
    return FilePath(bytes: slash == 0 ? [FilePath.slash] : Array(rest[..<slash]))
  }

  /// The letters behind the name's last dot, lower-cased where ASCII; a leading dot begins a name, no extension.
  public var fileExtension: String? {
    let name = self.name.bytes
    guard let dot = name.lastIndex(of: FilePath.dot), dot > 0, dot < name.count - 1 else { return nil }
    return LosslessText.text(of: Array(name[(dot + 1)...])).lowercased()
  }

  /// The name without its extension.
  public var stem: FilePath {
    let name = self.name.bytes
    guard let dot = name.lastIndex(of: FilePath.dot), dot > 0 else { return FilePath(bytes: name) }
    return FilePath(bytes: Array(name[..<dot]))
  }

  /// The name's extension with its own letter case, such as `JPG`.
  public var spelledExtension: String? {
    fileExtension.map { _ in
      let name = self.name.bytes
      return LosslessText.text(of: Array(name[(name.lastIndex(of: FilePath.dot)! + 1)...]))
    }
  }

  /// The path of something inside this folder.
  public func appending(_ path: FilePath) -> FilePath {
    if bytes.isEmpty || path.isAbsolute { return path }
    if path.bytes.isEmpty { return self }
    return FilePath(bytes: bytes + (endsInSlash ? [] : [FilePath.slash]) + path.bytes)
  }

  /// What follows behind a folder in this path, by its spelling; `nil` where it does not lie below it.
  func below(_ folder: FilePath) -> FilePath? {
    let prefix = folder.bytes + (folder.endsInSlash ? [] : [FilePath.slash])
    guard bytes.count > prefix.count, bytes.starts(with: prefix) else { return nil }
    return FilePath(bytes: Array(bytes[prefix.count...]))
  }

  /// Runs `body` with the path as a C string.
  package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
  }
}

extension FilePath: CustomStringConvertible {
  /// The path as it may be printed on a terminal: control characters, direction marks and broken UTF-8 are escaped.
  public var description: String { LosslessText.printable(losslessText) }
}

extension FilePath: SettingValue {
  public static var kind: ValueKind { ValueKind("path", jsonType: "string", placeholder: "PATH", textPattern: ".") }

  public static func parse(_ text: String) throws(ValueProblem) -> FilePath {
    guard !text.isEmpty else { throw ValueProblem("is empty, not a path") }
    return FilePath(text)
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> FilePath {
    guard case .string(let text) = json else { throw ValueProblem("is \(json.typeName), not a path") }
    return try parse(text)
  }

  public var text: String { losslessText }
  public var json: JSONValue { .string(losslessText) }
}
