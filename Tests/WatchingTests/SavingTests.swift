import Foundation
import Testing
import Watching

/// Every way that programs save a file, done by the same system calls, seen by both watchers.
@Suite(.timeLimit(.minutes(5)))
struct SavingTests {
  private let folder = WorkFolder()
  private let name = "imgtune.json"
  private var event: WatchEvent { folder.changed(name) }

  private func log(_ method: Method) throws -> (log: EventLog, watcher: any FileWatcher) {
    let watcher = try method.watcher(WatchPlan(files: [WatchedFile(folder.watchPath(name))]))
    return (EventLog(watcher), watcher)
  }

  /// The file, and another one that settles later than it would, were it not held open.
  private var planWithMarker: WatchPlan {
    WatchPlan(files: [
      WatchedFile(folder.watchPath(name), settling: Settling(quiet: .milliseconds(50), deadline: .milliseconds(500))),
      WatchedFile(folder.watchPath("marker"), settling: Settling(quiet: .milliseconds(150), deadline: .seconds(1))),
    ])
  }

  @Test(arguments: Method.allCases) func savedInPlace(_ method: Method) async throws {
    folder.save(name, "1")
    let (log, watcher) = try log(method)
    folder.save(name, "2")
    #expect(await log.wait(for: event))
    watcher.stop()
  }

  @Test func truncatedAndWrittenInPiecesIsReportedWhenItIsClosed() async throws {
    folder.save(name, "1")
    folder.save("marker", "1")
    let watcher = try InotifyWatcher(planWithMarker)
    let log = EventLog(watcher)
    let file = folder.openForWriting(name)
    folder.write("{ half", to: file)
    folder.save("marker", "2")
    #expect(await log.wait(for: folder.changed("marker")))
    #expect(log.count(of: event) == 0)
    folder.write(" whole }", to: file)
    close(file)
    #expect(await log.wait(for: event))
    #expect(log.count(of: event) == 1)
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aConfigurationHeldOpenIsReportedInTheEnd(_ method: Method) async throws {
    folder.save(name, "1")
    let (log, watcher) = try log(method)
    let file = folder.openForWriting(name)
    defer { close(file) }
    folder.write("22", to: file)
    #expect(await log.wait(for: event))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func replacedByARename(_ method: Method) async throws {
    folder.save(name, "1")
    let (log, watcher) = try log(method)
    for count in 1...3 {
      folder.replace(name, String(repeating: "2", count: count))
      #expect(await log.wait(for: event, count: count))
    }
    watcher.stop()
  }

  /// vim with a backup: the old file moves away, a new one is created and written, the backup goes.
  @Test(arguments: Method.allCases) func movedAwayAndWrittenAnew(_ method: Method) async throws {
    folder.save(name, "1")
    let (log, watcher) = try log(method)
    folder.move(name, to: name + "~")
    folder.save(name, "22")
    folder.delete(name + "~")
    #expect(await log.wait(for: event))
    #expect(log.count(of: folder.removed(name)) == 0)
    watcher.stop()
  }

  @Test func sedWritesAnotherFileAndRenamesIt() async throws {
    folder.save(name, "quality=1\n")
    let (log, watcher) = try log(.inotify)
    let sed = Process()
    sed.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    sed.arguments = ["sed", "-i", "s/1/2/", folder.at(name)]
    try sed.run()
    sed.waitUntilExit()
    #expect(await log.wait(for: event))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func deletedThenCreatedAgain(_ method: Method) async throws {
    folder.save(name, "1")
    let (log, watcher) = try log(method)
    folder.delete(name)
    #expect(await log.wait(for: folder.removed(name)))
    folder.save(name, "22")
    #expect(await log.wait(for: event))
    folder.save(name, "333")
    #expect(await log.wait(for: event, count: 2))
    watcher.stop()
  }

  @Test func deletedAndAtOnceWrittenInPieces() async throws {
    folder.save(name, "1")
    folder.save("marker", "1")
    let watcher = try InotifyWatcher(planWithMarker)
    let log = EventLog(watcher)
    folder.delete(name)
    let file = folder.openForWriting(name)
    folder.write("half", to: file)
    folder.save("marker", "2")
    #expect(await log.wait(for: folder.changed("marker")))
    #expect(log.count(of: event) == 0)
    close(file)
    #expect(await log.wait(for: event))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func writtenUnderAnotherHardLink(_ method: Method) async throws {
    folder.save(name, "1")
    folder.makeFolder("elsewhere")
    folder.hardLink("elsewhere/other", to: name)
    let (log, watcher) = try log(method)
    folder.save("elsewhere/other", "22")
    #expect(await log.wait(for: event))
    // A replaced name no longer follows the old inode, but the new one's.
    folder.replace(name, "333")
    #expect(await log.wait(for: event, count: 2))
    folder.hardLink("elsewhere/third", to: name)
    folder.save("elsewhere/third", "4444")
    #expect(await log.wait(for: event, count: 3))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func rewrittenWithTheSameSizeAndTime(_ method: Method) async throws {
    folder.save(name, "1111")
    folder.age(name)
    let before = folder.times(name)
    let first = try FileFingerprint(of: folder.watchPath(name), hashing: true)
    let (log, watcher) = try log(method)
    folder.save(name, "2222")
    folder.setTimes(name, before)
    #expect(await log.wait(for: event))
    let second = try FileFingerprint(of: folder.watchPath(name), hashing: true)
    #expect(first.modifiedNanoseconds == second.modifiedNanoseconds && first.byteCount == second.byteCount)
    #expect(!first.hasSameContent(as: second))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aThousandSavesGiveFewEventsAndTheLastContentIsSeen(
    _ method: Method
  ) async throws {
    folder.save(name, "0")
    let watcher = try method.watcher(WatchPlan(files: [WatchedFile(folder.watchPath(name))]))
    let path = folder.at(name)
    // Reads at each event, as a reloading program does.
    let reader = Task {
      var contents: [String] = []
      for await _ in watcher.events {
        contents.append((try? String(contentsOfFile: path, encoding: .utf8)) ?? "")
        if contents.last == "1000" { break }
      }
      return contents
    }
    for count in 1...1_000 {
      count.isMultiple(of: 2) ? folder.save(name, "\(count)") : folder.replace(name, "\(count)")
    }
    let contents = await reader.value
    #expect(contents.last == "1000")
    #expect(contents.count < 30)
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aFileThatIsNotThereIsWaitedFor(_ method: Method) async throws {
    let plan = WatchPlan(files: [WatchedFile(folder.watchPath("not/yet/here.json"))])
    let watcher = try method.watcher(plan)
    let log = EventLog(watcher)
    folder.makeFolder("not/yet")
    folder.save("not/yet/here.json", "1")
    #expect(await log.wait(for: folder.changed("not/yet/here.json")))
    folder.deleteAll("not")
    #expect(await log.wait(for: folder.removed("not/yet/here.json")))
    folder.makeFolder("not/yet")
    folder.save("not/yet/here.json", "22")
    #expect(await log.wait(for: folder.changed("not/yet/here.json"), count: 2))
    watcher.stop()
  }
}
