import Foundation

/// A folder of one test's own, gone with this object. Names are given as text or, where they are not UTF-8, as bytes.
public final class TemporaryFolder: Sendable {
  /// The absolute path, links resolved.
  public let path: String

  public init() {
    var template = Array((NSTemporaryDirectory() + "/imgtune-test-XXXXXX").utf8CString)
    let made = mkdtemp(&template)
    precondition(made != nil, "no temporary folder: \(String(cString: strerror(errno)))")
    guard let resolved = realpath(&template, nil) else { preconditionFailure("the temporary folder is gone") }
    path = String(cString: resolved)
    free(resolved)
  }

  deinit {
    // Depth first: what a folder holds stands behind it.
    for entry in Self.walk(Array(path.utf8), below: []).reversed() { remove(Self.cString(path, entry.name)) }
    rmdir(path)
  }

  /// The absolute path of something inside.
  public func path(_ name: String) -> String { path + "/" + name }

  /// Writes a file; folders in its name are made.
  public func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o644) {
    write(bytes, to: Array(name.utf8), mode: mode)
  }

  /// Writes a file whose name may be any bytes.
  public func write(_ bytes: [UInt8], to name: [UInt8], mode: mode_t = 0o644) {
    if let slash = name.lastIndex(of: UInt8(ascii: "/")) { makeFolder(String(decoding: name[..<slash], as: UTF8.self)) }
    let descriptor = open(Self.cString(path, name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    precondition(descriptor >= 0, "a test's file cannot be written: \(String(cString: strerror(errno)))")
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress!, $0.count) }
      precondition(count > 0, "a test's file cannot be written")
      rest = rest.dropFirst(count)
    }
    fchmod(descriptor, mode)
  }

  public func makeFolder(_ name: String) {
    try? FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  /// Makes a symbolic link that holds `target` as it stands.
  public func link(_ name: String, to target: String) { precondition(symlink(target, path(name)) == 0) }

  /// Gives the file `existing` a second name.
  public func hardLink(_ name: String, to existing: String) {
    precondition(Foundation.link(path(existing), path(name)) == 0)
  }

  public func makeFIFO(_ name: String) { precondition(mkfifo(path(name), 0o600) == 0) }

  /// The content of a file, links followed; `nil` where there is none.
  public func read(_ name: String) -> [UInt8]? { read(Array(name.utf8)) }

  public func read(_ name: [UInt8]) -> [UInt8]? {
    guard let file = fopen(Self.cString(path, name), "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&block, 1, block.count, file), count > 0 { bytes += block.prefix(count) }
    return bytes
  }

  public func exists(_ name: String) -> Bool { status(name) != nil }

  /// The permission bits, links not followed.
  public func mode(_ name: String) -> mode_t? { status(name).map { $0.st_mode & 0o7777 } }

  public func isLink(_ name: String) -> Bool { status(name).map { $0.st_mode & S_IFMT == S_IFLNK } ?? false }

  private func status(_ name: String) -> stat? {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status : nil
  }

  /// Every file below, hidden ones too, by the path from here, sorted; folders are left out.
  public func files(in folder: String = "") -> [String] {
    fileBytes(in: folder).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same with names as they are.
  public func fileBytes(in folder: String = "") -> [[UInt8]] {
    Self.walk(Array(path(folder).utf8), below: []).filter { !$0.isFolder }.map(\.name)
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  private typealias Entry = (name: [UInt8], isFolder: Bool)

  /// Everything below, a folder before what it holds; names by the path from the first folder.
  private static func walk(_ folder: [UInt8], below relative: [UInt8]) -> [Entry] {
    guard let stream = opendir((folder + [0]).map { CChar(bitPattern: $0) }) else { return [] }
    defer { closedir(stream) }
    var found: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if name == Array(".".utf8) || name == Array("..".utf8) { continue }
      let whole = relative.isEmpty ? name : relative + [UInt8(ascii: "/")] + name
      let isFolder = entry.pointee.d_type == UInt8(DT_DIR)
      found.append((whole, isFolder))
      if isFolder { found += walk(folder + [UInt8(ascii: "/")] + name, below: whole) }
    }
    return found
  }

  private static func cString(_ folder: String, _ name: [UInt8]) -> [CChar] {
    (Array(folder.utf8) + [UInt8(ascii: "/")] + name + [0]).map { CChar(bitPattern: $0) }
  }
}
