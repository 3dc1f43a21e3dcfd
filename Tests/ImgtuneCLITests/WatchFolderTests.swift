import Foundation
import TestSupport
import Testing

/// Folders that come, move and go below what `imgtune watch` watches, and the limits of watching.
@Suite(.timeLimit(.minutes(5)))
struct WatchFolderTests {
  private static let methods = [[], ["--poll"]]

  @Test(arguments: methods) func newSubfoldersAreWatched(options: [String]) {
    let session = WatchSession(options: ["-R"] + options)
    #expect(session.begins())
    session.folder.write(Picture.png, to: "photos/new/deep/b.png")
    #expect(session.waits(forPicture: "photos/new/deep/b.png"))
    session.moveIn(Picture.png, to: "photos/new/c.png")
    #expect(session.waits(forPicture: "photos/new/c.png"))
    #expect(session.isUpToDate())
    #expect(!session.end().documents.hasComplaints)
  }

  @Test(arguments: methods) func renamedFoldersAreFollowed(options: [String]) {
    let session = WatchSession(options: ["-R"] + options) {
      $0.write(Picture.png, to: "photos/old/b.png")
      $0.write(Picture.png, to: "outside/d.png")
    }
    #expect(session.begins())
    session.move("photos/old", to: "photos/new")
    #expect(session.waits(forPicture: "photos/new/b.png"))
    #expect(session.waits { $0.events("sourceRemoved").contains { $0["input"] as? String == "photos/old/b.png" } })
    session.moveIn(Picture.clear, to: "photos/new/b.png")
    #expect(session.waits(forPicture: "photos/new/b.png") { $0["inputWidth"] as? Int == 40 })
    session.move("outside", to: "photos/in")
    #expect(session.waits(forPicture: "photos/in/d.png"))
    session.move("photos/in", to: "outside")
    #expect(session.waits { $0.events("sourceRemoved").contains { $0["input"] as? String == "photos/in/d.png" } })
    let documents = session.end().documents
    #expect(!documents.hasComplaints)
    #expect(documents.events("sourceRemoved").count == 2)
  }

  @Test(arguments: methods, ["photos", "photos/", "./photos", "link"])
  func aRootThatIsRemovedAndMadeAgainIsWatchedAgain(options: [String], root: String) {
    let session = WatchSession(inputs: [root], options: ["-R"] + options) { $0.link("link", to: "photos") }
    #expect(session.begins())
    let name = root.hasSuffix("/") ? root : root + "/"
    session.deleteAll("photos")
    #expect(session.waits { $0.events("sourceRemoved").contains { $0["input"] as? String == name + "a.jpg" } })
    session.folder.write(Picture.png, to: "photos/b.png")
    #expect(session.waits(forPicture: name + "b.png"))
    session.moveIn(Picture.png, to: "photos/c.png")
    #expect(session.waits(forPicture: name + "c.png"))
    let documents = session.end().documents
    #expect(!documents.hasComplaints)
    #expect(documents.events("sourceRemoved").count == 1)
  }

  @Test(arguments: methods) func aRootThatIsNotThereYetIsWaitedFor(options: [String]) {
    let session = WatchSession(inputs: ["photos", "later/"], options: options)
    #expect(session.begins() && session.waits(for: "later/ is not there yet"))
    session.folder.write(Picture.png, to: "later/b.png")
    #expect(session.waits(forPicture: "later/b.png"))
    session.moveIn(Picture.png, to: "later/c.png")
    #expect(session.waits(forPicture: "later/c.png"))
    let documents = session.end().documents
    #expect(!documents.hasComplaints && documents.events("sourceRemoved").isEmpty)
  }

  /// The program is stopped while more happens than the kernel remembers; what came last is among what was dropped.
  @Test func whatTheKernelForgotIsFoundByLookingAgain() throws {
    let limit = try String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let eventCount = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    let session = WatchSession(options: ["-R"]) { $0.write(Picture.png, to: "photos/b.png") }
    #expect(session.begins())
    session.send(SIGSTOP)
    // Only events that differ from the one before are queued.
    for index in 0...(eventCount / 2) {
      chmod(session.folder.path("photos/a.jpg"), index.isMultiple(of: 2) ? 0o600 : 0o644)
      chmod(session.folder.path("photos/b.png"), index.isMultiple(of: 2) ? 0o600 : 0o644)
    }
    session.delete("photos/b.png")
    session.folder.write(Picture.png, to: "photos/new/c.png")
    session.save(#"{"maxDimension": 20}"#)
    session.send(SIGCONT)
    #expect(session.waits(forPicture: "photos/new/c.png") { $0["width"] as? Int == 20 })
    #expect(session.waits { $0.events("sourceRemoved").contains { $0["input"] as? String == "photos/b.png" } })
    session.moveIn(Picture.png, to: "photos/new/d.png")
    #expect(session.waits(forPicture: "photos/new/d.png"))
    #expect(!session.end().documents.hasComplaints)
  }

  /// Runs a program in a user namespace of its own, whose limit of watches is its own too.
  private static func limited(to count: Int) -> [String] {
    let script = "echo \(count) > /proc/sys/user/max_inotify_watches && exec \"$@\""
    return ["/usr/bin/env", "unshare", "-Ur", "/bin/sh", "-c", script, "sh"]
  }

  /// Some systems let nobody make user namespaces.
  private static let canLimit =
    ChildProcess(
      limited(to: 9)[0], (limited(to: 9).dropFirst() + ["true"]).map { Array($0.utf8) }, folder: "/"
    ).result().exitCode == 0

  @Test(.enabled(if: canLimit, "no user namespace with a limit of watches of its own can be had"))
  func whereNoMoreWatchesAreToBeHadItLooksByItself() {
    let session = WatchSession(launcher: Self.limited(to: 2))
    #expect(session.begins() && session.waits(for: "the limit of inotify watches is reached"))
    session.save(#"{"maxDimension": 40, "quality": 0.31}"#)
    #expect(session.waits(forQuality: 31))
    session.moveIn(Picture.png, to: "photos/b.png")
    #expect(session.waits(forPicture: "photos/b.png"))
    let documents = session.end().documents
    #expect(documents.first?["method"] as? String == "polling")
    #expect(!documents.hasComplaints)
  }

  @Test(.enabled(if: canLimit, "no user namespace with a limit of watches of its own can be had"))
  func theLimitMayBeReachedLater() {
    let session = WatchSession(options: ["-R"], launcher: Self.limited(to: 60))
    #expect(session.begins() && session.waits(for: #""method":"inotify""#))
    for index in 0..<100 { session.folder.makeFolder("photos/\(index)") }
    #expect(session.waits(for: "the limit of inotify watches is reached"))
    session.moveIn(Picture.png, to: "photos/99/b.png")
    #expect(session.waits(forPicture: "photos/99/b.png"))
    session.save(#"{"maxDimension": 40, "quality": 0.31}"#)
    #expect(session.waits(forQuality: 31))
    #expect(!session.end().documents.hasComplaints)
  }
}
