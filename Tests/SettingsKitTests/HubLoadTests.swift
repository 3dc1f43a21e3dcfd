import Foundation
import SettingsKit
import Synchronization
import Testing

/// Much at once: what is counted must come out exact.
@Suite(.serialized)
struct HubLoadTests {
  struct Counters: SettingsSection {
    @Setting("0") var c0 = Tally(0)
    @Setting("1") var c1 = Tally(0)
    @Setting("2") var c2 = Tally(0)
    @Setting("3") var c3 = Tally(0)
    @Setting("4") var c4 = Tally(0)
    @Setting("5") var c5 = Tally(0)
    @Setting("6") var c6 = Tally(0)
    @Setting("7") var c7 = Tally(0)
    @Setting("Shared") var shared = 0

    var all: [Int] { [c0, c1, c2, c3, c4, c5, c6, c7].map(\.number) }
  }

  private func hub() throws -> SettingsHub<Counters> { try SettingsHub(try SettingsRegistry.of(Counters.self)) }

  @Test func aHundredThousandCommitsOfEightTasksLoseNothingAndLeakNothing() async throws {
    let hub = try hub()
    let perTask = 12_500
    let observers = (0..<4).map { _ in
      Task { [changes = hub.changes()] in
        var seen = [0]
        var sums: [String: Int] = [:]
        for await change in changes {
          seen.append(change.revision)
          for value in change.values {
            guard let old = value.old as? Tally, let new = value.new as? Tally else { continue }
            sums[value.key, default: 0] += new.number - old.number
          }
          if change.revision == 8 * perTask { break }
        }
        return (seen, sums)
      }
    }
    let figures = Figures()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in 1...perTask {
            try hub.commit([.set("c\(task)", .json(.integer(number)))])
            if task == 0, number.isMultiple(of: 2_500) { figures.resident.withLock { $0.append(residentKilobytes()) } }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(hub.snapshot.revision == 8 * perTask)
    #expect(hub.snapshot.settings.all == Array(repeating: perTask, count: 8))

    for observer in observers {
      let (seen, sums) = await observer.value
      #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }, "revisions only rise")
      #expect(seen.last == 8 * perTask, "the last one arrives")
      #expect(Set(sums.values) == [perTask] && sums.count == 8, "merged changes add up to all of them")
    }
    #expect(hub.observerCount == 0)
    // One tally a counter stays in the registry, one in the layers, and one in the snapshot's own defaults.
    #expect(Tally.live <= 3 * 8, "\(Tally.live) of 100,000 values are still held")
    report("resident memory after each 20,000 commits: \(figures.resident.withLock { $0 }) kB")
  }

  @Test func tasksThatExpectARevisionCountTogetherExactly() async throws {
    let hub = try hub()
    let figures = Figures()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<500 {
            while true {
              let seen = hub.snapshot
              do {
                try hub.commit(
                  [.set("shared", .json(.integer(seen.settings.shared + 1)))], expecting: seen.revision)
                break
              } catch HubError.conflict {
                figures.conflicts.add(1, ordering: .relaxed)
              }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(hub.snapshot.settings.shared == 4_000)
    #expect(hub.snapshot.revision == 4_000, "a conflict is no revision")
    report("conflicts among 4,000 commits: \(figures.conflicts.load(ordering: .relaxed))")
  }

  /// The bound is for a busy machine; `SETTINGSKIT_FIGURES=1 swift test -c release --filter HubLoadTests` prints
  /// what this one needs.
  @Test func aSnapshotIsReadInNoTime() throws {
    let hub = try hub()
    try hub.commit([.set("shared", .json(7))])
    let held = hub.snapshot
    var sum = 0
    let bare = nanosecondsPerRead { sum += hub.snapshot.revision }
    let whole = nanosecondsPerRead { sum += hub.snapshot.settings.shared }
    let single = nanosecondsPerRead { sum += held.settings.shared }
    #expect(sum == (1 + 7 + 7) * 1_000_000)
    report("a snapshot \(bare) ns; a setting of it \(whole) ns; a setting of one that is held \(single) ns")
    #expect(bare < 1_000)
  }

  /// The best tenth of a million reads, since other programs run too.
  private func nanosecondsPerRead(_ read: () -> Void) -> Double {
    let clock = ContinuousClock()
    let rounds = (0..<10).map { _ in
      clock.measure { for _ in 0..<100_000 { read() } }
    }
    return rounds.min().map { $0 / .nanoseconds(100_000) } ?? .infinity
  }

  private func report(_ figures: String) {
    if ProcessInfo.processInfo.environment["SETTINGSKIT_FIGURES"] != nil { print(figures) }
  }
}

/// What tasks count together.
private final class Figures: Sendable {
  let resident = Mutex<[Int]>([])
  let conflicts = Atomic(0)
}

/// A number that knows how many of its kind are held anywhere: whatever keeps an old snapshot, candidate or change
/// keeps one of these. (The process's memory says nothing here, since other tests run beside this one.)
struct Tally: SettingValue {
  private final class Token: Sendable {
    init() { liveTokens.add(1, ordering: .relaxed) }
    deinit { liveTokens.subtract(1, ordering: .relaxed) }
  }

  let number: Int
  private let token = Token()

  init(_ number: Int) { self.number = number }

  static var live: Int { liveTokens.load(ordering: .relaxed) }
  static var kind: ValueKind { Int.kind }
  static func parse(_ text: String) throws(ValueProblem) -> Tally { Tally(try Int.parse(text)) }
  static func decode(_ json: JSONValue) throws(ValueProblem) -> Tally { Tally(try Int.decode(json)) }
  static func == (a: Tally, b: Tally) -> Bool { a.number == b.number }
  var text: String { number.text }
  var json: JSONValue { number.json }
}

private let liveTokens = Atomic(0)

/// The memory that the process holds, as the kernel counts it; 0 where that cannot be asked.
private func residentKilobytes() -> Int {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
  else { return 0 }
  return Int(line.filter(\.isNumber)) ?? 0
}
