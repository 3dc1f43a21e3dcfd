import Files
import Foundation
import Testing
import Watching

/// The inotify watcher with events and time that the test makes up.
@Suite(.timeLimit(.minutes(5)))
struct InotifyEngineTests {
  private let folder = WorkFolder()
  private let clock = ManualClock()
  private let queue = EventQueue()

  init() { folder.makeFolder("photos") }

  private var photos: FilePath { folder.watchPath("photos") }

  private func watch(
    _ source: ScriptedSource, clock: (any Clock<Duration>)? = nil
  ) throws -> (log: EventLog, watcher: InotifyWatcher) {
    let watcher = try InotifyWatcher(
      WatchPlan(folders: [WatchedFolder(photos)]), source: source, clock: clock ?? self.clock, queue: queue,
      endsStream: true, remoteName: { _ in nil }, giveUp: { _ in })
    return (EventLog(watcher), watcher)
  }

  @Test func aSaveIsReportedAtTheEndOfItsQuietTimeByTheGivenClock() async throws {
    let source = ScriptedSource()
    folder.save("photos/a.jpg", "1")
    let (log, watcher) = try watch(source)
    source.send(source.event(photos, IN_MODIFY, "a.jpg"), source.event(photos, IN_CLOSE_WRITE, "a.jpg"))
    await clock.waitForSleeper(until: .milliseconds(100))
    #expect(log.events.isEmpty)
    clock.advance(to: .milliseconds(60))
    source.send(source.event(photos, IN_CLOSE_WRITE, "a.jpg"))
    await source.waitUntilIdle()
    // Woken early once, it sets its alarm again.
    clock.advance(to: .milliseconds(100))
    await clock.waitForSleeper(until: .milliseconds(160))
    #expect(log.events.isEmpty)
    clock.advance(to: .milliseconds(160))
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    #expect(!clock.isAnyoneAsleep)
    watcher.stop()
  }

  @Test func anOverflowAsksForANewListAndWatchesWhatWasMissed() async throws {
    let source = ScriptedSource()
    let (log, watcher) = try watch(source)
    // Its event is among those that were dropped.
    folder.makeFolder("photos/new")
    source.send(ScriptedSource.overflow)
    await clock.waitForSleeper(until: .milliseconds(100))
    clock.advance(to: .milliseconds(100))
    #expect(await log.wait(for: .rescan))
    clock.advance(to: .milliseconds(200))
    folder.save("photos/new/a.jpg", "1")
    source.send(source.event(folder.watchPath("photos/new"), IN_MOVED_TO, "a.jpg"))
    #expect(await log.wait(for: folder.changed("photos/new/a.jpg")))
    #expect(log.events == [.rescan, folder.changed("photos/new/a.jpg")])
    watcher.stop()
  }

  @Test func aWatcherWithNothingToDoSleepsWithoutALimit() async throws {
    let source = ScriptedSource()
    folder.save("photos/a.jpg", "1")
    let (log, watcher) = try watch(source, clock: ContinuousClock())
    source.send(source.event(photos, IN_CLOSE_WRITE, "a.jpg"))
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    watcher.stop()
    let timeouts = source.timeouts
    #expect(timeouts.first == .some(nil))
    #expect(timeouts.last == .some(nil))
    // Asleep, woken by the event, asleep until its time, asleep.
    #expect(timeouts.count <= 4)
  }

  @Test func theKernelsWatcherIsNotWokenUntilSomethingHappens() async throws {
    let watcher = try InotifyWatcher(WatchPlan(folders: [WatchedFolder(photos)]))
    let log = EventLog(watcher)
    #expect(watcher.wakeUpCount == 0)
    folder.save("photos/a.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    let first = watcher.wakeUpCount
    // At most once for each of the created, written, closed and settled.
    #expect((2...4).contains(first))
    folder.save("elsewhere.jpg", "1")
    folder.replace("photos/b.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    #expect(watcher.wakeUpCount - first <= 8)
    watcher.stop()
  }

  @Test func oneWatchAFolderNotAFile() async throws {
    for count in 1...100 { folder.save("photos/\(count).jpg", "1") }
    folder.makeFolder("photos/sub")
    let watcher = try InotifyWatcher(WatchPlan(folders: [WatchedFolder(photos)]))
    let above = photos.absolute.components.count
    #expect(watcher.watchCount == above + 1)
    watcher.stop()
  }

  @Test func stoppingEndsTheStreamAndClosesTheDescriptors() async throws {
    func inotifyDescriptors() -> Int {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
      return names.count {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains("inotify")
          ?? false
      }
    }
    // Other tests open and close theirs meanwhile; one that leaked a hundred would be seen.
    for _ in 1...100 {
      let watcher = try makeWatcher(WatchPlan(folders: [WatchedFolder(photos)]))
      let log = EventLog(watcher)
      watcher.stop()
      watcher.stop()
      #expect(await log.waitForEnd())
    }
    #expect(inotifyDescriptors() < 60)
  }

  @Test func aCancelledConsumerIsLetGo() async throws {
    let watcher = try InotifyWatcher(WatchPlan(folders: [WatchedFolder(photos)]))
    let consumer = Task { for await _ in watcher.events {} }
    consumer.cancel()
    await consumer.value
    watcher.stop()
  }

  /// The kernel's own overflow: the watcher's thread is held up in a question until too much has happened.
  @Test func aRealOverflowAsksForANewList() async throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let eventCount = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    folder.save("photos/a.jpg", "1")
    folder.save("photos/b.jpg", "1")
    let gate = DispatchSemaphore(value: 0)
    let asked = AsyncStream<Void>.makeStream()
    let watcher = try InotifyWatcher(
      WatchPlan(
        folders: [WatchedFolder(photos)],
        exclusions: WatchExclusions { path in
          guard path.bytes.suffix(5) == Array("first".utf8) else { return false }
          asked.continuation.yield()
          gate.wait()
          // Later questions, from looking through the folder again, pass.
          gate.signal()
          return true
        }))
    let log = EventLog(watcher)
    folder.symbolicLink("photos/first", to: "nowhere")
    for await _ in asked.stream { break }
    // Only events that differ from the one before are queued.
    for _ in 0...(eventCount / 2) {
      folder.age("photos/a.jpg")
      folder.age("photos/b.jpg")
    }
    gate.signal()
    #expect(await log.wait(for: .rescan))
    folder.save("photos/c.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/c.jpg")))
    watcher.stop()
  }
}
