import Platform
import Testing
import Watching

/// Where the system's own notification cannot be had.
@Suite(.timeLimit(.minutes(5)))
struct FallbackTests {
  private let folder = WorkFolder()
  private let options = WatchOptions(pollInterval: .milliseconds(20))

  init() { folder.makeFolder("photos/sub") }

  private var plan: WatchPlan { WatchPlan(folders: [WatchedFolder(folder.watchPath("photos"))]) }

  private func notes(_ log: EventLog) -> [String] {
    log.events.compactMap {
      if case .note(let sentence) = $0 { sentence } else { nil }
    }
  }

  @Test func aReachedLimitAtTheStartMakesItPollWithANote() async throws {
    let watcher = try AdaptiveWatcher(
      plan, options: options, remoteName: { _ in nil }, makeSource: { ScriptedSource(limit: 3) })
    #expect(watcher.method == .polling)
    let log = EventLog(watcher)
    folder.save("photos/sub/a.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/sub/a.jpg")))
    #expect(notes(log).count == 1)
    #expect(notes(log)[0].contains("limit of inotify watches is reached"))
    #expect(notes(log)[0].hasSuffix("Looking for changes every 0.02 s instead."))
    watcher.stop()
  }

  @Test func aReachedLimitWhileItRunsMakesItPollAndAsksForANewList() async throws {
    let source = ScriptedSource()
    let watcher = try AdaptiveWatcher(plan, options: options, remoteName: { _ in nil }, makeSource: { source })
    #expect(watcher.method == .inotify)
    let log = EventLog(watcher)
    source.setLimit(source.watchCount)
    folder.makeFolder("photos/new")
    source.send(source.event(folder.watchPath("photos"), IN_CREATE, "new", isFolder: true))
    #expect(await log.wait(for: .rescan))
    #expect(watcher.method == .polling)
    #expect(notes(log).count == 1)
    folder.save("photos/new/a.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/new/a.jpg")))
    watcher.stop()
    #expect(await log.waitForEnd())
  }

  @Test func noInotifyAtAllMakesItPoll() async throws {
    let watcher = try AdaptiveWatcher(
      plan, options: options, remoteName: { _ in nil },
      makeSource: { () throws(WatchError) in throw .unavailable(EMFILE) })
    #expect(watcher.method == .polling)
    let log = EventLog(watcher)
    #expect(await log.wait { !$0.isEmpty })
    #expect(notes(log).first?.contains("max_user_instances") ?? false)
    watcher.stop()
  }

  @Test func aNetworkFileSystemMakesItPoll() async throws {
    let watcher = try AdaptiveWatcher(plan, options: options, remoteName: { _ in "NFS" })
    #expect(watcher.method == .polling)
    let log = EventLog(watcher)
    #expect(await log.wait { !$0.isEmpty })
    #expect(notes(log).first?.contains("is on a NFS file system, which does not tell of changes") ?? false)
    watcher.stop()
  }

  @Test func pollingOnRequestNeedsNoNote() async throws {
    let watcher = try makeWatcher(plan, options: WatchOptions(polls: true, pollInterval: .milliseconds(20)))
    #expect(watcher.method == .polling)
    let log = EventLog(watcher)
    folder.save("photos/a.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    #expect(notes(log).isEmpty)
    watcher.stop()
  }

  @Test func aLocalFolderIsWatchedByInotify() throws {
    let watcher = try AdaptiveWatcher(plan, options: options, remoteName: { _ in nil })
    #expect(watcher.method == .inotify)
    watcher.stop()
  }

  @Test(arguments: [0x6969, 0xFE53_4D42, 0xFF53_4D42, 0x517B, 0x6573_5546, 0x0102_1997] as [UInt32])
  func networkFileSystemsAreKnown(_ magic: UInt32) {
    #expect(FileSystemKind.remoteName(magic: magic) != nil)
  }

  /// ext, xfs, btrfs, tmpfs, overlay.
  @Test(arguments: [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994, 0x794C_7630] as [UInt32])
  func localFileSystemsAreTrusted(_ magic: UInt32) {
    #expect(FileSystemKind.remoteName(magic: magic) == nil)
  }
}
