import Files

/// Decides when what happened to a file is over, and says it once.
///
/// A value without clock or file system: it is told the time, as a distance from any start, and asks what is there.
///
///     nothing pending ── any sign ──▶ pending
///     pending, open   ── close, rename, removal ──▶ pending, complete      (or openDeadline: reported as it is)
///     pending, complete ── quiet time or deadline ──▶ reported, nothing pending
package struct Settler {
  /// What was seen of a file.
  package enum Sign {
    /// It is being written; a close will follow.
    case writing
    /// Its name appeared; by a program that writes it now, or by a link, complete.
    case created
    /// Its writer closed it.
    case complete
    /// It took its name complete, by a rename or a changed link.
    case replaced
    /// Something that says nothing of its writer: permissions, times, found when listing a folder.
    case touched
    case gone
  }

  /// What is there when a file's time has come.
  package enum Presence: Equatable {
    case file(byteCount: Int)
    case folder
    case absent
    /// There, or nobody can tell: a folder on the way may not be looked into.
    case unknown
    /// Not to be reported.
    case excluded
  }

  private struct Pending {
    enum Writing { case no, perhaps, yes }

    var settling: Settling
    var order: Int
    var last: Duration
    var firstComplete: Duration?
    var writing = Writing.no
    var writingSince: Duration
    /// Whether there was nothing before the first sign.
    var isAppearance: Bool
    var isUrgent = false

    var due: Duration? {
      if isUrgent { return last }
      if writing == .yes { return settling.openDeadline.map { writingSince + $0 } }
      return min(last + settling.quiet, (firstComplete ?? last) + settling.deadline)
    }
  }

  package init() {}

  private var pending: [FilePath: Pending] = [:]
  /// When files were reported, as far back as it matters.
  private var reported: [FilePath: Duration] = [:]
  /// The count at which the old ones are sorted out again: each is looked at a few times only, however many come.
  private var reportedLimit = 64
  /// Whether the files that are named outright exist, as far as the consumer knows.
  private var exists: [FilePath: Bool] = [:]
  private var lost: (first: Duration, last: Duration)?
  private var signCount = 0
  private var lastReport: Duration?

  /// How long it must be quiet after a loss before the consumer is asked to list again, and the longest wait for that.
  private static let lossQuiet = Duration.milliseconds(100)
  private static let lossDeadline = Duration.seconds(1)

  /// Tells what the consumer knows of a named file: one that is missing is not reported as removed.
  package mutating func setExists(_ path: FilePath, _ isThere: Bool) { exists[path] = isThere }

  package mutating func note(_ path: FilePath, _ sign: Sign, _ settling: Settling, at now: Duration) {
    signCount += 1
    lost?.last = now
    let isFresh = pending[path] == nil
    var file =
      pending[path]
      ?? Pending(
        settling: settling, order: signCount, last: now, writingSince: now, isAppearance: sign == .created)
    file.last = now
    file.order = signCount
    file.isUrgent = false
    switch sign {
    case .writing:
      if file.writing != .yes { file.writingSince = now }
      file.writing = .yes
    case .created: file.writing = .perhaps
    case .complete, .replaced, .gone: file.writing = .no
    case .touched: break
    }
    if file.writing == .no, file.firstComplete == nil { file.firstComplete = now }
    if sign == .replaced, isFresh, settling.takesMovesAtOnce {
      // Only the first of a burst: the others settle.
      file.isUrgent = reported[path].map { now - $0 > settling.quiet } ?? true
    }
    pending[path] = file
  }

  /// Notes that events were lost, or that a whole folder was exchanged.
  package mutating func noteLoss(at now: Duration) { lost = (lost?.first ?? now, now) }

  /// Forgets a file that is none of ours any more.
  package mutating func forget(_ path: FilePath) {
    pending[path] = nil
    exists[path] = nil
  }

  private var lossDue: Duration? {
    lost.map { min($0.last + Settler.lossQuiet, $0.first + Settler.lossDeadline) }
  }

  /// When something is to be reported if nothing more happens; `nil` when nothing is pending.
  package var nextDue: Duration? {
    var next = lossDue
    for file in pending.values {
      if let due = file.due, due < next ?? due + .nanoseconds(1) { next = due }
    }
    return next
  }

  /// When to take out what is due.
  ///
  /// While much happens that is not sooner than a moment after the last time, so that ten thousand files make a
  /// hundred batches, and looking through them all is rare. Who saves once waits no longer for it.
  package func nextTake(at now: Duration) -> Duration? {
    if let pause = pauseEnd, now < pause { return pending.isEmpty && lost == nil ? nil : pause }
    return nextDue
  }

  private static let pause = Duration.milliseconds(10)
  private var pauseEnd: Duration? { lastReport.map { $0 + Settler.pause } }

  /// The files whose time has come, in the order of their last signs.
  package func duePaths(at now: Duration) -> [FilePath] {
    var due: [(order: Int, path: FilePath)] = []
    for (path, file) in pending {
      if let time = file.due, time <= now { due.append((file.order, path)) }
    }
    return due.sorted { $0.order < $1.order }.map(\.path)
  }

  package func isPending(_ path: FilePath) -> Bool { pending[path] != nil }

  /// Whether a file may be put off no longer.
  package func isOverdue(_ path: FilePath, at now: Duration) -> Bool {
    pending[path].map { ($0.firstComplete ?? $0.last) + $0.settling.deadline <= now } ?? true
  }

  /// Takes out what is due.
  ///
  /// - Parameter presence: Asked once for each path that is due.
  package mutating func takeDue(at now: Duration, presence: (FilePath) -> Presence) -> [WatchEvent] {
    if let pauseEnd, now < pauseEnd { return [] }
    var events: [WatchEvent] = []
    for path in duePaths(at: now) {
      let file = pending[path]!
      switch presence(path) {
      case .file(0) where file.writing == .perhaps:
        // Created and still empty: its writer will close it.
        pending[path]!.writing = .yes
        continue
      case .file, .unknown:
        // Who looks for it then finds why it cannot be had.
        events.append(.changed(path))
        if file.settling.takesMovesAtOnce { reported[path] = now }
        if exists[path] != nil { exists[path] = true }
      case .absent:
        if exists[path] ?? !file.isAppearance { events.append(.removed(path)) }
        if exists[path] != nil { exists[path] = false }
      case .folder:
        // A folder where a file or another folder was: too much for one event.
        noteLoss(at: now)
      case .excluded: break
      }
      pending[path] = nil
    }
    if let due = lossDue, due <= now {
      lost = nil
      events.append(.rescan)
    }
    if !events.isEmpty { lastReport = now }
    forgetOldReports(at: now)
    return events
  }

  private mutating func forgetOldReports(at now: Duration) {
    guard reported.count > reportedLimit else { return }
    reported = reported.filter { now - $0.value <= .seconds(1) }
    reportedLimit = max(64, 2 * reported.count)
  }
}
