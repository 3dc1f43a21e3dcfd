import Synchronization

/// Time as a distance from the alarm's making, and a way to be woken when a point of it is reached.
///
/// With the system's clock the waiting thread itself sleeps until then. With any other clock, as in tests, a task waits
/// on that clock and wakes the thread.
package final class Alarm: Sendable {
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let isSystemClock: Bool
  private let armed = Mutex<(due: Duration, task: Task<Void, Never>)?>(nil)

  package convenience init(_ clock: any Clock<Duration>) { self.init(opened: clock) }

  private init<C: Clock>(opened clock: C) where C.Duration == Duration {
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    isSystemClock = clock is ContinuousClock
  }

  package var elapsed: Duration { now() }

  /// How long the thread may sleep by itself; `nil` when it is woken, or nothing is due.
  ///
  /// - Parameter wake: Called when `due` is reached, if the thread is to be woken.
  package func timeout(until due: Duration?, wake: @escaping @Sendable () -> Void) -> Duration? {
    if isSystemClock { return due.map { max(.zero, $0 - now()) } }
    armed.withLock { armed in
      if let current = armed {
        // One that comes too early does no harm: it is set again.
        if let due, current.due <= due, current.due > now() { return }
        current.task.cancel()
      }
      armed = due.map { due in
        (
          due,
          Task { [sleep] in
            guard (try? await sleep(due)) != nil else { return }
            wake()
          }
        )
      }
    }
    return nil
  }

  package func cancel() { _ = timeout(until: nil) {} }
}
