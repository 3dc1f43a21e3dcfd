import Files
import Synchronization

/// Looks at everything again and again, and reports what differs and has come to rest.
package final class PollingEngine: @unchecked Sendable {  // used by one thread at a time: its maker's, then its own
  package let pipe: WakePipe
  private let plan: WatchPlan
  private let interval: Duration
  private let alarm: Alarm
  private let queue: EventQueue
  private var settler = Settler()
  private var known: [FilePath: FileFingerprint]
  private var nextLook: Duration
  /// What could not be looked at last time, and was told.
  private var unseen: Set<FilePath> = []
  /// A look takes at most a twentieth of the time, however many files there are.
  private static let minimumRest = 20
  private let isFinished = Atomic(false)
  private let looks = Atomic(0)

  package var lookCount: Int { looks.load(ordering: .relaxed) }

  /// - Throws: `WatchError.unavailable` when no descriptor can be had.
  package init(_ plan: WatchPlan, interval: Duration, alarm: Alarm, queue: EventQueue) throws(WatchError) {
    self.plan = plan
    self.interval = interval
    self.alarm = alarm
    self.queue = queue
    do throws(FileError) { pipe = try WakePipe() } catch { throw .unavailable(error.code) }
    known = PollingLook(plan, before: [:]).files
    nextLook = alarm.elapsed + interval
    for file in plan.files { settler.setExists(file.path, known[file.path] != nil) }
  }

  package func run() {
    while true {
      let due = min(nextLook, settler.nextTake(at: alarm.elapsed) ?? nextLook)
      _ = pipe.sleep(timeout: alarm.timeout(until: due) { [pipe] in pipe.wake() })
      if isFinished.load(ordering: .acquiring) { return }
      let now = alarm.elapsed
      if now >= nextLook || hasUnsettled(at: now) { look(at: now) }
      queue.add(settler.takeDue(at: now, presence: presence(of:)))
    }
  }

  package func finish() {
    isFinished.store(true, ordering: .releasing)
    pipe.wake()
  }

  private func hasUnsettled(at now: Duration) -> Bool { !settler.duePaths(at: now).isEmpty }

  /// Notes what differs from the last look. What is due is looked at once more in the same way, so that a file which
  /// grew in its quiet time is put off.
  private func look(at now: Duration) {
    looks.add(1, ordering: .relaxed)
    let found = PollingLook(plan, before: known)
    let files = found.files
    for failure in found.failures where !unseen.contains(failure.path) { queue.add([.note(failure.description)]) }
    unseen = Set(found.failures.map(\.path))
    for (path, file) in files {
      if let old = known[path] {
        if file.differs(from: old) { note(path, .touched, at: now) }
      } else {
        note(path, .touched, at: now)
      }
    }
    for path in known.keys where files[path] == nil { note(path, .gone, at: now) }
    known = files
    // Many files, or a slow server: rather later than busy all the time.
    nextLook = now + max(interval, (alarm.elapsed - now) * PollingEngine.minimumRest)
  }

  private func note(_ path: FilePath, _ sign: Settler.Sign, at now: Duration) {
    // A file that grows for ever is reported all the same: nothing tells whether it is still open.
    if settler.isOverdue(path, at: now), settler.isPending(path) { return }
    settler.note(path, sign, settling(of: path), at: now)
  }

  private func settling(of path: FilePath) -> Settling {
    plan.files.first { $0.path == path }?.settling
      ?? plan.folders.first { path.isInside($0.path) }?.settling ?? .picture
  }

  private func presence(of path: FilePath) -> Settler.Presence {
    known[path].map { .file(byteCount: $0.byteCount) } ?? .absent
  }
}
