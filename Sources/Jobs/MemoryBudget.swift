import Codecs
import Dispatch
import Files
import Synchronization

/// Bytes that pictures in work may take together; those that do not fit wait for their turn.
///
/// First come, first served, so that a large picture is not overtaken for ever. One that is larger than everything is
/// let in when nothing else is: it is done alone rather than never.
public final class MemoryBudget: Sendable {
  private struct State {
    var used = 0
    var waiting: [(bytes: Int, admit: @Sendable () -> Void)] = []
  }

  /// What the program itself takes before any picture.
  private static let baseline = 16 << 20

  /// Bytes for all work together. Where nobody says, it is asked for when a second piece of work comes: one picture alone is
  /// done whatever it takes, and need not wait for the system to tell.
  public var limit: Int {
    max(1, (stated ?? UsableMachine.current.memoryBytes / 4) - MemoryBudget.baseline)
  }

  private let stated: Int?
  private let state = Mutex(State())

  /// - Parameter limit: Bytes, the program's own few included; `nil` is a quarter of the memory that the process may use.
  public init(limit: Int?) { stated = limit }

  /// Waits until `bytes` are free, and takes them.
  public func take(_ bytes: Int) async {
    await withCheckedContinuation { turn in ask(for: bytes) { turn.resume() } }
  }

  /// The same for a thread that may block. What the work itself took already is not to be asked for again.
  ///
  /// - Returns: What `work` returns; the bytes are given back then.
  public func admitting<Result>(_ bytes: Int, _ work: () throws -> Result) rethrows -> Result {
    let turn = DispatchSemaphore(value: 0)
    ask(for: bytes) { turn.signal() }
    turn.wait()
    defer { giveBack(bytes) }
    return try work()
  }

  private func ask(for bytes: Int, _ admit: @escaping @Sendable () -> Void) {
    let isAdmitted = state.withLock { state in
      guard state.waiting.isEmpty, fits(bytes, state) else {
        state.waiting.append((bytes, admit))
        return false
      }
      state.used += bytes
      return true
    }
    if isAdmitted { admit() }
  }

  /// Gives back what `take` took, and lets in those whose turn it is.
  public func giveBack(_ bytes: Int) {
    let admitted = state.withLock { state in
      state.used -= bytes
      var turns: [@Sendable () -> Void] = []
      while let next = state.waiting.first, fits(next.bytes, state) {
        state.used += next.bytes
        turns.append(next.admit)
        state.waiting.removeFirst()
      }
      return turns
    }
    for admit in admitted { admit() }
  }

  private func fits(_ bytes: Int, _ state: State) -> Bool { state.used == 0 || state.used + bytes <= limit }
}
