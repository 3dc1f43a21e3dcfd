import Platform

/// A small file that is read and replaced while nobody else does.
///
/// The lock is `flock` on a lock file beside it, opened anew each time, so that it holds between processes and between
/// the threads of one. The lock file exists only while somebody holds or awaits it. Symbolic links are followed: the
/// target is replaced, beside which the lock and the new content lie, so that linked dotfiles stay links.
package struct LockedFile {
  /// The file itself, links followed.
  package let path: FilePath
  private let folder: Folder
  private var name: FilePath { path.name }

  /// Settings are never that large; a mistaken path may be.
  package static let maximumBytes = 64 << 20

  /// Runs `body` while holding the lock, however long that takes to get. Missing folders are made, for the owner alone.
  ///
  /// - Throws: `FileError`, or what `body` throws.
  package static func locked<Result>(_ path: FilePath, _ body: (LockedFile) throws -> Result) throws -> Result {
    let target = try target(of: path)
    let file = LockedFile(path: target, folder: try Folder.opening(target.parent, making: true, mode: 0o700))
    let lock = try file.lock()
    defer {
      // While the lock is held: who still waits on this very file finds it gone and takes the next one.
      _ = file.lockName.withCString { unlinkat(file.folder.descriptor.number, $0, 0) }
      withExtendedLifetime(lock) {}
    }
    return try body(file)
  }

  /// The path that a chain of symbolic links ends at, whether or not something is there.
  ///
  /// - Throws: `FileError` with `ELOOP` where the chain has no end.
  private static func target(of path: FilePath) throws(FileError) -> FilePath {
    var current = path
    for _ in 0..<40 {
      guard let link = current.linkTarget else { return current }
      current = current.parent.appending(link)
    }
    throw FileError("follow", path, ELOOP)
  }

  private var lockName: FilePath { FilePath(bytes: [FilePath.dot] + name.bytes + Array(".lock".utf8)) }
  private var newName: FilePath { FilePath(bytes: [FilePath.dot] + name.bytes + Array(".new".utf8)) }

  private func lock() throws(FileError) -> Descriptor {
    while true {
      let number = lockName.withCString {
        openat(folder.descriptor.number, $0, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o644)
      }
      guard number >= 0 else { throw FileError("write", path, errno) }
      let lock = Descriptor(number, path)
      try FileLock.take(lock)
      // The file may have lost its name to the one who held the lock before.
      if let named = try folder.statusIfThere(of: lockName), named.identity == (try lock.status()).identity {
        return lock
      }
    }
  }

  /// The whole content of a file, `nil` where there is none.
  ///
  /// - Throws: `FileError`, also for folders, pipes, and for more than `maximumBytes`.
  package static func read(_ path: FilePath) throws(FileError) -> [UInt8]? {
    do throws(FileError) { return try wholeFile(path, limit: maximumBytes) } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  package func read() throws(FileError) -> [UInt8]? { try LockedFile.read(path) }

  /// Replaces the content, whole or not at all, flushed to the disk.
  ///
  /// Another hard link of the file keeps the old content.
  ///
  /// - Parameters:
  ///   - permissions: The permission bits of a new file; an existing one keeps its own, and its owner.
  ///   - settingAside: Whether the old content is kept as `NAME.damaged-1`, or the next free number.
  /// - Throws: `FileError`; the old file is untouched then.
  package func replace(with bytes: [UInt8], permissions: UInt32, settingAside: Bool = false) throws(FileError) {
    var attributes = FileAttributes(mode: permissions)
    if let old = try folder.statusIfThere(of: name) { (attributes.mode, attributes.owner) = (old.mode, old.owner) }
    // Under the lock nobody else uses this name: one that is there was left by a process that was killed.
    try folder.remove(newName)
    let number = newName.withCString {
      openat(folder.descriptor.number, $0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard number >= 0 else { throw FileError("write", path, errno) }
    let new = Descriptor(number, path)
    do throws(FileError) {
      try new.write(bytes)
      try attributes.apply(to: new)
      try new.flush()
      try new.close()
      if settingAside { try setAside() }
      try folder.rename(newName, to: name)
    } catch {
      _ = newName.withCString { unlinkat(folder.descriptor.number, $0, 0) }
      throw error
    }
    try folder.flush()
  }

  /// A second name for the old content, so that there is no moment without a file.
  private func setAside() throws(FileError) {
    let folder = self.folder.descriptor.number
    for number in 1... {
      let aside = FilePath(bytes: name.bytes + Array(".damaged-\(number)".utf8))
      let code: Int32 = name.withCString { from in
        aside.withCString { to in linkat(folder, from, folder, to, 0) == 0 ? 0 : errno }
      }
      switch code {
      case 0, ENOENT: return
      case EEXIST: continue
      case EPERM, EOPNOTSUPP, EMLINK, ENOSYS:
        // A file system without hard links.
        if try self.folder.statusIfThere(of: aside) != nil { continue }
        return try self.folder.rename(name, to: aside)
      default: throw FileError("set aside", path, code)
      }
    }
  }
}
