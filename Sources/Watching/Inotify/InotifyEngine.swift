import Files
import Platform
import Synchronization

/// Turns raw events into settled ones: keeps the watches, knows the folders, feeds the settler.
package final class InotifyEngine: @unchecked Sendable {  // used by one thread at a time: its maker's, then its own
  package let source: any InotifySource
  package let exclusions: WatchExclusions
  /// The files named outright, which no exclusion concerns, and which settle in their own way inside folders too.
  package let named: Set<FilePath>
  package let remoteName: @Sendable (FilePath) -> String?
  private let alarm: Alarm
  private let queue: EventQueue

  package var table: WatchTable
  package var settler = Settler()
  package var anchors: [Int: Anchor] = [:]
  package var nextAnchor = 0
  package var trees: [FolderTree] = []
  /// The time of the events in hand.
  package var now = Duration.zero
  /// Whether the first watches are being set, when the consumer has not listed yet.
  private(set) var isStarting = true

  private let wakeUps = Atomic(0)
  /// How often its thread was woken; does not move while nothing happens.
  package var wakeUpCount: Int { wakeUps.load(ordering: .relaxed) }

  /// Sets all watches, so that nothing is missed from here on.
  ///
  /// - Throws: `WatchError`.
  package init(
    _ plan: WatchPlan, source: any InotifySource, alarm: Alarm, queue: EventQueue,
    remoteName: @escaping @Sendable (FilePath) -> String?
  ) throws(WatchError) {
    self.source = source
    self.alarm = alarm
    self.queue = queue
    self.remoteName = remoteName
    exclusions = plan.exclusions
    named = Set(plan.files.map(\.path))
    table = WatchTable(source)
    for file in plan.files {
      let anchor = try addAnchor(file.path, .file(file.settling))
      settler.setExists(file.path, anchors[anchor]?.chain.identity != nil)
    }
    for folder in plan.folders {
      trees.append(FolderTree(root: folder))
      let anchor = try addAnchor(folder.path, .root(trees.count - 1))
      try enterRoot(trees.count - 1, anchors[anchor]!.chain)
    }
    isStarting = false
  }

  /// Works until the source is finished.
  ///
  /// - Returns: Why it cannot go on; `nil` after `finish`.
  package func run() -> WatchError? {
    while let events = source.wait(timeout: timeout()) {
      wakeUps.add(1, ordering: .relaxed)
      now = alarm.elapsed
      do {
        for event in events { try handle(event) }
      } catch {
        return error
      }
      queue.add(settler.takeDue(at: alarm.elapsed) { presence(of: $0) })
    }
    return nil
  }

  private func timeout() -> Duration? {
    alarm.timeout(until: settler.nextTake(at: alarm.elapsed)) { [source] in source.wake() }
  }

  private func handle(_ event: RawEvent) throws(WatchError) {
    if event.isOverflow { return try recover() }
    // Events of watches that were given back meanwhile have no role.
    let roles = event.isEnd ? table.forget(event.watch) : table.roles(of: event.watch)
    for role in roles {
      switch role {
      case .ancestor(let id): try refreshAndTell(id)
      case .target(let id):
        if event.isEnd { try refreshAndTell(id) } else { noteTarget(id, event) }
      case .site(let id):
        if event.isEnd { try refreshAndTell(id) } else { try handleSite(id, event) }
      case .folder(let tree, let path):
        if event.isEnd { endFolder(tree, path, event.watch) } else { try handleEntry(tree, path, event) }
      }
    }
  }

  /// Makes up for events that the kernel dropped: sets every watch anew and has the consumer list again.
  private func recover() throws(WatchError) {
    settler.noteLoss(at: now)
    for (id, anchor) in anchors.sorted(by: { $0.key < $1.key }) {
      // A link in a folder may be gone, and its anchor with it.
      guard anchors[id] != nil else { continue }
      _ = try refresh(id)
      if case .file(let settling) = anchor.purpose { settler.note(anchor.path, .touched, settling, at: now) }
    }
    for tree in trees.indices { try rebuild(tree) }
  }

  private func presence(of path: FilePath) -> Settler.Presence {
    let status: FileStatus?
    do throws(FileError) { status = try FileStatus.ifThere(path) } catch { return .unknown }
    if !named.contains(path) {
      if exclusions.excludesIdentity(path, status) { return .excluded }
      if status?.kind == .folder { return .folder }
    }
    guard let status, status.kind == .regular else { return .absent }
    return .file(byteCount: status.byteCount)
  }

  package func failure(_ code: SystemCode, _ path: FilePath) -> WatchError {
    switch code.value {
    case ENOSPC, ENOMEM: .limitReached(maximum: InotifyEngine.watchLimit)
    default: .refused(path, code.value)
    }
  }

  private static var watchLimit: Int? {
    // Where nobody says, the message does not either.
    let bytes = try? Descriptor.opening("/proc/sys/fs/inotify/max_user_watches").readAll(limit: 4_096)
    return bytes.flatMap { Int(String(decoding: $0.filter { $0 > 0x20 }, as: UTF8.self)) }
  }
}
