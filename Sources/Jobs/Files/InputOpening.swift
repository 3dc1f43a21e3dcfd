import Codecs
import Glibc

/// The most that is taken from standard input or a pipe, whose length nobody knows beforehand.
let maximumPipeBytes = 1 << 30

/// Opens an input for reading: files are read as they are needed, pipes at once.
///
/// - Throws: `FileError` with the system's reason.
package func openInput(_ input: InputFile) throws -> ByteInput {
  switch input.source {
  case .standardInput: return ByteInput(bytes: try readPipe(STDIN_FILENO, FilePath("standard input")))
  case .file(let path):
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw FileError("read", path, errno) }
    if input.status?.kind == .regular { return try ByteInput(descriptor: descriptor) }
    defer { close(descriptor) }
    return ByteInput(bytes: try readPipe(descriptor, path))
  }
}

/// Everything up to the end.
///
/// - Throws: `FileError`, with the code `EFBIG` where there is more than `limit` bytes.
func readPipe(_ descriptor: Int32, _ path: FilePath, limit: Int = maximumPipeBytes) throws(FileError) -> [UInt8] {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while bytes.count <= limit {
    let count = block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress!, $0.count) }
    if count == 0 { return bytes }
    if count < 0 {
      if errno == EINTR { continue }
      throw FileError("read", path, errno)
    }
    bytes += block.prefix(count)
  }
  throw FileError("read", path, EFBIG)
}
