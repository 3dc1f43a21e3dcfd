import CFiles
import Platform

extension FilePath {
  /// The number that statfs(2) gives for the kind of file system that a path is on (linux/magic.h); `nil` where nobody can
  /// tell.
  package var fileSystemMagic: UInt32? {
    #if os(Linux)
      var status = statfs()
      guard withCString({ statfs($0, &status) }) == 0 else { return nil }
      return UInt32(truncatingIfNeeded: status.f_type)
    #else
      return nil
    #endif
  }
}

/// What the system says about a file.
public struct FileStatus: Sendable, Equatable {
  public enum Kind: Sendable, CustomStringConvertible {
    case regular, folder, link, pipe, socket, device

    public var description: String {
      switch self {
      case .regular: "a file"
      case .folder: "a folder"
      case .link: "a link"
      case .pipe: "a pipe"
      case .socket: "a socket"
      case .device: "a device"
      }
    }
  }

  /// A file's identity, the same under all its names.
  public struct Identity: Sendable, Hashable {
    public var device: UInt64
    public var inode: UInt64

    public init(device: UInt64, inode: UInt64) {
      self.device = device
      self.inode = inode
    }
  }

  public var kind: Kind
  public var byteCount: Int
  /// The permission bits, as `chmod` takes them.
  public var mode: UInt32
  public var identity: Identity
  /// The user and the group that the file belongs to.
  package var owner: (user: UInt32, group: UInt32)
  /// Times of the last access and the last change of the content.
  package var times: (access: timespec, modification: timespec)
  /// When content or properties were last changed; no program can set it.
  package var changed: timespec

  public static func == (a: FileStatus, b: FileStatus) -> Bool {
    a.identity == b.identity && a.kind == b.kind && a.byteCount == b.byteCount && a.mode == b.mode
      && a.times.modification.tv_sec == b.times.modification.tv_sec
      && a.times.modification.tv_nsec == b.times.modification.tv_nsec
  }

  /// - Throws: `FileError` with the system's reason; `isAbsence` where nothing is there.
  public init(of path: FilePath, followingLinks: Bool = true) throws(FileError) {
    var status = stat()
    let code = path.withCString { fstatat(AT_FDCWD, $0, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) }
    guard code == 0 else { throw FileError("look at", path, errno) }
    self.init(status)
  }

  /// What is at a path; `nil` where nothing is, or a link that leads nowhere.
  ///
  /// - Throws: `FileError` for everything but absence.
  public static func ifThere(_ path: FilePath, followingLinks: Bool = true) throws(FileError) -> FileStatus? {
    do throws(FileError) { return try FileStatus(of: path, followingLinks: followingLinks) } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// Whether nothing is at a path, as opposed to something that cannot be looked at.
  public static func isAbsent(_ path: FilePath, followingLinks: Bool = true) -> Bool {
    do throws(FileError) { return try ifThere(path, followingLinks: followingLinks) == nil } catch { return false }
  }

  /// How long ago the content was changed, by the clock of this machine; negative for times to come.
  package var secondsSinceModification: Int { time(nil) - times.modification.tv_sec }

  package init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    case S_IFIFO: kind = .pipe
    case S_IFSOCK: kind = .socket
    default: kind = .device
    }
    byteCount = Int(status.st_size)
    mode = status.st_mode & 0o7777
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    owner = (status.st_uid, status.st_gid)
    times = (status.st_atim, status.st_mtim)
    changed = status.st_ctim
  }
}
