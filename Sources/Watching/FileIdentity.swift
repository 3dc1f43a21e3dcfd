import Glibc

/// What makes a file the same under all its names.
public struct FileIdentity: Sendable, Hashable {
  public var device: UInt64
  public var inode: UInt64

  public init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  package init(_ status: stat) { self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino)) }
}

extension stat {
  /// What is at `path`; `nil` where nothing is, or nothing that may be looked at.
  package static func at(_ path: WatchPath, followingLinks: Bool = true) -> stat? {
    var status = stat()
    let code = path.withCString { fstatat(AT_FDCWD, $0, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) }
    return code == 0 ? status : nil
  }

  package var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  package var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
  package var isLink: Bool { st_mode & S_IFMT == S_IFLNK }
}

extension WatchExclusions {
  /// Whether something in a watched folder is passed over for its name alone.
  package func excludesName(_ name: [UInt8], _ path: WatchPath) -> Bool {
    if skipsHidden, name.first == WatchPath.dot { return true }
    return isExcluded?(path) ?? false
  }

  /// Whether it is one of the excluded paths, looked up now, since they may not have existed before.
  ///
  /// - Parameter status: `nil` for what is gone; then only the spelling can tell.
  package func excludesIdentity(_ path: WatchPath, _ status: stat?) -> Bool {
    if paths.isEmpty { return false }
    if let status {
      let identity = FileIdentity(status)
      return paths.contains { stat.at($0).map(FileIdentity.init) == identity }
    }
    let absolute = path.absolute
    return paths.contains { $0.absolute == absolute }
  }
}
