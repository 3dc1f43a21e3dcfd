import Dispatch
import Files
import Synchronization

/// Work that takes more than a moment, on threads of its own, so that neither the server nor Swift's pool waits for it.
///
/// What a person waits for goes first. Of equal work the client gets its turn that has least in work and waited longest,
/// so that one client's flood holds up no other; newer work takes the place of older work with the same name.
final class WorkQueue: Sendable {
  enum Urgency: Int, Sendable, Comparable {
    /// Nobody looks at it yet.
    case background
    /// It may follow the picture.
    case score
    /// A person waits for it.
    case picture

    static func < (a: Urgency, b: Urgency) -> Bool { a.rawValue < b.rawValue }
  }

  /// Asked by long work whether anybody still wants it.
  final class Cancellation: Sendable {
    private let flag = Atomic(false)
    var isCancelled: Bool { flag.load(ordering: .relaxed) }
    func cancel() { flag.store(true, ordering: .relaxed) }
  }

  private struct Job {
    var client: String
    var name: String?
    var urgency: Urgency
    var cancellation: Cancellation
    var run: @Sendable (Cancellation) -> Void
    var dropped: @Sendable () -> Void
  }

  private struct State {
    var waiting: [Job] = []
    var running: [Job] = []
    /// When each client's work was last begun; clients without work are forgotten.
    var turns: [String: Int] = [:]
    var turn = 0
    var isOver = false
  }

  private static let maximumWaiting = 64

  private let state = Mutex(State())
  private let ready = DispatchSemaphore(value: 0)
  private let threads: Int
  /// How much of what nobody waits for runs at once: a processor stays free for pictures.
  private let quietWidth: Int

  /// - Parameter width: The number of processors to use.
  init(width: Int) {
    quietWidth = max(1, width - 1)
    threads = max(1, width) + 1
    for _ in 0..<threads {
      // A machine that gives no thread has other worries; the work waits then.
      try? BackgroundThread().start { [weak self, ready] in
        while true {
          ready.wait()
          guard let queue = self else { return }
          if queue.work() { return }
        }
      }
    }
  }

  deinit { end() }

  /// Drops what waits, cancels what runs, and lets the threads end.
  func end() {
    let dropped = state.withLock { state in
      state.isOver = true
      for job in state.running { job.cancellation.cancel() }
      defer { state.waiting = [] }
      return state.waiting
    }
    for job in dropped { job.dropped() }
    for _ in 0..<threads { ready.signal() }
  }

  /// Adds work.
  ///
  /// - Parameters:
  ///   - name: Older work of the client with that name is cancelled.
  ///   - dropped: Called instead of `run` where the work was replaced before it began.
  /// - Returns: Whether it was taken; not where the client has too much waiting.
  func add(
    client: String, name: String? = nil, _ urgency: Urgency, dropped: @escaping @Sendable () -> Void,
    run: @escaping @Sendable (Cancellation) -> Void
  ) -> Bool {
    let job = Job(
      client: client, name: name, urgency: urgency, cancellation: Cancellation(), run: run, dropped: dropped)
    let (isTaken, replaced) = state.withLock { state -> (Bool, [Job]) in
      var replaced: [Job] = []
      if let name {
        let isSame: (Job) -> Bool = { $0.client == client && $0.name == name }
        for job in state.running where isSame(job) { job.cancellation.cancel() }
        replaced = state.waiting.filter(isSame)
        state.waiting.removeAll(where: isSame)
      }
      let waiting = state.waiting.count { $0.client == client }
      guard !state.isOver, waiting < WorkQueue.maximumWaiting else { return (false, replaced) }
      state.waiting.append(job)
      return (true, replaced)
    }
    for job in replaced { job.dropped() }
    if isTaken { ready.signal() }
    return isTaken
  }

  /// Does work until there is none.
  ///
  /// - Returns: Whether there will never be any more.
  private func work() -> Bool {
    while let job = next() {
      job.run(job.cancellation)
      state.withLock { state in state.running.removeAll { $0.cancellation === job.cancellation } }
    }
    return state.withLock { $0.isOver }
  }

  private func next() -> Job? {
    state.withLock { state in
      let quiet = state.running.count { $0.urgency < .picture }
      let ranks = state.waiting.enumerated().compactMap { index, job -> (rank: (Int, Int, Int), index: Int)? in
        guard job.urgency == .picture || quiet < quietWidth else { return nil }
        let inWork = state.running.count { $0.client == job.client }
        return ((-job.urgency.rawValue, inWork, state.turns[job.client] ?? 0), index)
      }
      guard let best = ranks.min(by: { $0.rank < $1.rank }) else { return nil }
      let job = state.waiting.remove(at: best.index)
      state.turn += 1
      state.turns[job.client] = state.turn
      state.running.append(job)
      if state.turns.count > 1_000 {
        let clients = Set((state.waiting + state.running).map(\.client))
        state.turns = state.turns.filter { clients.contains($0.key) }
      }
      return job
    }
  }
}
