import Synchronization
import Watching

/// Everything that a watcher said, and a way to wait for more of it.
final class EventLog: Sendable {
  private struct Waiter {
    var isMet: @Sendable ([WatchEvent]) -> Bool
    var continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var events: [WatchEvent] = []
    var hasEnded = false
    var waiters: [Int: Waiter] = [:]
    var waiterCount = 0
  }

  private let state = Mutex(State())
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Held, for an optimiser ends the life of a watcher after its last use, and with it what it would say.
  private let watcher: any FileWatcher

  init(_ watcher: any FileWatcher) {
    self.watcher = watcher
    task.withLock {
      $0 = Task { [weak self, events = watcher.events] in
        for await batch in events { self?.add(batch) }
        self?.end()
      }
    }
  }

  deinit { task.withLock { $0?.cancel() } }

  var events: [WatchEvent] { state.withLock { $0.events } }
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func count(of event: WatchEvent) -> Int { events.count { $0 == event } }

  /// Waits until what was said satisfies `isMet`. The deadline is for broken code only; nothing ever waits for it to
  /// pass.
  func wait(
    within limit: Duration = .seconds(20), until isMet: @escaping @Sendable ([WatchEvent]) -> Bool
  ) async
    -> Bool
  {
    await withCheckedContinuation { continuation in
      let id = state.withLock { state -> Int? in
        if isMet(state.events) { return nil }
        state.waiterCount += 1
        state.waiters[state.waiterCount] = Waiter(isMet: isMet, continuation: continuation)
        return state.waiterCount
      }
      guard let id else { return continuation.resume(returning: true) }
      // Held for the same reason until the deadline.
      Task {
        try? await Task.sleep(for: limit)
        release(id)
      }
    }
  }

  func wait(for event: WatchEvent, count: Int = 1) async -> Bool {
    await wait { $0.count { $0 == event } >= count }
  }

  func waitForEnd() async -> Bool {
    await task.withLock { $0 }?.value
    return hasEnded
  }

  private func release(_ id: Int) {
    state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume(returning: false)
  }

  private func add(_ batch: [WatchEvent]) {
    let met = state.withLock { state in
      state.events += batch
      let met = state.waiters.filter { $0.value.isMet(state.events) }
      for id in met.keys { state.waiters[id] = nil }
      return met.values.map(\.continuation)
    }
    for continuation in met { continuation.resume(returning: true) }
  }

  private func end() { state.withLock { $0.hasEnded = true } }
}
