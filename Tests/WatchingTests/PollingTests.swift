import Foundation
import Testing
import Watching

@Suite(.timeLimit(.minutes(5)))
struct PollingTests {
  private let folder = WorkFolder()

  init() { folder.makeFolder("photos") }

  private var plan: WatchPlan { WatchPlan(folders: [WatchedFolder(folder.watchPath("photos"))]) }

  @Test func aGrowingFileIsReportedAtTheDeadlineByTheGivenClock() async throws {
    let clock = ManualClock()
    let watcher = try PollingWatcher(plan, interval: .milliseconds(60), clock: clock)
    let log = EventLog(watcher)
    var time = Duration.milliseconds(60)
    let file = folder.openForWriting("photos/a.jpg")
    defer { close(file) }
    // It grows from look to look, and is put off until a second after it was first seen.
    while time <= .milliseconds(1_020) {
      await clock.waitForSleeper(until: time)
      #expect(log.events.isEmpty)
      folder.write("more", to: file)
      clock.advance(to: time)
      time += .milliseconds(60)
    }
    await clock.waitForSleeper(until: .milliseconds(1_060))
    clock.advance(to: .milliseconds(1_060))
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    watcher.stop()
  }

  @Test func aRewriteWithinOneTickOfTheClockIsSeenByItsContent() throws {
    // The second content has the very state of the first, as far as any look can tell.
    folder.save("photos/a.jpg", "1111")
    let path = folder.watchPath("photos/a.jpg")
    let first = try #require(PollingLook(plan, before: [:]).files[path])
    #expect(first.contentHash != nil)
    folder.save("photos/a.jpg", "2222")
    var second = try #require(PollingLook(plan, before: [path: first]).files[path])
    second.modifiedNanoseconds = first.modifiedNanoseconds
    second.changedNanoseconds = first.changedNanoseconds
    #expect(second.isSameState(as: first))
    #expect(second.differs(from: first))
  }

  @Test func aFileThatWasOnlyTouchedIsNotReported() async throws {
    folder.save("photos/a.jpg", "1")
    let watcher = try PollingWatcher(plan, interval: .milliseconds(20))
    let log = EventLog(watcher)
    folder.replace("photos/a.jpg", "1")
    folder.save("photos/b.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    #expect(log.count(of: folder.changed("photos/a.jpg")) == 0)
    watcher.stop()
  }

  @Test func oldFilesAreNotRead() throws {
    folder.save("photos/a.jpg", "1")
    folder.age("photos/a.jpg")
    let look = PollingLook(plan, before: [:])
    #expect(look.files[folder.watchPath("photos/a.jpg")]?.contentHash == nil)
  }

  // MARK: What cannot be looked at

  @Test(arguments: ["photos/sub", "photos"]) func whatCannotBeLookedAtIsKeptAndTold(name: String) {
    folder.makeFolder("photos/sub")
    folder.save("photos/a.jpg", "1")
    folder.save("photos/sub/b.jpg", "1")
    let first = PollingLook(plan, before: [:])
    #expect(first.files.count == 2 && first.failures.isEmpty)
    // Moved aside inside of what is watched, its pictures would be seen there.
    folder.makeFolder("aside")
    folder.move(name, to: "aside/it")
    folder.symbolicLink(name, to: (name as NSString).lastPathComponent)
    let second = PollingLook(plan, before: first.files)
    #expect(Set(second.files.keys) == Set(first.files.keys))
    #expect(second.failures.map(\.path) == [folder.watchPath(name)])
    folder.delete(name)
    let third = PollingLook(plan, before: second.files)
    let left = name == "photos" ? [] : [folder.watchPath("photos/a.jpg")]
    #expect(Array(third.files.keys) == left, "what is gone is gone")
    #expect(third.failures.isEmpty)
  }

  @Test func besideWhatCannotBeLookedAtARemovalIsSeen() {
    folder.makeFolder("photos/sub")
    folder.save("photos/a.jpg", "1")
    folder.save("photos/sub/b.jpg", "1")
    let first = PollingLook(plan, before: [:])
    folder.makeFolder("aside")
    folder.move("photos/sub", to: "aside/it")
    folder.symbolicLink("photos/sub", to: "sub")
    folder.delete("photos/a.jpg")
    let second = PollingLook(plan, before: first.files)
    #expect(Array(second.files.keys) == [folder.watchPath("photos/sub/b.jpg")])
  }

  @Test func aFolderThatCannotBeLookedAtIsToldOnceAndItsPicturesAreNotRemoved() async throws {
    folder.makeFolder("photos/sub")
    folder.save("photos/sub/b.jpg", "1")
    let watcher = try PollingWatcher(plan, interval: .milliseconds(20))
    let log = EventLog(watcher)
    folder.makeFolder("aside")
    folder.move("photos/sub", to: "aside/it")
    folder.symbolicLink("photos/sub", to: "sub")
    for index in 0..<3 {
      folder.save("photos/\(index).jpg", "1")
      #expect(await log.wait(for: folder.changed("photos/\(index).jpg")))
    }
    folder.delete("photos/sub")
    folder.move("aside/it", to: "photos/sub")
    folder.save("photos/sub/c.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/sub/c.jpg")))
    #expect(log.count(of: folder.removed("photos/sub/b.jpg")) == 0)
    #expect(log.count(of: folder.changed("photos/sub/b.jpg")) == 0)
    watcher.stop()
  }
}
