import Glibc

/// The names in a folder, sorted by their bytes so that a run does not depend on the file system's order.
///
/// - Throws: `FileError` when the folder cannot be read.
func folderListing(_ folder: FilePath) throws(FileError) -> [FilePath] {
  guard let stream = folder.withCString({ opendir($0) }) else { throw FileError("read the folder", folder, errno) }
  defer { closedir(stream) }
  var names: [[UInt8]] = []
  while true {
    errno = 0
    guard let entry = readdir(stream) else {
      if errno != 0 { throw FileError("read the folder", folder, errno) }
      break
    }
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: UInt8.self, capacity: 256) { pointer in
        Array(
          UnsafeBufferPointer(
            start: pointer, count: strlen(UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))))
      }
    }
    if name != [UInt8(ascii: ".")], name != [UInt8(ascii: "."), UInt8(ascii: ".")] { names.append(name) }
  }
  return names.sorted { $0.lexicographicallyPrecedes($1) }.map(FilePath.init(bytes:))
}

/// Makes a folder and those above it; one that exists is fine.
///
/// - Throws: `FileError` when one of them cannot be made.
package func makeFolders(_ folder: FilePath) throws(FileError) {
  if folder.withCString({ mkdir($0, 0o777) }) == 0 { return }
  switch errno {
  case EEXIST:
    // A file of that name is the caller's mistake, a folder is what was wanted.
    if try FileStatus(of: folder).kind != .folder { throw FileError("make the folder", folder, ENOTDIR) }
  case ENOENT where folder.parent != folder:
    try makeFolders(folder.parent)
    if folder.withCString({ mkdir($0, 0o777) }) != 0, errno != EEXIST {
      throw FileError("make the folder", folder, errno)
    }
  case let code: throw FileError("make the folder", folder, code)
  }
}

/// The path with all links resolved, for a file that exists.
///
/// - Throws: `FileError` when it does not.
package func resolvedPath(_ path: FilePath) throws(FileError) -> FilePath {
  guard let resolved = path.withCString({ realpath($0, nil) }) else { throw FileError("look at", path, errno) }
  defer { free(resolved) }
  return FilePath(bytes: Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved))))
}
