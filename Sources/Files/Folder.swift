import CFiles
import Platform
import Synchronization

/// A folder that was opened once. What lies below it is reached from its descriptor and never by name again, so that nobody
/// can lead a later step elsewhere by exchanging a folder on the way for a link.
///
/// Paths given to its methods are relative. Those with several parts are walked without passing through a link, unless
/// `links` says otherwise; ".." never leads on.
public final class Folder: Sendable {
  /// What links below the folder are to its methods.
  public enum Links: Sendable {
    /// A link where a folder is wanted is an error that names it.
    case refused
    /// They lead where they lead, also out of the folder.
    case followed
  }

  /// How a walk is kept beneath the folder. Both give the same answers.
  package enum Walk: Sendable {
    /// By one call of the kernel, openat2(2).
    case kernel
    /// A folder at a time, none of them through a link: where the kernel is too old, or a sandbox refuses the call.
    case steps
  }

  /// As it was named, for messages.
  public let path: FilePath
  public let links: Links
  package let descriptor: Descriptor
  package let walk: Walk

  package init(_ descriptor: Descriptor, _ path: FilePath, links: Links, walk: Walk) {
    self.descriptor = descriptor
    self.path = path
    self.links = links
    self.walk = walk
  }

  private static let flags = O_RDONLY | O_DIRECTORY

  /// Opens a folder by the name that a person gave it, through whatever links are in it.
  ///
  /// - Parameters:
  ///   - making: Whether it is made where it is missing, with those above it.
  ///   - mode: The permission bits of folders that are made, before the process's mask.
  /// - Throws: `FileError`.
  public static func opening(
    _ path: FilePath, making: Bool = false, mode: UInt32 = 0o777, links: Links = .refused
  ) throws(FileError) -> Folder {
    try opening(path, making: making, mode: mode, links: links, walk: defaultWalk)
  }

  package static func opening(
    _ path: FilePath, making: Bool, mode: UInt32 = 0o777, links: Links, walk: Walk
  ) throws(FileError) -> Folder {
    if making { try Folder.make(path, mode) }
    var number = path.withCString { openat(AT_FDCWD, $0, flags | O_CLOEXEC) }
    // One that may not be listed can still be written to, or passed through.
    if number < 0, errno == EACCES {
      number = path.withCString { openat(AT_FDCWD, $0, cfiles_passing_flags | O_CLOEXEC) }
    }
    guard number >= 0 else { throw FileError("open the folder", path, errno) }
    return Folder(Descriptor(number, path), path, links: links, walk: walk)
  }

  /// A folder by a path in which no link may be, such as one that was resolved: exchanged for a link meanwhile, it is not
  /// opened.
  ///
  /// - Throws: `FileError`.
  package static func opening(resolved path: FilePath) throws(FileError) -> Folder {
    let root = try opening("/")
    let below = FilePath(bytes: Array(path.bytes.drop { $0 == FilePath.slash }))
    return below.bytes.isEmpty ? root : try root.folder(below)
  }

  /// Makes a folder and those above it by name; one that exists is fine.
  private static func make(_ path: FilePath, _ mode: UInt32) throws(FileError) {
    if path.withCString({ mkdir($0, mode_t(mode)) }) == 0 { return }
    switch errno {
    case EEXIST: return  // opening it tells whether it is one
    case ENOENT where path.parent != path:
      try make(path.parent, mode)
      guard path.withCString({ mkdir($0, mode_t(mode)) }) == 0 || errno == EEXIST else {
        throw FileError("make the folder", path, errno)
      }
    case let code: throw FileError("make the folder", path, code)
    }
  }

  // MARK: Below it

  /// Opens a folder below this one.
  ///
  /// - Parameter making: Whether it and those on the way are made where they are missing.
  /// - Throws: `FileError`, which names a link that is in the way.
  public func folder(_ relative: FilePath, making: Bool = false) throws(FileError) -> Folder {
    if relative.components.allSatisfy({ $0 == [FilePath.dot] }) { return self }
    do throws(FileError) { return try existing(relative) } catch {
      guard making, error.isAbsence else { throw error }
    }
    var folder = self
    for name in relative.components where name != [FilePath.dot] {
      let step = FilePath(bytes: name)
      if step.withCString({ mkdirat(folder.descriptor.number, $0, 0o777) }) != 0, errno != EEXIST {
        throw FileError("make the folder", folder.path.appending(name), errno)
      }
      folder = try folder.existing(step)
    }
    return folder
  }

