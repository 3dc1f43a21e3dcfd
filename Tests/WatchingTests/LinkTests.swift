import Testing
import Watching

/// Files that are reached through symbolic links and folders that are exchanged.
@Suite(.timeLimit(.minutes(5)))
struct LinkTests {
  private let folder = WorkFolder()

  private func log(_ method: Method, _ name: String) throws -> (log: EventLog, watcher: any FileWatcher) {
    let watcher = try method.watcher(WatchPlan(files: [WatchedFile(folder.watchPath(name))]))
    return (EventLog(watcher), watcher)
  }

  @Test(arguments: Method.allCases) func theFileBehindALinkIsEdited(_ method: Method) async throws {
    folder.makeFolder("dotfiles")
    folder.save("dotfiles/real.json", "1")
    folder.symbolicLink("config.json", to: "dotfiles/real.json")
    let (log, watcher) = try log(method, "config.json")
    folder.save("dotfiles/real.json", "22")
    #expect(await log.wait(for: folder.changed("config.json")))
    folder.replace("dotfiles/real.json", "333")
    #expect(await log.wait(for: folder.changed("config.json"), count: 2))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aLinkIsPointedElsewhere(_ method: Method) async throws {
    folder.save("a.json", "1")
    folder.save("b.json", "22")
    folder.symbolicLink("config.json", to: "a.json")
    let (log, watcher) = try log(method, "config.json")
    folder.symbolicLink("next", to: "b.json")
    folder.move("next", to: "config.json")
    #expect(await log.wait(for: folder.changed("config.json")))
    // The old target is nobody's any more, the new one is followed.
    folder.save("b.json", "333")
    #expect(await log.wait(for: folder.changed("config.json"), count: 2))
    watcher.stop()
  }

  /// As Kubernetes mounts a ConfigMap: `config.json -> ..data/config.json`, `..data -> ..1`, and then `..data` is
  /// renamed over and the old folder removed.
  @Test(arguments: Method.allCases) func aMountedConfigMapIsUpdated(_ method: Method) async throws {
    folder.makeFolder("..1")
    folder.save("..1/config.json", "1")
    folder.symbolicLink("..data", to: "..1")
    folder.symbolicLink("config.json", to: "..data/config.json")
    let (log, watcher) = try log(method, "config.json")
    for version in 2...4 {
      folder.makeFolder("..\(version)")
      folder.save("..\(version)/config.json", String(repeating: "x", count: version))
      folder.symbolicLink("..data_tmp", to: "..\(version)")
      folder.move("..data_tmp", to: "..data")
      folder.deleteAll("..\(version - 1)")
      #expect(await log.wait(for: folder.changed("config.json"), count: version - 1))
    }
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aFolderOnTheWayIsExchanged(_ method: Method) async throws {
    folder.makeFolder("app/deep/conf")
    folder.makeFolder("next/deep/conf")
    folder.save("app/deep/conf/config.json", "1")
    folder.save("next/deep/conf/config.json", "22")
    let (log, watcher) = try log(method, "app/deep/conf/config.json")
    folder.move("app", to: "old")
    folder.move("next", to: "app")
    #expect(await log.wait(for: folder.changed("app/deep/conf/config.json")))
    folder.save("app/deep/conf/config.json", "333")
    #expect(await log.wait(for: folder.changed("app/deep/conf/config.json"), count: 2))
    watcher.stop()
  }

  @Test(arguments: Method.allCases) func aLinkThatLeadsNowhereIsWaitedFor(_ method: Method) async throws {
    folder.symbolicLink("config.json", to: "made/later.json")
    let (log, watcher) = try log(method, "config.json")
    folder.makeFolder("made")
    folder.save("made/later.json", "1")
    #expect(await log.wait(for: folder.changed("config.json")))
    watcher.stop()
  }

  @Test func linksInACircleEndTheLookUp() {
    folder.symbolicLink("a", to: "b")
    folder.symbolicLink("b", to: "a")
    let chain = PathChain(folder.watchPath("a"))
    #expect(chain.target == nil)
    #expect(Set(chain.sites.map(\.name)) == [Array("a".utf8), Array("b".utf8)])
  }

  @Test func aChainNamesEveryPlaceThatMatters() {
    folder.makeFolder("..1")
    folder.save("..1/config.json", "1")
    folder.symbolicLink("..data", to: "..1")
    folder.symbolicLink("config.json", to: "..data/config.json")
    let chain = PathChain(folder.watchPath("config.json"))
    #expect(chain.sites.map { String(decoding: $0.name, as: UTF8.self) } == ["config.json", "..data", "config.json"])
    #expect(chain.sites.map(\.isFinal) == [false, false, true])
    #expect(chain.target == folder.watchPath("..1/config.json"))
  }

  @Test(arguments: Method.allCases) func aLinkInAWatchedFolderIsFollowedToItsFile(_ method: Method) async throws {
    folder.makeFolder("photos")
    folder.makeFolder("originals")
    folder.save("originals/a.jpg", "1")
    folder.symbolicLink("photos/a.jpg", to: "../originals/a.jpg")
    let watcher = try method.watcher(WatchPlan(folders: [WatchedFolder(folder.watchPath("photos"))]))
    let log = EventLog(watcher)
    folder.save("originals/a.jpg", "22")
    #expect(await log.wait(for: folder.changed("photos/a.jpg")))
    folder.save("originals/b.jpg", "1")
    folder.symbolicLink("photos/b.jpg", to: "../originals/b.jpg")
    #expect(await log.wait(for: folder.changed("photos/b.jpg")))
    folder.replace("originals/b.jpg", "333")
    #expect(await log.wait(for: folder.changed("photos/b.jpg"), count: 2))
    folder.delete("photos/b.jpg")
    #expect(await log.wait(for: folder.removed("photos/b.jpg")))
    watcher.stop()
  }
}
