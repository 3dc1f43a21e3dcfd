import Files
import Platform

/// What tells whether a file's content changed, without keeping it.
///
///     let now = try FileFingerprint(of: path, hashing: true)
///     if last?.hasSameContent(as: now) ?? false { return }    // touched, or rewritten as it was
///     last = now
public struct FileFingerprint: Sendable, Hashable {
  public var identity: FileStatus.Identity
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
  public init(of path: FilePath, hashing: Bool = false) throws(WatchError) {
    do throws(FileError) {
      guard hashing else {
        self.init(try FileStatus(of: path))
        return
      }
      let descriptor = try Descriptor.opening(path)
      let status = try descriptor.status()
      self.init(status)
      if status.kind == .regular { contentHash = try FileFingerprint.hash(descriptor) }
    } catch {
      throw .unreadable(path, error.code)
    }
  }

  package init(_ status: FileStatus) {
    identity = status.identity
    byteCount = status.byteCount
    modifiedNanoseconds = FileFingerprint.nanoseconds(status.times.modification)
    changedNanoseconds = FileFingerprint.nanoseconds(status.changed)
    mode = status.mode
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

  private static func hash(_ descriptor: Descriptor) throws(FileError) -> UInt64 {
    var hash = XXH64()
    let failure = withUnsafeTemporaryAllocation(byteCount: blockBytes, alignment: 8) { block -> FileError? in
      do throws(FileError) {
        while true {
          let count = try descriptor.read(into: block)
          if count == 0 { return nil }
          hash.add(UnsafeRawBufferPointer(rebasing: block[..<count]))
        }
      } catch {
        return error
      }
    }
    if let failure { throw failure }
    return hash.value
  }
}
