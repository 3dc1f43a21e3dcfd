import Foundation
import Pixels
import TestSupport
import Testing

/// Pictures that come, change and go while `imgtune watch` runs.
@Suite(.timeLimit(.minutes(5)))
struct WatchPictureTests {
  private static let methods = [[], ["--poll"]]

  @Test(arguments: methods) func picturesThatComeAndGoAreFollowed(options: [String]) {
    let session = WatchSession(options: options)
    let folder = session.folder
    #expect(session.begins())
    session.moveIn(Picture.png, to: "photos/b.png")
    #expect(session.waits(forPicture: "photos/b.png"))
    folder.write(Picture.webp, to: "photos/c.webp")
    #expect(session.waits(forPicture: "photos/c.webp"))
    session.moveIn(Picture.jpeg, to: "photos/b.png")
    #expect(session.waits(forPicture: "photos/b.png") { $0["inputFormat"] as? String == "jpeg" })
    session.delete("photos/c.webp")
    #expect(session.waits(for: "sourceRemoved"))
    #expect(folder.exists("out/c.webp"), "what was made of it stays")
    let removed = session.end().documents.events("sourceRemoved")
    #expect(removed.first?["input"] as? String == "photos/c.webp" && removed.count == 1)
    #expect(removed.first?["outputsDeleted"] as? Bool == false)
  }

  @Test func outputsOfARemovedSourceGoOnRequest() {
    let session = WatchSession(options: ["--delete"]) { $0.write(Picture.png, to: "photos/b.png") }
    #expect(session.begins())
    session.delete("photos/a.jpg")
    #expect(session.waits(for: "sourceRemoved"))
    session.save(#"{"format": "webp"}"#)
    #expect(session.waits(for: "out/b.webp"))
    session.moveIn(Array("no picture".utf8), to: "photos/b.png")
    #expect(session.waits(for: #""status":"failed""#))
    _ = session.end()
    #expect(session.folder.files(in: "out") == ["b.webp"], "the last good one stays, and its earlier name goes")
  }

  @Test func aSourceThatGoesWhileItIsMadeLeavesNoOutputOnRequest() {
    let session = WatchSession(
      settings: #"{"format": "webp", "webp.lossless": true, "webp.method": 6}"#, options: ["--delete", "--jobs", "1"]
    ) { $0.write(Picture.laborious, to: "photos/b.jpg") }
    #expect(session.waits(forPicture: "photos/a.jpg"))
    session.delete("photos/b.jpg")
    #expect(session.waits(for: "sourceRemoved"))
    session.moveIn(Picture.png, to: "photos/c.png")
    #expect(session.waits(forPicture: "photos/c.png"))
    _ = session.end()
    #expect(session.folder.files(in: "out") == ["a.webp", "c.webp"])
  }

  @Test func aPictureThatIsSavedWithTheSameContentIsNotMadeAgain() {
    let session = WatchSession()
    #expect(session.begins())
    session.folder.write(Picture.jpeg, to: "photos/a.jpg")
    session.folder.write(Picture.png, to: "photos/z.png")
    #expect(session.waits(forPicture: "photos/z.png"))
    #expect(session.end().documents.pictureNames == ["photos/a.jpg", "photos/z.png"])
  }

  @Test(arguments: methods) func contentDecidesAndNotTheClock(options: [String]) throws {
    let two = try Picture.twoOfTheSameLength()
    let session = WatchSession(options: options) { $0.write(two.first, to: "photos/b.png") }
    #expect(session.begins())
    let path = session.folder.path("photos/b.png")
    var status = stat()
    stat(path, &status)
    session.folder.write(two.second, to: "photos/b.png")
    utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0)
    #expect(session.waits { $0.pictures(of: "photos/b.png").count == 2 })
    #expect(session.isUpToDate())
    #expect(!session.end().documents.hasComplaints)
  }

