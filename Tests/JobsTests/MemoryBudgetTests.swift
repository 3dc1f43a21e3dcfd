import Jobs
import Synchronization
import Testing

struct MemoryBudgetTests {
  private static let baseline = 16 << 20

  @Test func whatDoesNotFitWaitsAndNothingOvertakesIt() async {
    let budget = MemoryBudget(limit: Self.baseline + 100)
    await budget.take(60)
    let order = Mutex<[String]>([])
    let (started, isWaiting) = AsyncStream<Void>.makeStream()
    async let large: Void = {
      isWaiting.yield()
      await budget.take(80)
      order.withLock { $0.append("large") }
      budget.giveBack(80)
    }()
    for await _ in started { break }
    // Whether or not the large one has asked yet, it can only come in when the first has left.
    #expect(order.withLock { $0.isEmpty })
    order.withLock { $0.append("first leaves") }
    budget.giveBack(60)
    await large
    #expect(order.withLock { $0 } == ["first leaves", "large"])
  }

  @Test func whatIsLargerThanEverythingIsDoneAlone() async {
    let budget = MemoryBudget(limit: Self.baseline + 100)
    await budget.take(1_000)
    budget.giveBack(1_000)
    await budget.take(100)
    budget.giveBack(100)
  }

  @Test func neverMoreThanTheLimitIsInUse() async {
    let budget = MemoryBudget(limit: Self.baseline + 100)
    let use = Use()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<500 {
        group.addTask {
          let bytes = 1 + (index * 37) % 70
          await budget.take(bytes)
          use.counts.withLock {
            $0.now += bytes
            $0.most = max($0.most, $0.now)
          }
          await Task.yield()
          use.counts.withLock { $0.now -= bytes }
          budget.giveBack(bytes)
        }
      }
    }
    #expect(use.counts.withLock { $0.most } <= 100)
    #expect(use.counts.withLock { $0.most } > 70, "several at once")
    #expect(use.counts.withLock { $0.now } == 0)
  }

  /// Bytes in use, now and at most.
  private final class Use: Sendable {
    let counts = Mutex((now: 0, most: 0))
  }
}
