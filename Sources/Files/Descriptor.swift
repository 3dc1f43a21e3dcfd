import Platform
import Synchronization

/// An open file, closed with this object at the latest.
public final class Descriptor: Sendable {
  public let number: Int32
  /// What messages call it.
  public let path: FilePath
  private let isClosed = Atomic(false)

  /// Takes over a descriptor.
  public init(_ number: Int32, _ path: FilePath) {
    self.number = number
    self.path = path
  }

  deinit { if !isClosed.load(ordering: .relaxed) { _ = Platform.close(number) } }

  /// Opens without waiting: a pipe of that name must not hold up the program.
  ///
  /// - Throws: `FileError` with the system's reason.
  public static func opening(_ path: FilePath, _ flags: Int32 = O_RDONLY) throws(FileError) -> Descriptor {
    try Descriptor.opening(path, in: AT_FDCWD, flags, named: path)
  }

  static func opening(
    _ path: FilePath, in folder: Int32, _ flags: Int32, mode: UInt32 = 0, named: FilePath
  ) throws(FileError) -> Descriptor {
    let number = path.withCString { openat(folder, $0, flags | O_CLOEXEC | O_NONBLOCK, mode_t(mode)) }
    // A socket, or a pipe that nobody reads.
    guard number >= 0 else { throw FileError(flags & O_ACCMODE == O_RDONLY ? "read" : "write", named, errno) }
    return Descriptor(number, named)
  }

  /// A regular file, opened for reading.
  ///
  /// - Throws: `FileError`, also for folders, pipes, sockets and devices, which are opened without waiting.
  public static func file(_ path: FilePath) throws(FileError) -> (descriptor: Descriptor, status: FileStatus) {
    let descriptor = try opening(path)
    return (descriptor, try descriptor.regularStatus())
  }

  /// Its status, where it is a regular file.
  ///
  /// - Throws: `FileError`, also for what is not one.
  public func regularStatus() throws(FileError) -> FileStatus {
    let status = try status()
    guard status.kind == .regular else { throw FileError.notAFile("read", path, status.kind) }
    return status
  }

  /// - Throws: `FileError`.
  public func status() throws(FileError) -> FileStatus {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw FileError("look at", path, errno) }
    return FileStatus(status)
  }

  /// Closes it, so that what could not be written is known: some file systems tell it only now.
  ///
  /// - Throws: `FileError`; it is closed then too.
  public func close() throws(FileError) {
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    // Interrupted, it is closed all the same.
    guard Platform.close(number) == 0 || errno == EINTR else { throw FileError("write", path, errno) }
  }

  /// Has everything written to the disk.
  ///
  /// - Throws: `FileError`.
  public func flush() throws(FileError) {
    guard fsync(number) == 0 else { throw FileError("write", path, errno) }
  }

  // MARK: Bytes

  /// Up to `buffer.count` bytes from where the last read ended; 0 at the end.
  ///
  /// - Throws: `FileError`.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    while true {
      let count = Platform.read(number, buffer.baseAddress!, buffer.count)
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntil(POLLIN)
      default: throw FileError("read", path, errno)
      }
    }
  }

  /// The first bytes, at most `count`; where the last read ended does not matter and stays.
  ///
  /// - Throws: `FileError`.
  public func head(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    while true {
      let got = bytes.withUnsafeMutableBytes { pread(number, $0.baseAddress!, count, 0) }
      if got >= 0 { return Array(bytes.prefix(got)) }
      if errno != EINTR { throw FileError("read", path, errno) }
    }
  }

  /// Everything up to the end, of files and of pipes.
  ///
  /// - Throws: `FileError`, with the code `EFBIG` where there is more than `limit` bytes.
  public func readAll(limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    if let status = try? status(), status.kind == .regular {  // what cannot be looked at can still be read
      guard status.byteCount <= limit else { throw FileError.tooLarge(path, status.byteCount, limit: limit) }
      bytes.reserveCapacity(status.byteCount)
    }
    let failure = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 8) { block -> FileError? in
      do throws(FileError) {
        while true {
          let count = try read(into: block)
          if count == 0 { return nil }
          guard bytes.count + count <= limit else { throw FileError.tooLarge(path, nil, limit: limit) }
          bytes += block[..<count]
        }
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes, however many calls that takes.
  ///
  /// - Throws: `FileError`, such as for a full disk.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = Platform.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress!, rest.count)
      if written >= 0 {
        rest = rest.dropFirst(written)
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitUntil(POLLOUT)
      default: throw FileError("write", path, errno)
      }
    }
  }

  /// - Throws: As above.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    let failure = bytes.withUnsafeBytes { buffer -> FileError? in
      do throws(FileError) { try write(buffer) } catch { return error }
      return nil
    }
    if let failure { throw failure }
  }

  /// Cuts the file off, or fills it with zeros.
  ///
  /// - Throws: `FileError`.
  public func resize(to byteCount: Int) throws(FileError) {
    guard ftruncate(number, off_t(byteCount)) == 0 else { throw FileError("write", path, errno) }
  }

  private func waitUntil(_ event: Int32) {
    var wait = pollfd(fd: number, events: Int16(event), revents: 0)
    _ = poll(&wait, 1, -1)
  }
}

extension Descriptor {
  /// A standard stream of the process, which stays open.
  public static let standardInput = standard(STDIN_FILENO, "standard input")
  public static let standardOutput = standard(STDOUT_FILENO, "standard output")
  public static let standardError = standard(STDERR_FILENO, "standard error")

  private static func standard(_ number: Int32, _ name: FilePath) -> Descriptor {
    let descriptor = Descriptor(number, name)
    descriptor.isClosed.store(true, ordering: .relaxed)
    return descriptor
  }
}

/// All bytes of a file that is small by its nature: settings, baselines, records.
///
/// - Throws: `FileError`, also for folders, pipes and devices, and for more than `limit` bytes.
public func wholeFile(_ path: FilePath, limit: Int = 64 << 20) throws(FileError) -> [UInt8] {
  try Descriptor.file(path).descriptor.readAll(limit: limit)
}
