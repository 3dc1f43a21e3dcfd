import SettingsKit
import Testing

struct HubStreamTests {
  private func hub() throws -> SettingsHub<DeluxeToasterSettings> {
    try SettingsHub(try SettingsRegistry.of(DeluxeToasterSettings.self))
  }

  private func slices(_ number: Int) -> SettingsEdit { .set("slices", .text("\(number)")) }

  @Test func everyCommitArrivesAtAConsumerThatKeepsUp() async throws {
    let hub = try hub()
    var changes = hub.changes().makeAsyncIterator()
    for number in [4, 6, 6, 8] {
      try hub.commit([slices(number)])
      let change = try #require(await changes.next())
      #expect(change.revision == hub.snapshot.revision)
      #expect(change.after.settings.slices == number)
    }
  }

  @Test func whatASlowConsumerMissedIsMergedAndNotLost() async throws {
    let hub = try hub()
    var changes = hub.changes().makeAsyncIterator()
    try hub.commit([slices(4), .set("heat", .text("1"))])
    try hub.commit([slices(6), .set("name", .text("Tom"))])
    try hub.commit([.reset("heat")])
    let change = try #require(await changes.next())
    #expect(change.revision == 3)
    #expect(change.before.revision == 0)
    #expect(change.keys == ["name", "slices"], "the heat went to and fro")
    #expect(try #require(change.value(of: "slices", as: Int.self)) == (2, 6))
  }

  @Test func anObserverOfKeysIsToldOfThoseKeysOnly() async throws {
    let hub = try hub()
    let observer = Task { [changes = hub.changes(of: ["heat", "lamp"])] in
      var seen: [SettingsChange<DeluxeToasterSettings>] = []
      for await change in changes {
        seen.append(change)
        if change.after.settings.lamp == 3 { break }
      }
      return seen
    }
    for number in 1...300 {
      try hub.commit([slices(number % 4 * 2 + 2)])
      if number.isMultiple(of: 100) { try hub.commit([.set("heat", .text(number == 200 ? "0" : "1"))]) }
    }
    try hub.commit([.set("lamp", .text("3"))])
    let seen = await observer.value
    #expect((1...4).contains(seen.count), "what was missed is merged")
    #expect(seen.allSatisfy { $0.keys.contains("heat") || $0.keys.contains("lamp") })
    #expect(seen.last?.revision == hub.snapshot.revision)
  }

  @Test func theValuesOfAPropertyBeginWithTheOneInForce() async throws {
    let hub = try hub()
    var values = hub.values(of: \.slices).makeAsyncIterator()
    #expect(await values.next() == 2)
    try hub.commit([.set("heat", .text("1"))])
    try hub.commit([slices(4)])
    try hub.commit([slices(3)])
    #expect(await values.next() == 4)
    try hub.commit([slices(8)])
    #expect(await values.next() == 8)
  }

  @Test func streamsEndWithTheHubAfterItsLastSnapshot() async throws {
    var hub: SettingsHub<DeluxeToasterSettings>? = try hub()
    let changes = try #require(hub?.changes())
    weak let gone = hub
    try hub?.commit([slices(4)])
    hub = nil
    #expect(gone == nil, "a stream does not keep its hub")
    var revisions: [Int] = []
    for await change in changes { revisions.append(change.revision) }
    #expect(revisions == [1])
  }

  @Test func aCancelledObserverEndsAndIsGone() async throws {
    let hub = try hub()
    let (started, begin) = AsyncStream<Void>.makeStream()
    let task = Task { [changes = hub.changes(), values = hub.values(of: \.heat)] in
      for await _ in values.prefix(1) { begin.finish() }
      for await _ in changes {}
    }
    for await _ in started {}
    #expect(hub.observerCount >= 1)
    task.cancel()
    await task.value
    #expect(hub.observerCount == 0)
    try hub.commit([slices(4)])
  }

  @Test func aTaskThatIsAlreadyCancelledEndsAtOnce() async throws {
    let hub = try hub()
    try hub.commit([slices(4)])
    let changes = hub.changes()
    let count = await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var count = 0
      for await _ in changes { count += 1 }
      return count
    }.value
    #expect(count == 0)
    #expect(hub.observerCount == 0)
  }

  @Test func aStreamThatNobodyHoldsIsForgotten() async throws {
    let hub = try hub()
    for _ in 0..<1_000 {
      _ = hub.changes()
      for await _ in hub.values(of: \.slices) { break }
      try hub.commit([slices(4)])
    }
    #expect(hub.observerCount == 0)
  }

  @Test func aHubThatIsLetGoTakesItsSnapshotsWithIt() throws {
    var hub: SettingsHub<DeluxeToasterSettings>? = try hub()
    weak let first = hub?.snapshot
    #expect(first != nil)
    try hub?.commit([slices(4)])
    #expect(first == nil, "nobody reads the old one any more")
    weak let last = hub?.snapshot
    hub = nil
    #expect(last == nil)
  }
}
