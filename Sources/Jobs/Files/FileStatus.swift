import Codecs
import Glibc

/// What the system says about a file, links followed.
public struct FileStatus: Sendable, Equatable {
  public enum Kind: Sendable { case regular, folder, other }

  /// A file's identity, the same under all its names.
  public struct Identity: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64
  }

  public var kind: Kind
  public var byteCount: Int
  /// The permission bits, as `chmod` takes them.
  public var mode: UInt32
  public var identity: Identity
  /// The user and the group that the file belongs to.
  var owner: (user: UInt32, group: UInt32)
  /// Times of the last access and the last change of the content.
  var times: (access: timespec, modification: timespec)

  public static func == (a: FileStatus, b: FileStatus) -> Bool {
    a.identity == b.identity && a.kind == b.kind && a.byteCount == b.byteCount && a.mode == b.mode
      && a.times.modification.tv_sec == b.times.modification.tv_sec
      && a.times.modification.tv_nsec == b.times.modification.tv_nsec
  }

  /// - Throws: `FileError` with the system's reason.
  public init(of path: FilePath) throws(FileError) {
    var status = stat()
    guard path.withCString({ stat($0, &status) }) == 0 else { throw FileError("look at", path, errno) }
    self.init(status)
  }

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    byteCount = Int(status.st_size)
    mode = status.st_mode & 0o7777
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    owner = (status.st_uid, status.st_gid)
    times = (status.st_atim, status.st_mtim)
  }
}

/// A system call on a file that failed.
public struct FileError: Error, CustomStringConvertible {
  public var action: String
  public var path: FilePath
  public var code: Int32

  public init(_ action: String, _ path: FilePath, _ code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// "no such file or directory", as it stands inside a sentence.
  public var reason: String {
    let text = systemErrorText(code)
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  public var description: String { "cannot \(action) \(path): \(reason)" }
}
