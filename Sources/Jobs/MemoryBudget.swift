import Glibc
import Synchronization

/// Bytes that pictures in work may take together; those that do not fit wait for their turn.
///
/// First come, first served, so that a large picture is not overtaken for ever. One that is larger than everything is
/// let in when nothing else is: it is done alone rather than never.
public final class MemoryBudget: Sendable {
  private struct State {
    var used = 0
    var waiting: [(bytes: Int, turn: CheckedContinuation<Void, Never>)] = []
  }

  /// What the program itself takes before any picture.
  private static let baseline = 16 << 20

  private let limit: Int
  private let state = Mutex(State())

  /// - Parameter limit: Bytes, the program's own few included.
  public init(limit: Int) { self.limit = max(1, limit - MemoryBudget.baseline) }

  /// A quarter of the memory that the machine has.
  public static var quarterOfMachine: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let bytes = sysconf(Int32(_SC_PAGESIZE))
    return pages > 0 && bytes > 0 ? pages * bytes / 4 : 1 << 30
  }

  /// Waits until `bytes` are free, and takes them.
  public func take(_ bytes: Int) async {
    await withCheckedContinuation { turn in
      let isAdmitted = state.withLock { state in
        guard state.waiting.isEmpty, fits(bytes, state) else {
          state.waiting.append((bytes, turn))
          return false
        }
        state.used += bytes
        return true
      }
      if isAdmitted { turn.resume() }
    }
  }

  /// Gives back what `take` took, and lets in those whose turn it is.
  public func giveBack(_ bytes: Int) {
    let admitted = state.withLock { state in
      state.used -= bytes
      var turns: [CheckedContinuation<Void, Never>] = []
      while let next = state.waiting.first, fits(next.bytes, state) {
        state.used += next.bytes
        turns.append(next.turn)
        state.waiting.removeFirst()
      }
      return turns
    }
    for turn in admitted { turn.resume() }
  }

  private func fits(_ bytes: Int, _ state: State) -> Bool { state.used == 0 || state.used + bytes <= limit }
}
