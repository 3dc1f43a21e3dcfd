import Files
import Synchronization

/// How to watch.
public struct WatchOptions: Sendable {
  /// Whether to poll even where the system would tell of changes.
  public var polls: Bool
  public var pollInterval: Duration

  public init(polls: Bool = false, pollInterval: Duration = PollingWatcher.defaultInterval) {
    self.polls = polls
    self.pollInterval = pollInterval
  }
}

/// Watches with the system's own notification where that can be had, and by polling where it cannot, is not told of
/// all changes, or ends while it runs; the first or next event is a note then that says why.
///
/// - Throws: `WatchError.unavailable` when not even polling can be had, for want of descriptors or threads.
public func makeWatcher(_ plan: WatchPlan, options: WatchOptions = WatchOptions()) throws(WatchError) -> any FileWatcher
{
  try AdaptiveWatcher(plan, options: options)
}

/// Begins with inotify and goes on polling when it must; the consumer's stream stays the same.
package final class AdaptiveWatcher: FileWatcher {
  private let plan: WatchPlan
  private let options: WatchOptions
  private let clock: any Clock<Duration>
  private let queue = EventQueue()
  private let current = Mutex<Current>(.none)

  private enum Current {
    case none, stopped
    case inotify(InotifyWatcher)
    case polling(PollingWatcher)
  }

  package var events: AsyncStream<[WatchEvent]> { queue.stream }

  package var method: WatchMethod {
    current.withLock {
      if case .polling = $0 { .polling } else { .inotify }
    }
  }

  /// - Parameters:
  ///   - makeSource: Where raw events come from.
  ///   - remoteName: The name of a file system that does not tell of changes, for a path on one.
  package init(
    _ plan: WatchPlan, options: WatchOptions, clock: any Clock<Duration> = ContinuousClock(),
    remoteName: @escaping @Sendable (FilePath) -> String? = FileSystemKind.remoteName(at:),
    makeSource: () throws(WatchError) -> any InotifySource = { () throws(WatchError) in try KernelInotify() }
  ) throws(WatchError) {
    self.plan = plan
    self.options = options
    self.clock = clock
    if options.polls {
      try poll()
      return
    }
    do throws(WatchError) {
      try AdaptiveWatcher.checkFiles(plan, remoteName)
      let watcher = try InotifyWatcher(
        plan, source: try makeSource(), clock: clock, queue: queue, remoteName: remoteName
      ) { [weak self] error in self?.fallBack(error) }
      current.withLock { if case .none = $0 { $0 = .inotify(watcher) } }
    } catch {
      tell(error)
      try poll()
    }
  }

  deinit { stop() }

  package func stop() {
    let old = current.withLock { current in
      defer { current = .stopped }
      return current
    }
    if case .inotify(let watcher) = old { watcher.end() }
    if case .polling(let watcher) = old { watcher.stop() }
    queue.finish()
  }

  /// Files named outright may lie on another file system than any folder.
  private static func checkFiles(_ plan: WatchPlan, _ remoteName: (FilePath) -> String?) throws(WatchError) {
    for path in plan.files.map(\.path) + plan.folders.map(\.path) {
      let chain = PathChain(path.absolute)
      for place in [chain.target].compactMap(\.self) + chain.sites.map(\.folder) {
        if let name = remoteName(place) { throw .remote(path, fileSystem: name) }
      }
    }
  }

  /// On the thread of the inotify watcher, at its end.
  private func fallBack(_ error: WatchError) {
    tell(error)
    do throws(WatchError) {
      try poll()
      // What happened between the last event and the first look is nobody's.
      queue.add([.rescan])
    } catch {
      queue.add([.note("\(error); no more changes are seen")])
      queue.finish()
    }
  }

  private func tell(_ error: WatchError) {
    let seconds =
      Double(options.pollInterval.components.seconds)
      + Double(options.pollInterval.components.attoseconds) / 1e18
    queue.add([.note("\(error). Looking for changes every \(seconds) s instead.")])
  }

  private func poll() throws(WatchError) {
    let watcher = try PollingWatcher(plan, interval: options.pollInterval, clock: clock, queue: queue)
    let old = current.withLock { current -> Current in
      defer { if case .stopped = current {} else { current = .polling(watcher) } }
      return current
    }
    if case .stopped = old { watcher.stop() }
    if case .inotify(let ended) = old { ended.end() }
  }
}
