import Synchronization

/// Time that only passes when a test says so.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: (until: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
    var sleeperCount = 0
    var observers: [(until: Duration, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }
  var isAnyoneAsleep: Bool { state.withLock { !$0.sleepers.isEmpty } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.sleeperCount += 1
      return state.sleeperCount
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let observers = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
          if Task.isCancelled || state.now >= deadline { return nil }
          state.sleepers[id] = (deadline, continuation)
          defer { state.observers.removeAll { $0.until == deadline.offset } }
          return state.observers.filter { $0.until == deadline.offset }.map(\.continuation)
        }
        guard let observers else {
          return Task.isCancelled ? continuation.resume(throwing: CancellationError()) : continuation.resume()
        }
        for observer in observers { observer.resume() }
      }
    } onCancel: {
      state.withLock { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Waits until somebody sleeps until exactly that time.
  func waitForSleeper(until time: Duration) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.values.contains(where: { $0.until.offset == time }) { return true }
        state.observers.append((time, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  func advance(to time: Duration) {
    let woken = state.withLock { state in
      state.now = Instant(offset: time)
      let woken = state.sleepers.filter { $0.value.until <= state.now }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken.values.map(\.continuation)
    }
    for continuation in woken { continuation.resume() }
  }
}
