import Synchronization

/// The snapshot in force and those who wait for the next one; shared by a hub and its streams, which may outlive it.
final class HubPublication<Root: SettingsSection>: Sendable {
  private let snapshot: Mutex<SettingsSnapshot<Root>>
  private let audience = Mutex(Audience())

  private struct Audience {
    var observers: [Int: WeakObserver<Root>] = [:]
    var nextID = 0
    var isFinished = false
  }

  init(_ first: SettingsSnapshot<Root>) { snapshot = Mutex(first) }

  /// The snapshot in force. One lock and one reference count, whatever the number of settings.
  var current: SettingsSnapshot<Root> { snapshot.withLock { $0 } }

  var observerCount: Int { audience.withLock { $0.observers.count } }
  var isFinished: Bool { audience.withLock { $0.isFinished } }

  func publish(_ next: SettingsSnapshot<Root>) { snapshot.withLock { $0 = next } }

  func observe() -> HubObserver<Root> {
    let id = audience.withLock { audience in
      audience.nextID += 1
      return audience.nextID
    }
    let observer = HubObserver(id: id, seen: current, publication: self)
    audience.withLock { $0.observers[id] = WeakObserver(observer: observer) }
    return observer
  }

  func remove(_ id: Int) { _ = audience.withLock { $0.observers.removeValue(forKey: id) } }

  /// Tells the observers that there is something new. Outside of all locks, since an observer that is let go here
  /// comes back to remove itself.
  func wake() {
    let observers = audience.withLock { Array($0.observers.values) }
    for weak in observers { weak.observer?.wake() }
  }

  /// Ends all streams, each after the last snapshot.
  func finish() {
    audience.withLock { $0.isFinished = true }
    wake()
  }
}

private struct WeakObserver<Root: SettingsSection>: Sendable {
  weak var observer: HubObserver<Root>?
}

/// One stream's place in the sequence of snapshots.
///
/// Nothing is queued for it: it remembers the last snapshot that its consumer has seen, and what it hands out is the
/// difference to the one in force. So a slow consumer costs one snapshot, loses no change, and ends at the last one.
final class HubObserver<Root: SettingsSection>: Sendable {
  private let id: Int
  private let publication: HubPublication<Root>
  private let state: Mutex<State>

  private struct State {
    var seen: SettingsSnapshot<Root>
    var waiting: [CheckedContinuation<Void, Never>] = []
    var isClosed = false
  }

  init(id: Int, seen: SettingsSnapshot<Root>, publication: HubPublication<Root>) {
    self.id = id
    self.publication = publication
    state = Mutex(State(seen: seen))
  }

  deinit { publication.remove(id) }

  /// The last snapshot that was handed out, at first the one in force when the stream was made.
  var seen: SettingsSnapshot<Root> { state.withLock { $0.seen } }

  /// The difference to the last snapshot that was handed out, as soon as there is one; `nil` at the end.
  func next() async -> SettingsChange<Root>? {
    while true {
      // Asked before the snapshot is read: a hub that is gone has published its last one.
      let isFinished = publication.isFinished
      let (step, isClosed) = state.withLock { state in
        let current = publication.current
        defer { state.seen = current }
        return (current.revision > state.seen.revision ? (state.seen, current) : nil, state.isClosed)
      }
      if isClosed { return nil }
      if let (before, after) = step { return SettingsChange(from: before, to: after) }
      if isFinished { return nil }
      await somethingNew()
    }
  }

  private func somethingNew() async {
    await withCheckedContinuation { continuation in
      let isNow = state.withLock { state in
        // Whoever publishes wakes afterwards, which needs this lock: nothing is missed between looking and waiting.
        if state.isClosed || publication.isFinished || publication.current.revision > state.seen.revision {
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isNow { continuation.resume() }
    }
  }

  func wake() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Ends the stream at once and forgets it.
  func close() {
    state.withLock { $0.isClosed = true }
    publication.remove(id)
    wake()
  }
}