  private func existing(_ relative: FilePath) throws(FileError) -> Folder {
    let opened: Descriptor
    do throws(FileError) { opened = try open(relative, Folder.flags) } catch {
      guard error.code == EACCES else { throw error }
      opened = try open(relative, cfiles_passing_flags)  // not to be listed, as above
    }
    return Folder(opened, path.appending(relative), links: links, walk: walk)
  }

  /// The folder that a path's last part lies in, and that part.
  ///
  /// - Throws: As `folder` does.
  public func place(of relative: FilePath, making: Bool = false) throws(FileError) -> (folder: Folder, name: FilePath) {
    (try folder(relative.parent, making: making), relative.name)
  }

  /// Opens something below this folder without waiting.
  ///
  /// - Parameters:
  ///   - flags: Of open(2).
  ///   - mode: The permission bits of what `O_CREAT` makes.
  /// - Throws: `FileError`, which names a link that is in the way.
  package func open(_ relative: FilePath, _ flags: Int32, mode: UInt32 = 0) throws(FileError) -> Descriptor {
    let named = path.appending(relative)
    if links == .followed {
      return try Descriptor.opening(relative, in: descriptor.number, flags, mode: mode, named: named)
    }
    // The kernel lets ".." lead back, as long as that stays beneath.
    if walk == .kernel, !relative.components.contains([FilePath.dot, FilePath.dot]) {
      // A folder that is only passed through takes no other flags.
      let waiting = flags == cfiles_passing_flags ? 0 : O_NONBLOCK
      let number = relative.withCString {
        cfiles_open_beneath(descriptor.number, $0, flags | O_CLOEXEC | waiting, mode_t(mode))
      }
      if number >= 0 { return Descriptor(number, named) }
      switch errno {
      case ELOOP, ENOTDIR, EXDEV: break  // the walk by steps finds out which part it is
      case ENOSYS, EPERM, EAGAIN: break  // no such call, a sandbox that refuses it, or folders that never come to rest
      case let code: throw FileError(Folder.action(flags), named, code)
      }
    }
    return try openBySteps(relative, flags, mode)
  }

  private func openBySteps(_ relative: FilePath, _ flags: Int32, _ mode: UInt32) throws(FileError) -> Descriptor {
    let names = relative.components.filter { $0 != [FilePath.dot] }
    let named = path.appending(relative)
    guard let last = names.last, !relative.isAbsolute, !names.contains([FilePath.dot, FilePath.dot]) else {
      throw FileError(Folder.action(flags), named, EXDEV, because: "it does not lie below \(path)")
    }
    var folder = descriptor
    var way = path
    do throws(FileError) {
      for name in names.dropLast() {
        way = way.appending(name)
        folder = try Folder.step(
          FilePath(bytes: name), in: folder, cfiles_passing_flags, 0, named: way, Folder.action(flags))
      }
      return try Folder.step(
        FilePath(bytes: last), in: folder, flags, mode, named: way.appending(last), Folder.action(flags))
    } catch {
      // What is not there is told by the name that was asked for, as the kernel's walk does.
      throw error.isAbsence ? FileError(error.action, named, error.code) : error
    }
  }

  private static func step(
    _ name: FilePath, in folder: Descriptor, _ flags: Int32, _ mode: UInt32, named: FilePath, _ action: String
  ) throws(FileError) -> Descriptor {
    var code: Int32 = 0
    // Where somebody exchanges it all the time, what is looked at may not be what was not opened.
    for _ in 0..<64 {
      let number = name.withCString {
        openat(folder.number, $0, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, mode_t(mode))
      }
      if number >= 0 { return Descriptor(number, named) }
      code = errno
      // A link gives ENOTDIR where a folder was asked for, ELOOP elsewhere.
      guard code == ENOTDIR || code == ELOOP else { break }
      var status = stat()
      guard name.withCString({ fstatat(folder.number, $0, &status, AT_SYMLINK_NOFOLLOW) }) == 0 else { break }
      let kind = FileStatus(status).kind
      if kind == .link { throw FileError.linkedFolder(action, named) }
      guard kind == .folder else { break }
    }
    throw FileError(action, named, code)
  }

