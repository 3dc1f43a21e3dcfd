import Platform

/// A path as the system sees it: any bytes but NUL.
///
/// Names that are not UTF-8 exist, and a tool that repairs them opens the wrong file. In a `String` (an argument, a
/// template) the bytes travel as `losslessText`.
public struct FilePath: Sendable, Hashable, ExpressibleByStringLiteral {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) { self.bytes = bytes }
  public init(_ losslessText: String) { bytes = LosslessText.bytes(of: losslessText) }
  public init(stringLiteral text: String) { self.init(text) }

  /// All at once: byte by byte, as arrays do it, takes longer than everything else that is done with a path.
  public func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The path as text that can be turned back into the very same bytes.
  public var losslessText: String { LosslessText.text(of: bytes) }

  package static let slash = UInt8(ascii: "/")
  package static let dot = UInt8(ascii: ".")

  public var isAbsolute: Bool { bytes.first == FilePath.slash }
  public var endsInSlash: Bool { bytes.last == FilePath.slash }

  /// The parts between slashes; empty parts are left out.
  public var components: [[UInt8]] { bytes.split(separator: FilePath.slash).map(Array.init) }

  /// The last part, "photo.jpg".
  public var name: FilePath { FilePath(bytes: components.last ?? []) }

  /// Everything before the last part; "." where there is nothing before it, "/" for the root itself.
  public var parent: FilePath {
    var rest = bytes[...]
    while rest.count > 1, rest.last == FilePath.slash { rest.removeLast() }
    guard let slash = rest.lastIndex(of: FilePath.slash) else { return "." }
    return slash == 0 ? "/" : FilePath(bytes: Array(rest[..<slash]))
  }

  /// The letters after the name's last dot, lower-cased where ASCII; a leading dot begins a name, no extension.
  public var fileExtension: String? { spelledExtension?.lowercased() }

  /// The name without its extension.
  public var stem: FilePath {
    let name = self.name.bytes
    guard let dot = name.lastIndex(of: FilePath.dot), dot > 0 else { return FilePath(bytes: name) }
    return FilePath(bytes: Array(name[..<dot]))
  }

  /// The name's extension with its own letter case, such as `JPG`.
  public var spelledExtension: String? {
    let name = self.name.bytes
    guard let dot = name.lastIndex(of: FilePath.dot), dot > 0, dot < name.count - 1 else { return nil }
    return LosslessText.text(of: Array(name[(dot + 1)...]))
  }

  /// The path of something inside this folder.
  public func appending(_ path: FilePath) -> FilePath {
    if bytes.isEmpty || path.isAbsolute { return path }
    return path.bytes.isEmpty ? self : appending(path.bytes)
  }

  /// The path of something inside this folder, by its name.
  public func appending(_ name: [UInt8]) -> FilePath {
    FilePath(bytes: bytes.isEmpty ? name : bytes + (endsInSlash ? [] : [FilePath.slash]) + name)
  }

  /// What follows a folder in this path, by its spelling; `nil` where it does not lie below it.
  package func below(_ folder: FilePath) -> FilePath? {
    guard isInside(folder) else { return nil }
    return FilePath(bytes: Array(bytes[(folder.bytes.count + (folder.endsInSlash ? 0 : 1))...]))
  }

  /// Whether the path lies inside `folder`, by its spelling.
  public func isInside(_ folder: FilePath) -> Bool {
    guard bytes.count > folder.bytes.count + (folder.endsInSlash ? 0 : 1), bytes.starts(with: folder.bytes) else {
      return false
    }
    return folder.endsInSlash || bytes[folder.bytes.count] == FilePath.slash
  }

  /// The path from the root, without "." and doubled slashes; ".." and links stay.
  package var absolute: FilePath {
    var parts = components
    if !isAbsolute { parts = FilePath.workingFolder.components + parts }
    parts.removeAll { $0 == [FilePath.dot] }
    return FilePath(bytes: [FilePath.slash] + parts.joined(separator: [FilePath.slash]))
  }

  /// The folder that the process works in; "/" where it is gone.
  public static var workingFolder: FilePath {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }

  /// The path with all links resolved, for a file that exists.
  ///
  /// - Throws: `FileError` when it does not.
  package func resolved() throws(FileError) -> FilePath {
    guard let found = withCString({ realpath($0, nil) }) else { throw FileError("look at", self, errno) }
    defer { free(found) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: found, count: strlen(found))))
  }

  /// What a symbolic link holds; `nil` where there is none that can be read.
  package var linkTarget: FilePath? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { bytes in
      withCString { readlink($0, bytes.baseAddress!, bytes.count) }
    }
    return count > 0 ? FilePath(bytes: Array(buffer.prefix(count))) : nil
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
