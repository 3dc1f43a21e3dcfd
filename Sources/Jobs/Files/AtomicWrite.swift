import Glibc

/// Writes a file so that its name only ever shows the old content or the whole new one.
///
/// The bytes go to a temporary file in the same folder, are flushed to the disk, and take the final name by rename.
/// A symbolic link of that name is replaced, never written through; another hard link keeps the old content.
///
/// - Parameters:
///   - mode: The permission bits of the new file.
///   - times: The times of access and modification to give it; `nil` is now.
///   - owner: The user and group to give it, where the process may; `nil` is the process's own.
///   - replacing: Whether a file of that name may be replaced; if not, it is a `FileError` with the code `EEXIST`.
///   - write: Called with the descriptor of the temporary file.
/// - Throws: `FileError`, or what `write` throws; the temporary file is gone then and the old file untouched.
package func writeAtomically(
  to path: FilePath, mode: UInt32, times: (access: timespec, modification: timespec)? = nil,
  owner: (user: UInt32, group: UInt32)? = nil,
  replacing: Bool = true,
  _ write: (Int32) throws -> Void
) throws {
  let (temporary, descriptor) = try TemporaryFiles.shared.create(in: path.parent, mode: 0o600)
  do {
    defer { close(descriptor) }
    try write(descriptor)
    // Only root may give files away; for others a replaced file is their own anyway.
    if let owner { _ = fchown(descriptor, owner.user, owner.group) }
    guard fchmod(descriptor, mode_t(mode)) == 0 else { throw FileError("set the permissions of", path, errno) }
    if let times {
      guard futimens(descriptor, [times.access, times.modification]) == 0 else {
        throw FileError("set the dates of", path, errno)
      }
    }
    guard fsync(descriptor) == 0 else { throw FileError("write", path, errno) }
    // A second link fails where the name is taken, which no check beforehand could promise.
    let named = temporary.withCString { from in
      path.withCString { to in replacing ? rename(from, to) : link(from, to) }
    }
    guard named == 0 else { throw FileError("write", path, errno) }
    if replacing { TemporaryFiles.shared.forget(temporary) } else { TemporaryFiles.shared.discard(temporary) }
  } catch {
    TemporaryFiles.shared.discard(temporary)
    throw error
  }
}

/// Writes all bytes, however many calls that takes.
///
/// - Throws: `FileError` naming `path`, such as for a full disk.
package func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: FilePath) throws(FileError) {
  var rest = bytes[...]
  while !rest.isEmpty {
    let written = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress!, rest.count)
    if written < 0 {
      if errno == EINTR { continue }
      throw FileError("write", path, errno)
    }
    rest = rest.dropFirst(written)
  }
}

/// The permission bits of a file that nothing else decides, by the process's mask.
///
/// To be called before other threads make files: the only way to read the mask is to set it.
func defaultFileMode() -> UInt32 {
  let mask = umask(0)
  umask(mask)
  return 0o666 & ~UInt32(mask)
}
