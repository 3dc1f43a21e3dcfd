import Glibc

/// What is in a folder.
package struct FolderEntry {
  package enum Kind { case regular, folder, link, other }

  package var name: [UInt8]
  package var kind: Kind

  /// Everything in a folder but "." and "..", in the file system's order; empty for one that cannot be read.
  ///
  /// - Complexity: No look at each file where the file system tells the kinds along with the names, as most do.
  package static func list(_ folder: WatchPath) -> [FolderEntry] {
    guard let stream = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
        }
      }
      if name == [WatchPath.dot] || name == [WatchPath.dot, WatchPath.dot] { continue }
      let kind: Kind =
        switch Int(entry.pointee.d_type) {
        case Int(DT_REG): .regular
        case Int(DT_DIR): .folder
        case Int(DT_LNK): .link
        case Int(DT_UNKNOWN): stat.at(folder.appending(name), followingLinks: false).map(Kind.init) ?? .other
        default: .other
        }
      entries.append(FolderEntry(name: name, kind: kind))
    }
    return entries
  }
}

extension FolderEntry.Kind {
  package init(_ status: stat) {
    self = status.isRegular ? .regular : status.isFolder ? .folder : status.isLink ? .link : .other
  }
}
