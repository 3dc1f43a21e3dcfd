import Files
import Platform

/// What a look at everything in a plan found.
package struct PollingLook {
  private let plan: WatchPlan
  /// Hashes that may still be made at this look.
  private var hashBytesLeft: Int
  /// The time at the look, in nanoseconds since 1970, as file systems keep it.
  private let wallNanoseconds: Int64

  /// A time stamp this young may be repeated by another write: the widest tick is FAT's, 2 s.
  private static let youngNanoseconds: Int64 = 3_000_000_000
  /// Reading more at each look would cost more than it finds.
  private static let hashBytesPerLook = 64 << 20
  private static let maximumHashedBytes = 16 << 20

  package private(set) var files: [FilePath: FileFingerprint] = [:]
  /// What could not be looked at. What was known of it, or below it, still counts: nobody knows that it is gone.
  package private(set) var failures: [FileError] = []

  /// - Parameter before: What the last look found.
  package init(_ plan: WatchPlan, before: [FilePath: FileFingerprint]) {
    self.plan = plan
    hashBytesLeft = PollingLook.hashBytesPerLook
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    wallNanoseconds = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    files.reserveCapacity(before.count)
    for file in plan.files { look(file.path, before[file.path], isNamed: true) }
    for folder in plan.folders { look(in: folder, before) }
    guard !failures.isEmpty else { return }
    for (path, file) in before
    where files[path] == nil && failures.contains(where: { path == $0.path || path.isInside($0.path) }) {
      files[path] = file
    }
  }

  private mutating func look(in root: WatchedFolder, _ before: [FilePath: FileFingerprint]) {
    let excluded = plan.exclusions.identities
    var pending = [root.path]
    while let folder = pending.popLast() {
      for entry in entries(of: folder) {
        let path = folder.appending(entry.name)
        if plan.exclusions.excludesName(entry.name, path) { continue }
        switch entry.kind {
        case .folder:
          guard root.isRecursive else { continue }
          if !excluded.isEmpty, let status = try? FileStatus(of: path), excluded.contains(status.identity) { continue }
          pending.append(path)
        case .regular, .link: look(path, before[path], excluded: excluded)
        default: continue
        }
      }
    }
  }

  private mutating func entries(of folder: FilePath) -> [FolderEntry] {
    do throws(FileError) { return try Folder.opening(folder).entries() } catch {
      if !error.isAbsence { failures.append(error) }
      return []
    }
  }

  private mutating func look(
    _ path: FilePath, _ old: FileFingerprint?, isNamed: Bool = false, excluded: Set<FileStatus.Identity> = []
  ) {
    guard files[path] == nil else { return }
    let status: FileStatus
    do throws(FileError) { status = try FileStatus(of: path) } catch {
      if !error.isAbsence { failures.append(error) }
      return
    }
    guard status.kind == .regular else { return }
    var new = FileFingerprint(status)
    if excluded.contains(new.identity) { return }
    if isHashed(new, old, isNamed: isNamed), let hashed = try? FileFingerprint(of: path, hashing: true) {
      hashBytesLeft -= hashed.byteCount
      new = hashed
    }
    files[path] = new
  }

  private func isHashed(_ new: FileFingerprint, _ old: FileFingerprint?, isNamed: Bool) -> Bool {
    guard new.byteCount <= min(PollingLook.maximumHashedBytes, hashBytesLeft) else { return false }
    // Settings are small, and the clocks of network file systems are not to be trusted.
    if isNamed { return true }
    let isYoung = abs(wallNanoseconds - new.modifiedNanoseconds) < PollingLook.youngNanoseconds
    // Young once more: the last hash has been seen to hold until the time stamp was old enough to be relied on.
    return isYoung || (old?.contentHash != nil && old.map { !$0.isSameState(as: new) } ?? false)
  }
}

extension FileFingerprint {
  /// Whether a look must be told of: the state differs, or the same state hides another content.
  package func differs(from old: FileFingerprint) -> Bool {
    if let contentHash, let oldHash = old.contentHash, mode == old.mode { return contentHash != oldHash }
    return !isSameState(as: old)
  }
}
