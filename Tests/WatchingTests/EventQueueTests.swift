import Files
import Testing
import Watching

struct EventQueueTests {
  private let queue = EventQueue()

  private func next() async -> [WatchEvent]? {
    var iterator = queue.stream.makeAsyncIterator()
    return await iterator.next()
  }

  @Test func aSlowConsumerGetsOneEventAPathTheNewestInTheOrderOfTheLast() async {
    queue.add([.changed("/a"), .changed("/b")])
    queue.add([.removed("/a"), .changed("/c")])
    #expect(await next() == [.changed("/b"), .removed("/a"), .changed("/c")])
  }

  @Test func aMillionEventsOfOnePathTakeNoRoom() async {
    for count in 0..<100_000 { queue.add([.changed("/a"), .changed(FilePath("/\(count % 3)"))]) }
    #expect(await next()?.count == 4)
  }

  @Test func aNewListIsAskedForOnceBehindWhatWasThere() async {
    queue.add([.rescan, .changed("/a"), .rescan])
    #expect(await next() == [.changed("/a"), .rescan])
  }

  @Test func whatWasSaidBeforeTheEndIsStillRead() async {
    queue.add([.note("The end is near.")])
    queue.finish()
    queue.add([.changed("/late")])
    #expect(await next() == [.note("The end is near.")])
    #expect(await next() == nil)
  }
}
