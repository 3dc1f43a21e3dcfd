import Jobs
import Synchronization
import Testing

struct MemoryBudgetTests {
  private static let baseline = 16 << 20

  @Test func whatDoesNotFitWaitsAndNothingOvertakesIt() async {
    let budget = MemoryBudget(limit: Self.baseline + 100)
    await budget.take(60)
    let order = Order()
    let (started, isWaiting) = AsyncStream<Void>.makeStream()
    async let large: Void = {
      isWaiting.yield()
      await budget.take(80)
      order.append("large")
      budget.giveBack(80)
    }()
    for await _ in started { break }
    // Whether or not the large one has asked yet, it can only come in when the first has left.
    #expect(order.names.isEmpty)
    order.append("first leaves")
    budget.giveBack(60)
    await large
    #expect(order.names == ["first leaves", "large"])
  }

  private final class Order: Sendable {
    private let state = Mutex<[String]>([])

    var names: [String] { state.withLock { $0 } }
    func append(_ name: String) { state.withLock { $0.append(name) } }
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
          use.change(by: bytes)
          await Task.yield()
          use.change(by: -bytes)
          budget.giveBack(bytes)
        }
      }
    }
    #expect(use.most <= 100)
    #expect(use.most > 70, "several at once")
    #expect(use.now == 0)
  }

  private final class Use: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var now: Int { state.withLock { $0.now } }
    var most: Int { state.withLock { $0.most } }

    func change(by bytes: Int) {
      state.withLock {
        $0.now += bytes
        $0.most = max($0.most, $0.now)
      }
    }
  }
}
