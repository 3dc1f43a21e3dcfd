import Codecs
import Glibc
import Jobs

/// Paths that nothing outside of may be served from.
struct ServedRoots: Sendable {
  /// Folders and files, links resolved.
  private let roots: [FilePath]

  /// What is not there, or cannot be looked at, is no root: nothing is served from it.
  init(_ named: [FilePath]) { roots = named.compactMap { try? resolvedPath($0) } }

  /// Whether a file, links resolved, is one of the roots or lies below one.
  func contains(_ resolved: FilePath) -> Bool {
    roots.contains { root in
      let prefix = root.endsInSlash ? root.bytes : root.bytes + [UInt8(ascii: "/")]
      return resolved == root || resolved.bytes.starts(with: prefix)
    }
  }

  /// Opens a file, and makes sure of what was opened: between looking and opening a link may have been exchanged.
  ///
  /// - Throws: `FileError`, also for what lies outside of the roots; `CodecError` for what is no file.
  func open(_ path: FilePath) throws -> ByteInput {
    let descriptor = path.withCString { Glibc.open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw FileError("read", path, errno) }
    do {
      // What cannot be told apart from the outside counts as outside.
      guard let opened = try? resolvedPath(FilePath("/proc/self/fd/\(descriptor)")), contains(opened) else {
        throw FileError("read", path, EACCES)
      }
      return try ByteInput(descriptor: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }
}