  @Test func datesThatAreKeptAreKeptWhenTheyChange() {
    let session = WatchSession(settings: #"{"output.keepDates": true}"#)
    #expect(session.begins())
    let times = [timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, session.folder.path("photos/a.jpg"), times, 0)
    #expect(session.waits { $0.pictures(of: "photos/a.jpg").count == 2 })
    var status = stat()
    stat(session.folder.path("out/a.jpg"), &status)
    #expect(status.st_mtim.tv_sec == 1_000_000_000)
    _ = session.end()
  }

  /// Each time something else is made meanwhile, and the settings change: nothing of that may touch half a picture.
  @Test(arguments: methods, [false, true])
  func aPictureThatIsBeingWrittenIsWaitedFor(options: [String], isBegunBefore: Bool) {
    var descriptor: Int32 = -1
    let pieces = stride(from: 0, to: Picture.jpeg.count, by: 1 + Picture.jpeg.count / 4).map {
      Array(Picture.jpeg[$0..<min(Picture.jpeg.count, $0 + 1 + Picture.jpeg.count / 4)])
    }
    func begin(_ folder: TemporaryFolder) {
      descriptor = open(folder.path("photos/b.jpg"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
      precondition(write(descriptor, pieces[0], pieces[0].count) == pieces[0].count)
    }
    let session = WatchSession(options: options) { if isBegunBefore { begin($0) } }
    #expect(session.begins())
    if !isBegunBefore { begin(session.folder) }
    for (index, piece) in pieces.dropFirst().enumerated() {
      session.moveIn(Picture.png, to: "photos/\(index).png")
      #expect(session.waits(forPicture: "photos/\(index).png"))
      session.save(#"{"maxDimension": 40, "quality": 0.3\#(index)}"#)
      #expect(session.waits(forQuality: 30 + index))
      precondition(write(descriptor, piece, piece.count) == piece.count)
    }
    close(descriptor)
    #expect(session.waits(forPicture: "photos/b.jpg"))
    #expect(session.isUpToDate())
    let documents = session.end().documents
    #expect(!documents.hasComplaints)
    #expect(documents.pictures(of: "photos/b.jpg").last?["inputWidth"] as? Int == 120)
  }

  @Test(arguments: methods) func aPictureThatIsRewrittenInPiecesKeepsItsOutputUntilItIsWhole(options: [String]) {
    let session = WatchSession(options: options)
    #expect(session.begins())
    let before = session.folder.read("out/a.jpg")
    let descriptor = open(session.folder.path("photos/a.jpg"), O_WRONLY | O_TRUNC | O_CLOEXEC)
    let half = Picture.webp.count / 2
    precondition(write(descriptor, Array(Picture.webp[..<half]), half) == half)
    session.save(#"{"maxDimension": 30}"#)
    session.moveIn(Picture.png, to: "photos/c.png")
    #expect(session.waits(forPicture: "photos/c.png") { $0["width"] as? Int == 30 })
    #expect(session.folder.read("out/a.jpg") == before)
    let rest = Array(Picture.webp[half...])
    precondition(write(descriptor, rest, rest.count) == rest.count)
    close(descriptor)
    #expect(session.waits(forPicture: "photos/a.jpg") { $0["inputFormat"] as? String == "webp" })
    #expect(!session.end().documents.hasComplaints)
  }

  @Test(arguments: methods) func aPictureThatIsReallyBrokenIsToldOnceAndTriedAgainWhenItChanges(options: [String]) {
    let session = WatchSession(options: options) {
      $0.write(Array(Picture.jpeg.prefix(Picture.jpeg.count / 2)), to: "photos/half.jpg")
      $0.write(Array("no picture".utf8), to: "photos/text.jpg")
      $0.write([], to: "photos/empty.jpg")
      // One that was made just now would be waited for.
      utimensat(AT_FDCWD, $0.path("photos/empty.jpg"), [timespec(), timespec()], 0)
    }
    #expect(session.begins())
    session.save(#"{"maxDimension": 40, "webp.method": 6}"#)
    #expect(session.waits(for: "webp.method"))
    session.folder.write(Picture.jpeg, to: "photos/half.jpg")
    #expect(session.waits(forPicture: "photos/half.jpg"))
    let documents = session.end().documents
    #expect(documents.events("picture").filter { $0["status"] as? String == "failed" }.count == 3)
    #expect(documents.events("roundEnded").first?["failed"] as? Int == 3)
    #expect(documents.events("roundBegan").count == 3)
  }

  @Test(arguments: methods) func anEmptyPictureIsToldWhenNothingCameOfIt(options: [String]) {
    let session = WatchSession(options: options)
    #expect(session.begins())
    session.folder.write([], to: "photos/b.jpg")
    #expect(session.waits(for: "an empty file"))
    session.folder.write(Picture.jpeg, to: "photos/b.jpg")
    #expect(session.waits(forPicture: "photos/b.jpg"))
    #expect(session.end().documents.pictures(of: "photos/b.jpg").count == 2)
  }

  /// One that was written in place before, and would come first by its name, is waited for longer.
  @Test func aPictureThatIsMovedInIsTakenAtOnce() {
    let session = WatchSession()
    #expect(session.begins())
    // Should this test be held up between the two, it tries again.
    let wasAtOnce = (0..<5).contains { index in
      session.folder.write(Picture.png, to: "arriving")
      session.folder.write(Picture.png, to: "photos/b\(index).png")
      session.move("arriving", to: "photos/c\(index).png")
      var names: [String] = []
      #expect(
        session.waits {
          names = $0.pictureNames.filter { $0.hasSuffix("\(index).png") }
          return names.count == 2
        })
      return names.first == "photos/c\(index).png"
    }
    #expect(wasAtOnce)
    _ = session.end()
  }

  @Test func aLinkedPictureIsFollowed() {
    let session = WatchSession {
      $0.write(Picture.png, to: "elsewhere/x.png")
      $0.link("photos/b.png", to: "../elsewhere/x.png")
    }
    #expect(session.begins())
    session.folder.write(Picture.clear, to: "elsewhere/x.png")
    #expect(session.waits(forPicture: "photos/b.png") { $0["inputWidth"] as? Int == 40 })
    #expect(session.end().documents.pictures(of: "photos/b.png").count == 2)
  }

  @Test func anOutputThatCannotBeDeletedIsTold() {
    let session = WatchSession(options: ["--delete"]) { $0.write(Picture.png, to: "photos/b.png") }
    #expect(session.begins())
    session.delete("out/b.png")
    session.folder.write(Picture.png, to: "out/b.png/inside.png")
    session.delete("photos/b.png")
    #expect(session.waits(for: "cannot delete out/b.png"))
    #expect(session.waits(for: "sourceRemoved"))
    #expect(session.end().exitCode == 130)
    #expect(session.folder.exists("out/b.png/inside.png"))
  }

  @Test func aPictureThatIsNamedItselfIsFollowedAndWaitedFor() {
    let session = WatchSession(inputs: ["photos/a.jpg", "later.png"])
    #expect(session.begins())
    session.moveIn(Picture.png, to: "later.png")
    #expect(session.waits(forPicture: "later.png"))
    session.moveIn(Picture.png, to: "photos/a.jpg")
    #expect(session.waits(forPicture: "photos/a.jpg") { $0["inputFormat"] as? String == "png" })
    session.delete("later.png")
    #expect(session.waits(for: "sourceRemoved"))
    session.moveIn(Picture.clear, to: "later.png")
    #expect(session.waits(forPicture: "later.png") { $0["inputWidth"] as? Int == 40 })
    let documents = session.end().documents
    #expect(!documents.hasComplaints)
    #expect(documents.pictures(of: "photos/a.jpg").count == 2, "its neighbours are nobody's business")
  }

  @Test func whatASelectionLeavesOutStaysOut() {
    let session = WatchSession(options: ["-R", "--include", "*.png", "--exclude", "raw"])
    session.folder.makeFolder("photos/raw")
    #expect(session.waits(for: "started"))
    session.moveIn(Picture.png, to: "photos/raw/b.png")
    session.moveIn(Picture.jpeg, to: "photos/c.jpg")
    session.moveIn(Picture.png, to: "photos/.d.png")
    session.moveIn(Picture.png, to: "photos/e.png")
    #expect(session.waits(forPicture: "photos/e.png"))
    #expect(session.end().documents.pictureNames == ["photos/e.png"])
  }
}
