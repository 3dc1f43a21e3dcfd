import Platform
import Testing
import Watching

@Suite(.timeLimit(.minutes(5)))
struct FolderTests {
  private let folder = WorkFolder()

  init() { folder.makeFolder("photos") }

  private func watch(
    _ method: Method, isRecursive: Bool = true, excluding: [String] = []
  ) throws -> (log: EventLog, watcher: any FileWatcher) {
    let plan = WatchPlan(
      folders: [WatchedFolder(folder.watchPath("photos"), isRecursive: isRecursive)],
      exclusions: WatchExclusions(paths: excluding.map { folder.watchPath($0) }))
    let watcher = try method.watcher(plan)
    return (EventLog(watcher), watcher)
  }

  @Test(arguments: Method.allCases) func addedReplacedRewrittenAndRemoved(_ method: Method) async throws {
    let (log, watcher) = try watch(method)
    folder.save("photos/a.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    folder.replace("photos/a.jpg", "22")
    #expect(await log.wait(for: folder.changed("photos/a.jpg"), count: 2))
    folder.save("photos/a.jpg", "333")
    #expect(await log.wait(for: folder.changed("photos/a.jpg"), count: 3))
    folder.delete("photos/a.jpg")
    #expect(await log.wait(for: folder.removed("photos/a.jpg")))
    watcher.stop()
  }

  @Test func aPictureWhoseWriterTakesItsTimeIsReportedOnceWhenItIsClosed() async throws {
    let (log, watcher) = try watch(.inotify)
    let file = folder.openForWriting("photos/slow.jpg")
    for part in 1...3 {
      folder.write("part", to: file)
      // Others settle meanwhile, each for its whole quiet time.
      folder.save("photos/\(part).jpg", "1")
      #expect(await log.wait(for: folder.changed("photos/\(part).jpg")))
    }
    #expect(log.count(of: folder.changed("photos/slow.jpg")) == 0)
    close(file)
    #expect(await log.wait(for: folder.changed("photos/slow.jpg")))
    #expect(log.count(of: folder.changed("photos/slow.jpg")) == 1)
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func filesMovedInAndOut(_ method: Method) async throws {
    folder.save("a.jpg", "1")
    let (log, watcher) = try watch(method)
    folder.move("a.jpg", to: "photos/a.jpg")
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    folder.move("photos/a.jpg", to: "photos/b.jpg")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    #expect(await log.wait(for: folder.removed("photos/a.jpg")))
    folder.move("photos/b.jpg", to: "b.jpg")
    #expect(await log.wait(for: folder.removed("photos/b.jpg")))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aHardLinkMadeInTheFolderIsAnAddedPicture(_ method: Method) async throws {
    folder.save("a.jpg", "1")
    let (log, watcher) = try watch(method)
    folder.hardLink("photos/a.jpg", to: "a.jpg")
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func foldersMadeQuicklyWithAFileInTheDeepest(_ method: Method) async throws {
    let (log, watcher) = try watch(method)
    for round in 1...20 {
      folder.makeFolder("photos/\(round)/a/b/c")
      folder.save("photos/\(round)/a/b/c/d.jpg", "1")
    }
    for round in 1...20 { #expect(await log.wait(for: folder.changed("photos/\(round)/a/b/c/d.jpg"))) }
    folder.save("photos/20/a/b/e.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/20/a/b/e.jpg")))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aRenamedFolderIsGoneAndItsFilesAreAddedUnderTheNewName(
    _ method: Method
  ) async throws {
    folder.makeFolder("photos/old/deep")
    folder.save("photos/old/deep/a.jpg", "1")
    let (log, watcher) = try watch(method)
    folder.move("photos/old", to: "photos/new")
    #expect(await log.wait(for: folder.changed("photos/new/deep/a.jpg")))
    // One event for the folder, or one for each file in it.
    let (gone, file) = (folder.watchPath("photos/old"), folder.removed("photos/old/deep/a.jpg"))
    #expect(await log.wait { $0.contains(.removed(gone)) || $0.contains(file) })
    folder.save("photos/new/deep/a.jpg", "22")
    #expect(await log.wait(for: folder.changed("photos/new/deep/a.jpg"), count: 2))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aFolderMovedOutIsGoneAndNoLongerWatched(_ method: Method) async throws {
    folder.makeFolder("photos/some")
    folder.save("photos/some/a.jpg", "1")
    let (log, watcher) = try watch(method)
    folder.move("photos/some", to: "elsewhere")
    let (gone, file) = (folder.watchPath("photos/some"), folder.removed("photos/some/a.jpg"))
    #expect(await log.wait { $0.contains(.removed(gone)) || $0.contains(file) })
    let count = log.events.count
    folder.save("elsewhere/a.jpg", "22")
    folder.save("photos/b.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    #expect(log.events.count == count + 1)
    watcher.stop()
  }

  @Test func aRootThatIsRemovedAndRecreatedIsToBeListedAgain() async throws {
    folder.save("photos/a.jpg", "1")
    let (log, watcher) = try watch(.inotify)
    folder.deleteAll("photos")
    #expect(await log.wait(for: folder.removed("photos")))
    folder.makeFolder("photos")
    folder.save("photos/b.jpg", "1")
    #expect(await log.wait(for: .rescan))
    folder.save("photos/c.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/c.jpg")))
    watcher.stop()
  }

  @Test func aRootThatIsExchangedByRenamesIsToBeListedAgain() async throws {
    folder.makeFolder("next")
    let (log, watcher) = try watch(.inotify)
    folder.move("photos", to: "old")
    folder.move("next", to: "photos")
    #expect(await log.wait(for: .rescan))
    folder.save("photos/c.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/c.jpg")))
    watcher.stop()
  }

