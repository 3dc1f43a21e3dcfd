import Files
import Synchronization

/// Watches by looking, on any file system: at sizes, times and identities first, at the content where those cannot
/// be relied on.
///
/// A rewrite of the same size within one tick of the file system's clock, or with its time set back, is seen by a hash
/// of the content: always for files named outright, for others while their time stamps are younger than 3 s, each up
/// to 16 MiB and 64 MiB a look.
public final class PollingWatcher: FileWatcher {
  private let queue: EventQueue
  private let alarm: Alarm
  private let thread = BackgroundThread()
  private let engine: Mutex<PollingEngine?>

  public var events: AsyncStream<[WatchEvent]> { queue.stream }
  public var method: WatchMethod { .polling }

  /// Half a second; more where a look takes longer than a twentieth of that.
  public static let defaultInterval = Duration.milliseconds(500)

  /// Takes a first look; whatever differs from it is told of.
  ///
  /// - Parameter interval: The least time from look to look.
  /// - Throws: `WatchError.unavailable` when neither descriptors nor a thread can be had.
  public convenience init(
    _ plan: WatchPlan, interval: Duration = PollingWatcher.defaultInterval,
    clock: any Clock<Duration> = ContinuousClock()
  ) throws(WatchError) {
    try self.init(plan, interval: interval, clock: clock, queue: EventQueue())
  }

  package init(
    _ plan: WatchPlan, interval: Duration, clock: any Clock<Duration>, queue: EventQueue
  ) throws(WatchError) {
    self.queue = queue
    alarm = Alarm(clock)
    let engine = try PollingEngine(plan, interval: interval, alarm: alarm, queue: queue)
    self.engine = Mutex(engine)
    try thread.beginning { engine.run() }
  }

  deinit { stop() }

  public func stop() {
    let engine = engine.withLock { engine in
      defer { engine = nil }
      return engine
    }
    engine?.finish()
    thread.join()
    alarm.cancel()
    queue.finish()
  }

  /// How often it looked.
  package var lookCount: Int { engine.withLock { $0?.lookCount ?? 0 } }
}
