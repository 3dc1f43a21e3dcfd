import Files
import Synchronization

/// What the consumer has not yet taken: one event a path, the newest, so that a slow consumer costs no memory.
package final class EventQueue: Sendable {
  private let state = Mutex(State())

  private struct State {
    /// In order; `nil` where a newer event of the same path stands further behind.
    var events: [WatchEvent?] = []
    var positions: [WatchEvent.Subject: Int] = [:]
    var waiter: CheckedContinuation<[WatchEvent]?, Never>?
    var isFinished = false

    mutating func add(_ event: WatchEvent) {
      // Listing again once is enough, but it must come after what was added last.
      if let old = positions[event.subject] { events[old] = nil }
      positions[event.subject] = events.count
      events.append(event)
      if events.count > 2 * positions.count + 64 {
        events = events.filter { $0 != nil }
        for (position, event) in events.enumerated() { positions[event!.subject] = position }
      }
    }

    mutating func take() -> [WatchEvent] {
      defer {
        events = []
        positions = [:]
      }
      return events.compactMap(\.self)
    }
  }

  package init() {}

  package func add(_ events: [WatchEvent]) {
    guard !events.isEmpty else { return }
    let (waiter, batch) = state.withLock { state -> (CheckedContinuation<[WatchEvent]?, Never>?, [WatchEvent]) in
      guard !state.isFinished else { return (nil, []) }
      for event in events { state.add(event) }
      guard let waiter = state.waiter else { return (nil, []) }
      state.waiter = nil
      return (waiter, state.take())
    }
    waiter?.resume(returning: batch)
  }

  /// Ends the stream behind what is still in the queue.
  package func finish() {
    let waiter = state.withLock { state in
      state.isFinished = true
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }

  package var stream: AsyncStream<[WatchEvent]> {
    AsyncStream {
      await self.next()
    } onCancel: {
      self.release()
    }
  }

  private func next() async -> [WatchEvent]? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> [WatchEvent]?? in
        if !state.positions.isEmpty { return state.take() }
        // A cancelled task is told so here, since its cancellation may have come before there was a waiter.
        if state.isFinished || Task.isCancelled { return .some(nil) }
        state.waiter = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  private func release() {
    let waiter = state.withLock { state in
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume(returning: nil)
  }
}

extension WatchEvent {
  /// What an event is about: a newer one about the same makes an older one needless.
  package enum Subject: Hashable {
    case path(FilePath)
    case everything
    case sentence(String)
  }

  package var subject: Subject {
    switch self {
    case .changed(let path), .removed(let path): .path(path)
    case .rescan: .everything
    case .note(let sentence): .sentence(sentence)
    }
  }
}
