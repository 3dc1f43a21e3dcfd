import Glibc

/// What tells whether a file's content changed, without keeping it.
///
///     let now = try FileFingerprint(of: path, hashing: true)
///     if last?.hasSameContent(as: now) ?? false { return }    // touched, or rewritten as it was
///     last = now
public struct FileFingerprint: Sendable, Hashable {
  public var identity: FileIdentity
  public var byteCount: Int
  /// When the content was last changed, as the file system has it; anybody may set it back. Nanoseconds since 1970.
  public var modifiedNanoseconds: Int64
  /// When content or properties were last changed; no program can set it. Nanoseconds since 1970.
  public var changedNanoseconds: Int64
  /// The permission bits: a file that became readable is worth another look.
  public var mode: UInt32
  /// XXH64 of the content, where asked for.
  public var contentHash: UInt64?

  /// - Parameters:
  ///   - path: Links are followed.
  ///   - hashing: Whether the content is read, in blocks; pipes and devices never are.
  /// - Throws: `WatchError.unreadable` with the system's code, such as `ENOENT`.
  public init(of path: WatchPath, hashing: Bool = false) throws(WatchError) {
    // Without waiting: a pipe of that name must not hold up the program.
    guard hashing else {
      guard let status = stat.at(path) else { throw .unreadable(path, errno) }
      self.init(status)
      return
    }
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .unreadable(path, errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path, errno) }
    self.init(status)
    guard status.isRegular else { return }
    contentHash = try FileFingerprint.hash(descriptor, path)
  }

  package init(_ status: stat) {
    identity = FileIdentity(status)
    byteCount = Int(status.st_size)
    modifiedNanoseconds = FileFingerprint.nanoseconds(status.st_mtim)
    changedNanoseconds = FileFingerprint.nanoseconds(status.st_ctim)
    mode = status.st_mode & 0o7777
  }

  /// Whether both are of the same content: by the hashes where both have one, else by size, times and identity, which
  /// can be fooled by a rewrite within one tick of the file system's clock.
  public func hasSameContent(as other: FileFingerprint) -> Bool {
    if byteCount != other.byteCount { return false }
    if let contentHash, let otherHash = other.contentHash { return contentHash == otherHash }
    return isSameState(as: other)
  }

  /// Whether nothing at all that a look can see has changed; the content is not compared.
  public func isSameState(as other: FileFingerprint) -> Bool {
    identity == other.identity && byteCount == other.byteCount && mode == other.mode
      && modifiedNanoseconds == other.modifiedNanoseconds && changedNanoseconds == other.changedNanoseconds
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  private static let blockBytes = 1 << 18

  private static func hash(_ descriptor: Int32, _ path: WatchPath) throws(WatchError) -> UInt64 {
    var hash = ContentHash()
    let code = withUnsafeTemporaryAllocation(byteCount: blockBytes, alignment: 8) { block -> Int32 in
      while true {
        let count = read(descriptor, block.baseAddress!, block.count)
        if count == 0 { return 0 }
        if count < 0 {
          if errno == EINTR { continue }
          return errno
        }
        hash.add(UnsafeRawBufferPointer(rebasing: block[..<count]))
      }
    }
    guard code == 0 else { throw .unreadable(path, code) }
    return hash.value
  }
}
