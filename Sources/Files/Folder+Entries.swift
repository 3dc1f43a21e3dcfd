import Platform

/// What is in a folder.
public struct FolderEntry: Sendable {
  public var name: [UInt8]
  public var kind: FileStatus.Kind

  package init(name: [UInt8], kind: FileStatus.Kind) {
    self.name = name
    self.kind = kind
  }
}

extension Folder {
  /// Everything in this folder but "." and "..", in the file system's order.
  ///
  /// - Throws: `FileError`, also where it ends in the middle.
  /// - Complexity: No look at each file where the file system tells the kinds along with the names, as most do.
  public func entries() throws(FileError) -> [FolderEntry] {
    // A descriptor of its own: reading moves a position, and closing the stream closes it.
    let number = openat(descriptor.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { throw FileError("read the folder", path, errno) }
    guard let stream = fdopendir(number) else {
      let code = errno
      close(number)
      throw FileError("read the folder", path, code)
    }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else {
        if errno != 0 { throw FileError("read the folder", path, errno) }
        return entries
      }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if name == [FilePath.dot] || name == [FilePath.dot, FilePath.dot] { continue }
      let kind: FileStatus.Kind
      switch Int(entry.pointee.d_type) {
      case Int(DT_REG): kind = .regular
      case Int(DT_DIR): kind = .folder
      case Int(DT_LNK): kind = .link
      case Int(DT_FIFO): kind = .pipe
      case Int(DT_SOCK): kind = .socket
      case Int(DT_CHR), Int(DT_BLK): kind = .device
      default:
        // One that went meanwhile is none.
        guard let status = try statusIfThere(of: FilePath(bytes: name)) else { continue }
        kind = status.kind
      }
      entries.append(FolderEntry(name: name, kind: kind))
    }
  }

  /// The same, sorted by the names' bytes, so that a run does not depend on the file system's order.
  ///
  /// - Throws: `FileError`.
  public func sortedEntries() throws(FileError) -> [FolderEntry] {
    try entries().sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// What is in a folder by name; nothing where there is no such folder.
  ///
  /// - Throws: `FileError` for everything but absence.
  public static func entriesIfThere(_ path: FilePath) throws(FileError) -> [FolderEntry] {
    do throws(FileError) { return try opening(path).sortedEntries() } catch {
      if error.isAbsence { return [] }
      throw error
    }
  }
}
