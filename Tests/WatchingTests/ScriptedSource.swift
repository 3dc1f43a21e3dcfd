import Dispatch
import Files
import Platform
import Synchronization
import Watching

/// A source of raw events that a test writes.
final class ScriptedSource: InotifySource {
  private struct State {
    var events: [[RawEvent]] = []
    var numbers: [FilePath: Int32] = [:]
    var isFinished = false
    var limit = Int.max
    var timeouts: [Duration?] = []
    var isWaiting = false
    var idleObservers: [CheckedContinuation<Void, Never>] = []

    var isIdle: Bool { isWaiting && events.isEmpty }
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  /// - Parameter limit: How many different paths can be watched.
  init(limit: Int = .max) { state.withLock { $0.limit = limit } }

  /// How long the watcher was willing to sleep, each time it went to.
  var timeouts: [Duration?] { state.withLock { $0.timeouts } }
  func setLimit(_ limit: Int) { state.withLock { $0.limit = limit } }
  var watchCount: Int { state.withLock { $0.numbers.count } }

  func send(_ events: RawEvent...) {
    state.withLock { $0.events.append(events) }
    signal.signal()
  }

  /// Waits until the watcher has done with everything that was sent.
  func waitUntilIdle() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if !state.isIdle { state.idleObservers.append(continuation) }
        return state.isIdle
      }
      if isIdle { continuation.resume() }
    }
  }

  /// An event of a file in a watched folder, or of a watched file itself.
  func event(_ path: FilePath, _ mask: Int32, _ name: String = "", isFolder: Bool = false) -> RawEvent {
    let number = state.withLock { $0.numbers[path] }
    precondition(number != nil, "\(path) is not watched")
    let flag = isFolder ? UInt32(IN_ISDIR) : 0
    return RawEvent(watch: number!, mask: UInt32(mask) | flag, name: Array(name.utf8))
  }

  static let overflow = RawEvent(watch: -1, mask: UInt32(IN_Q_OVERFLOW))

  func add(_ path: FilePath, mask: UInt32) throws(SystemCode) -> Int32 {
    let number = state.withLock { state -> Int32? in
      if let number = state.numbers[path] { return number }
      guard state.numbers.count < state.limit else { return nil }
      let number = Int32(state.numbers.count + 1)
      state.numbers[path] = number
      return number
    }
    guard let number else { throw SystemCode(ENOSPC) }
    return number
  }

  func remove(_ watch: Int32) {}

  func wait(timeout: Duration?) -> [RawEvent]? {
    let observers = state.withLock { state in
      state.timeouts.append(timeout)
      state.isWaiting = true
      guard state.isIdle else { return [] as [CheckedContinuation<Void, Never>] }
      defer { state.idleObservers = [] }
      return state.idleObservers
    }
    for observer in observers { observer.resume() }
    if let timeout {
      let seconds = Double(timeout.components.seconds) + Double(timeout.components.attoseconds) / 1e18
      _ = signal.wait(timeout: .now() + seconds)
    } else {
      signal.wait()
    }
    return state.withLock { state in
      state.isWaiting = false
      if state.isFinished { return nil }
      return state.events.isEmpty ? [] : state.events.removeFirst()
    }
  }

  func wake() { signal.signal() }

  func finish() {
    state.withLock { $0.isFinished = true }
    signal.signal()
  }
}