  private static func action(_ flags: Int32) -> String {
    if flags & O_DIRECTORY != 0 { return "open the folder" }
    return flags & O_ACCMODE == O_RDONLY ? "read" : "write"
  }

  /// openat2(2) unless it is known to be missing or refused here.
  package static let defaultWalk: Walk = {
    let number = cfiles_open_beneath(AT_FDCWD, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0)
    guard number >= 0 else { return errno == ENOSYS || errno == EPERM ? .steps : .kernel }
    close(number)
    return .kernel
  }()

  // MARK: Names in it

  /// What is under a name right in this folder.
  ///
  /// - Throws: `FileError`; `isAbsence` where nothing is there.
  public func status(of name: FilePath, followingLinks: Bool = false) throws(FileError) -> FileStatus {
    var status = stat()
    let flags = followingLinks ? 0 : AT_SYMLINK_NOFOLLOW
    guard name.withCString({ fstatat(descriptor.number, $0, &status, flags) }) == 0 else {
      throw FileError("look at", path.appending(name), errno)
    }
    return FileStatus(status)
  }

  /// The same, `nil` where nothing is there.
  ///
  /// - Throws: `FileError` for everything but absence.
  public func statusIfThere(of name: FilePath, followingLinks: Bool = false) throws(FileError) -> FileStatus? {
    do throws(FileError) { return try status(of: name, followingLinks: followingLinks) } catch {
      if error.isAbsence { return nil }
      throw error
    }
  }

  /// Opens a file right in this folder for reading, through a link if the name is one.
  ///
  /// - Throws: `FileError`.
  public func openingFile(_ name: FilePath) throws(FileError) -> Descriptor {
    try Descriptor.opening(name, in: descriptor.number, O_RDONLY, named: path.appending(name))
  }

  /// Opens a file right in this folder for reading and for writing after its end; made where it is missing.
  ///
  /// - Throws: `FileError`, also for what is not a file.
  public func openingToAppend(_ name: FilePath, mode: UInt32 = 0o644) throws(FileError) -> Descriptor {
    let file = try Descriptor.opening(
      name, in: descriptor.number, O_RDWR | O_CREAT | O_APPEND, mode: mode, named: path.appending(name))
    let status = try file.status()
    guard status.kind == .regular else { throw FileError.notAFile("write", file.path, status.kind) }
    return file
  }

  /// Takes a name out of this folder; one that is gone already is fine.
  ///
  /// - Throws: `FileError`.
  public func remove(_ name: FilePath) throws(FileError) {
    guard name.withCString({ unlinkat(descriptor.number, $0, 0) }) != 0, errno != ENOENT else { return }
    throw FileError("delete", path.appending(name), errno)
  }

  /// Gives a file in this folder another name.
  ///
  /// - Parameter replacing: Whether a file of the new name is replaced; if not, it is an error with the code `EEXIST`.
  /// - Throws: `FileError`.
  package func rename(_ old: FilePath, to new: FilePath, replacing: Bool = true) throws(FileError) {
    let number = descriptor.number
    let code: Int32 = old.withCString { from in
      new.withCString { to in
        if replacing { return renameat(number, from, number, to) == 0 ? 0 : errno }
        if cfiles_rename_to_free_name(number, from, to) == 0 { return 0 }
        guard errno == ENOSYS || errno == EINVAL else { return errno }
        // A second link fails where the name is taken, which no check beforehand could promise.
        guard linkat(number, from, number, to, 0) == 0 else { return errno }
        return unlinkat(number, from, 0) == 0 ? 0 : errno
      }
    }
    if code != 0 { throw FileError("write", path.appending(new), code) }
  }

  /// So that names outlive a power cut.
  ///
  /// - Throws: `FileError`; not for file systems that know no such thing.
  public func flush() throws(FileError) {
    guard fsync(descriptor.number) != 0 else { return }
    if [EINVAL, ENOTSUP, ENOSYS, EBADF, EROFS].contains(errno) { return }
    throw FileError("write", path, errno)
  }
}
