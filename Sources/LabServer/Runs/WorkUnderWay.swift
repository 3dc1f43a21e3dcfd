import SettingsKit
import Synchronization

/// Long work that the page is told of while it goes on.
protocol ToldWork: Sendable {
  /// What it is called in sentences, in the API's events, and as their key.
  static var name: String { get }
  var isOver: Bool { get set }
  var wasCancelled: Bool { get set }
  var json: JSONValue { get }
}

/// The one piece of work of its kind: under way, or the last one that was.
final class WorkUnderWay<Work: ToldWork>: Sendable {
  private struct State {
    var work: Work?
    var task: Task<Void, Never>?
  }

  private let events: EventHub
  private let state = Mutex(State())

  init(_ events: EventHub) { self.events = events }

  /// The work as the API gives it; null where there was none.
  var json: JSONValue { state.withLock { $0.work?.json ?? .null } }

  /// Begins, unless an earlier piece goes on.
  ///
  /// - Parameter body: Ends with `end`.
  /// - Returns: The answer to who asked: 201 with the work, or 409.
  func begin(_ work: Work, _ body: @escaping @Sendable () async -> Void) -> HTTPResponse {
    let isFree = state.withLock { state in
      guard state.work?.isOver ?? true else { return false }
      state.work = work
      state.task = labTask(body)
      return true
    }
    return isFree ? .json(work.json, status: 201) : .failure(409, "a \(Work.name) is under way")
  }

  func cancel() { state.withLock { $0.task?.cancel() } }

  /// Changes what is told, and tells it.
  func change(_ body: (inout Work) -> Void) {
    let work = state.withLock { state in
      if var work = state.work {
        body(&work)
        state.work = work
      }
      return state.work
    }
    if let work { events.send(Work.name, key: Work.name) { work.json } }
  }

  func end(isCancelled: Bool, _ body: (inout Work) -> Void = { _ in }) {
    change { work in
      body(&work)
      work.isOver = true
      work.wasCancelled = isCancelled
    }
  }
}
