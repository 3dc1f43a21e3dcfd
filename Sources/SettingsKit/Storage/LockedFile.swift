#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A small file that is read and replaced while nobody else does.
///
/// The lock is `flock` on a lock file beside it, opened anew each time, so that it holds between processes and between
/// the threads of one. The lock file exists only while somebody holds or awaits it. Symbolic links are followed: the
/// target is replaced, beside which the lock and the new content lie, so that linked dotfiles stay links.
struct LockedFile {
  /// The file itself, links followed.
  let path: String
  private let folder: String
  private let name: String

  /// Settings are never that large; a mistaken path may be.
  static let maximumBytes = 64 << 20

  /// Runs `body` while holding the lock, however long that takes to get. Missing folders are made.
  ///
  /// - Throws: `StorageError`, or what `body` throws.
  static func locked<Result>(_ path: String, _ body: (LockedFile) throws -> Result) throws -> Result {
    let file = LockedFile(path: try SystemCalls.target(of: path))
    try SystemCalls.makeFolders(file.folder)
    let descriptor = try file.lock()
    defer {
      // While the lock is held: who still waits on this very file finds it gone and takes the next one.
      unlink(file.lockPath)
      close(descriptor)
    }
    return try body(file)
  }

  private init(path: String) {
    self.path = path
    folder = SystemCalls.folder(of: path)
    name = SystemCalls.name(of: path)
  }

  private var lockPath: String { "\(folder)/.\(name).lock" }
  private var newPath: String { "\(folder)/.\(name).new" }

  private func lock() throws(StorageError) -> Int32 {
    while true {
      let descriptor = open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
      guard descriptor >= 0 else { throw StorageError(.system(errno), path: path) }
      guard SystemCalls.retrying({ Int(flock(descriptor, LOCK_EX)) }) == 0 else {
        let code = errno
        close(descriptor)
        throw StorageError(.system(code), path: path, action: "lock")
      }
      var held = stat()
      var named = stat()
      if fstat(descriptor, &held) == 0, lstat(lockPath, &named) == 0, held.st_ino == named.st_ino,
        held.st_dev == named.st_dev
      {
        return descriptor
      }
      close(descriptor)
    }
  }

  /// The whole content of a file, `nil` where there is none.
  ///
  /// - Throws: `StorageError`.
  static func read(_ path: String) throws(StorageError) -> [UInt8]? {
    // Without waiting: a pipe of that name must not hold up the program.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw StorageError(.system(errno), path: path, action: "read")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw StorageError(.system(errno), path: path, action: "read") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw StorageError(.notAFile, path: path, action: "read") }
    guard status.st_size <= maximumBytes else {
      throw StorageError(.tooLarge(Int(status.st_size)), path: path, action: "read")
    }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = SystemCalls.retrying {
        block.withUnsafeMutableBytes { SystemCalls.readBytes(descriptor, $0.baseAddress!, $0.count) }
      }
      if count < 0 { throw StorageError(.system(errno), path: path, action: "read") }
      if count == 0 { return bytes }
      bytes += block.prefix(count)
    }
  }

  func read() throws(StorageError) -> [UInt8]? { try LockedFile.read(path) }

  /// Replaces the content, whole or not at all, flushed to the disk.
  ///
  /// Another hard link of the file keeps the old content.
  ///
  /// - Parameters:
  ///   - permissions: The permission bits of a new file; an existing one keeps its own.
  ///   - settingAside: Whether the old content is kept as `NAME.damaged-1`, or the next free number.
  /// - Throws: `StorageError`; the old file is untouched then.
  func replace(with bytes: [UInt8], permissions: UInt32, settingAside: Bool = false) throws(StorageError) {
    var old = stat()
    let existed = stat(path, &old) == 0
    // Under the lock nobody else uses this name: one that is there was left by a process that was killed.
    unlink(newPath)
    let descriptor = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw StorageError(.system(errno), path: path) }
    do throws(StorageError) {
      defer { close(descriptor) }
      try write(bytes, to: descriptor)
      // Best effort: an administrator's edit leaves the file its owner; nobody else may give files away.
      if existed { _ = fchown(descriptor, old.st_uid, old.st_gid) }
      let mode = existed ? old.st_mode & 0o7777 : mode_t(permissions)
      guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else {
        throw StorageError(.system(errno), path: path)
      }
      if settingAside { try setAside() }
      guard rename(newPath, path) == 0 else { throw StorageError(.system(errno), path: path) }
    } catch {
      unlink(newPath)
      throw error
    }
    flushFolder()
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(StorageError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = SystemCalls.retrying {
        rest.withUnsafeBytes { SystemCalls.writeBytes(descriptor, $0.baseAddress!, $0.count) }
      }
      guard count >= 0 else { throw StorageError(.system(errno), path: path) }
      rest = rest.dropFirst(count)
    }
  }

  /// A second name for the old content, so that there is no moment without a file.
  private func setAside() throws(StorageError) {
    for number in 1... {
      let aside = "\(path).damaged-\(number)"
      if link(path, aside) == 0 { return }
      switch errno {
      case EEXIST: continue
      case ENOENT: return
      case EPERM, EOPNOTSUPP, EMLINK, ENOSYS:
        // A file system without hard links.
        if SystemCalls.exists(aside) { continue }
        guard rename(path, aside) == 0 else { throw StorageError(.system(errno), path: path, action: "set aside") }
        return
      case let code: throw StorageError(.system(code), path: path, action: "set aside")
      }
    }
  }

  /// So that the new name outlives a power cut. The file is in place already: a folder that cannot be flushed, as on
  /// some network file systems, is no failure of the change.
  private func flushFolder() {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }
}
