import Files
import Synchronization

/// Watches with Linux's inotify: one watch a folder, a few for each file named outright, a thread that sleeps.
public final class InotifyWatcher: FileWatcher {
  private let queue: EventQueue
  private let alarm: Alarm
  private let thread = BackgroundThread()
  /// Whether the stream is its own, not one that another watcher goes on with.
  private let endsStream: Bool
  /// Holds the descriptors while it works.
  private let engine: Mutex<InotifyEngine?>

  public var events: AsyncStream<[WatchEvent]> { queue.stream }
  public var method: WatchMethod { .inotify }

  /// Every change after this returns is told of.
  ///
  /// Where watching must be given up later, such as for a reached limit, a note says so and the stream ends.
  /// `makeWatcher` goes on polling instead.
  ///
  /// - Throws: `WatchError`.
  public convenience init(_ plan: WatchPlan, clock: any Clock<Duration> = ContinuousClock()) throws(WatchError) {
    let queue = EventQueue()
    try self.init(plan, source: try KernelInotify(), clock: clock, queue: queue, endsStream: true) { error in
      queue.add([.note("\(error); no more changes are seen")])
      queue.finish()
    }
  }

  /// - Parameter giveUp: Called on the watcher's thread, at its end, when it cannot go on.
  package init(
    _ plan: WatchPlan, source: any InotifySource, clock: any Clock<Duration>, queue: EventQueue,
    endsStream: Bool = false,
    remoteName: @escaping @Sendable (FilePath) -> String? = FileSystemKind.remoteName(at:),
    giveUp: @escaping @Sendable (WatchError) -> Void
  ) throws(WatchError) {
    self.queue = queue
    self.endsStream = endsStream
    alarm = Alarm(clock)
    let engine = try InotifyEngine(plan, source: source, alarm: alarm, queue: queue, remoteName: remoteName)
    self.engine = Mutex(engine)
    try thread.beginning { if let error = engine.run() { giveUp(error) } }
  }

  deinit { if endsStream { stop() } else { end() } }

  public func stop() {
    end()
    queue.finish()
  }

  /// Stops without ending the stream, for another watcher to go on with it.
  package func end() {
    let engine = engine.withLock { engine in
      defer { engine = nil }
      return engine
    }
    engine?.source.finish()
    thread.join()
    alarm.cancel()
  }

  /// How often the thread was woken.
  package var wakeUpCount: Int { engine.withLock { $0?.wakeUpCount ?? 0 } }
  /// How many watches are set; for tests, while nothing happens.
  package var watchCount: Int { engine.withLock { $0?.table.count ?? 0 } }
}
