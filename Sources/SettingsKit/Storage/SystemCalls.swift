#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system's words and simple questions about paths.
enum SystemCalls {
  /// "no space left on device", as it stands inside a sentence.
  static func text(of code: Int32) -> String {
    let text = String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// What a person can do about it.
  static func advice(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "free some space on that disk and try again; what was stored is still there"
    case EFBIG: "raise the limit on file sizes (ulimit -f) and try again; what was stored is still there"
    case EROFS: "the file system is read-only: store the settings elsewhere"
    case EACCES, EPERM: "see who owns the folder and the file and who may write there (ls -ld)"
    case ENOTDIR, ELOOP: "a part of the path is no folder: correct the path"
    default: "what was stored is still there"
    }
  }

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// The folder that holds a path, "." for a bare name.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  static func name(of path: String) -> String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// The path that a chain of symbolic links ends at, whether or not something is there.
  ///
  /// - Throws: `StorageError` with `ELOOP` where the chain has no end.
  static func target(of path: String) throws(StorageError) -> String {
    var current = path
    for _ in 0..<40 {
      var buffer = [UInt8](repeating: 0, count: 4_096)
      let count = buffer.withUnsafeMutableBytes { readlink(current, $0.baseAddress!, $0.count) }
      guard count >= 0 else { return current }
      let link = String(decoding: buffer[..<count], as: UTF8.self)
      current = link.hasPrefix("/") ? link : folder(of: current) + "/" + link
    }
    throw StorageError(.system(ELOOP), path: path, action: "follow")
  }

  /// Makes a folder and those above it, for the owner alone; one that exists is fine.
  static func makeFolders(_ folder: String) throws(StorageError) {
    if mkdir(folder, 0o700) == 0 { return }
    switch errno {
    case EEXIST: return
    case ENOENT where folder != SystemCalls.folder(of: folder):
      try makeFolders(SystemCalls.folder(of: folder))
      if mkdir(folder, 0o700) != 0, errno != EEXIST {
        throw StorageError(.system(errno), path: folder, action: "make the folder")
      }
    case let code: throw StorageError(.system(code), path: folder, action: "make the folder")
    }
  }

  /// Calls again while a signal interrupts.
  static func retrying(_ call: () -> Int) -> Int {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

// `read` and `write` are also names of methods that would hide the system's.
extension SystemCalls {
  static func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
  }

  static func writeBytes(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, buffer, count)
  }
}
