import CFiles
import Platform

/// Whether some program holds a file open for writing.
///
/// The system knows, and tells who asks for a read lease (fcntl(2), `F_SETLEASE`): one is given only where there is no
/// writer.
///
/// - Returns: Also `false` where nobody can tell: for files of others, and on network file systems.
package func isOpenForWriting(_ path: FilePath) -> Bool {
  guard let descriptor = try? Descriptor.opening(path) else { return false }  // what cannot be opened cannot be told
  return cfiles_try_read_lease(descriptor.number) != 0 && errno == EAGAIN
}