  @Test func aRecreatedRootIsSeenByPolling() async throws {
    folder.save("photos/a.jpg", "1")
    let (log, watcher) = try watch(.polling)
    folder.deleteAll("photos")
    #expect(await log.wait(for: folder.removed("photos/a.jpg")))
    folder.makeFolder("photos")
    folder.save("photos/a.jpg", "22")
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func theOutputFolderInsideIsNeverReported(_ method: Method) async throws {
    folder.makeFolder("photos/out")
    let (log, watcher) = try watch(method, excluding: ["photos/out"])
    folder.makeFolder("photos/out/deep")
    folder.save("photos/out/deep/a.jpg", "1")
    folder.save("photos/out/a.jpg", "1")
    folder.save("photos/b.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    #expect(log.events == [folder.changed("photos/b.jpg")])
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func anOutputFolderBehindALinkThatIsMadeLaterIsNeverReported(
    _ method: Method
  ) async throws {
    folder.symbolicLink("output", to: "photos/results")
    let (log, watcher) = try watch(method, excluding: ["output"])
    folder.makeFolder("photos/results")
    folder.save("output/a.jpg", "1")
    folder.save("photos/b.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    #expect(log.events == [folder.changed("photos/b.jpg")])
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func hiddenFilesAndWhatThePredicateExcludesAreNotReported(
    _ method: Method
  ) async throws {
    let plan = WatchPlan(
      folders: [WatchedFolder(folder.watchPath("photos"))],
      exclusions: WatchExclusions { $0.bytes.suffix(4) == Array(".txt".utf8) })
    let watcher = try method.watcher(plan)
    let log = EventLog(watcher)
    folder.makeFolder("photos/.git")
    folder.save("photos/.git/a.jpg", "1")
    folder.save("photos/.hidden.jpg", "1")
    folder.save("photos/notes.txt", "1")
    folder.save("photos/b.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    #expect(log.events == [folder.changed("photos/b.jpg")])
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func subfoldersAreLeftAloneUnlessAskedFor(_ method: Method) async throws {
    folder.makeFolder("photos/sub")
    let (log, watcher) = try watch(method, isRecursive: false)
    folder.save("photos/sub/a.jpg", "1")
    folder.save("photos/b.jpg", "1")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    #expect(log.events == [folder.changed("photos/b.jpg")])
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aRewriteOfTheSameSizeAndTimeIsSeen(_ method: Method) async throws {
    folder.save("photos/a.jpg", "1111")
    folder.age("photos/a.jpg")
    let times = folder.times("photos/a.jpg")
    let (log, watcher) = try watch(method)
    folder.save("photos/a.jpg", "2222")
    folder.setTimes("photos/a.jpg", times)
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aNameThatIsNoTextIsReportedAsItIs(_ method: Method) async throws {
    let (log, watcher) = try watch(method)
    let path = folder.watchPath("photos").appending([0xFF, 0x41, 0xFE])
    let descriptor = path.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
    folder.write("1", to: descriptor)
    close(descriptor)
    #expect(await log.wait(for: .changed(path)))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aNamedFileInAWatchedFolderIsReportedOnceAndSettlesInItsOwnWay(
    _ method: Method
  ) async throws {
    folder.save("photos/imgtune.json", "1")
    // Were it a picture, it would never settle while the test runs.
    let plan = WatchPlan(
      files: [WatchedFile(folder.watchPath("photos/imgtune.json"))],
      folders: [
        WatchedFolder(folder.watchPath("photos"), settling: Settling(quiet: .seconds(600), deadline: .seconds(600)))
      ])
    let watcher = try method.watcher(plan)
    let log = EventLog(watcher)
    folder.save("photos/imgtune.json", "22")
    #expect(await log.wait(for: folder.changed("photos/imgtune.json")))
    folder.replace("photos/imgtune.json", "333")
    #expect(await log.wait(for: folder.changed("photos/imgtune.json"), count: 2))
    #expect(log.events.count == 2)
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aRootThatIsNotThereIsWaitedFor(_ method: Method) async throws {
    let watcher = try method.watcher(WatchPlan(folders: [WatchedFolder(folder.watchPath("not/yet"))]))
    let log = EventLog(watcher)
    folder.makeFolder("not/yet/sub")
    folder.save("not/yet/sub/a.jpg", "1")
    let file = folder.changed("not/yet/sub/a.jpg")
    #expect(await log.wait { $0.contains(.rescan) || $0.contains(file) })
    folder.save("not/yet/sub/b.jpg", "1")
    #expect(await log.wait(for: folder.changed("not/yet/sub/b.jpg")))
    watcher.stop()
  }
}
