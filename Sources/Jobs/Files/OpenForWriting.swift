import Glibc

/// `F_SETLEASE` and `F_SETSIG` of linux/fcntl.h, which Swift's Glibc leaves out.
private let setLease: Int32 = 1_024
private let setSignal: Int32 = 10

/// Whether some program holds a file open for writing.
///
/// The system knows, and tells who asks for a read lease (fcntl(2), `F_SETLEASE`): one is given only where there is no
/// writer. It is given back at once.
///
/// - Returns: Also `false` where nobody can tell: for files of others, and on network file systems.
func isOpenForWriting(_ path: FilePath) -> Bool {
  // Without waiting: a pipe of that name must not hold up the program.
  let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
  guard descriptor >= 0 else { return false }
  defer { close(descriptor) }
  // A writer that comes while the lease is held has the holder be signalled, by a signal that would end the process;
  // this one is ignored.
  _ = fcntl(descriptor, setSignal, SIGURG)
  guard fcntl(descriptor, setLease, Int32(F_RDLCK)) != 0 else {
    _ = fcntl(descriptor, setLease, Int32(F_UNLCK))
    return false
  }
  return errno == EAGAIN
}
