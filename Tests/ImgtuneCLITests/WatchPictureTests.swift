import Foundation
import Pixels
import TestSupport
import Testing

struct WatchPictureTests {
  @Test func picturesThatComeAndGoAreFollowed() {
    let session = WatchSession()
    let folder = session.imgtune.folder
    #expect(session.waits(for: "roundEnded"))
    folder.write(Picture.png, to: "photos/.new")
    rename(folder.path("photos/.new"), folder.path("photos/b.png"))
    #expect(session.waits(for: "out/b.png"))
    unlink(folder.path("photos/b.png"))
    #expect(session.waits(for: "sourceRemoved"))
    #expect(folder.exists("out/b.png"), "what was made of it stays")
    _ = session.end()
  }

  @Test func outputsOfARemovedSourceGoOnRequest() {
    let session = WatchSession(options: ["--delete"])
    let folder = session.imgtune.folder
    #expect(session.waits(for: "roundEnded"))
    unlink(folder.path("photos/a.jpg"))
    #expect(session.waits(for: "sourceRemoved"))
    _ = session.end()
    #expect(!folder.exists("out/a.jpg"))
  }

  @Test func aPictureThatIsSavedWithTheSameContentIsNotMadeAgain() {
    let session = WatchSession()
    let folder = session.imgtune.folder
    #expect(session.waits(for: "roundEnded"))
    folder.write(Picture.jpeg, to: "photos/a.jpg")
    folder.write(Picture.png, to: "photos/z.png")
    #expect(session.waits(for: "out/z.png"))
    let inputs = session.end().documents.events("picture").compactMap { $0["input"] as? String }
    #expect(inputs == ["photos/a.jpg", "photos/z.png"])
  }

  @Test func contentDecidesAndNotTheClock() throws {
    let session = WatchSession()
    let folder = session.imgtune.folder
    #expect(session.waits(for: "roundEnded"))
    let path = folder.path("photos/a.jpg")
    let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
    var other = Picture.jpeg
    other[other.count - 40] ^= 0x10  // another picture of the same length
    folder.write(other, to: "photos/a.jpg")
    try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)
    #expect(session.waits(for: #""previousBytes""#) || session.waits(for: "failed"))
    _ = session.end()
  }

  @Test(arguments: ["photos/out/", "link/out/"])
  func outputsInsideTheWatchedFolderNeverSetItOff(output: String) {
    let session = WatchSession(options: ["-R", "-o", output]) { $0.link("link", to: "photos") }
    let folder = session.imgtune.folder
    #expect(session.waits(for: "roundEnded"))
    folder.makeFolder("photos/deep")
    folder.write(Picture.png, to: "photos/deep/b.png")
    #expect(session.waits(for: "deep/b.png"))
    session.save(#"{"maxDimension": 20}"#)
    #expect(session.waits(for: #""width":20"#))
    let documents = session.end().documents
    #expect(
      Set(documents.events("picture").compactMap { $0["input"] as? String }) == ["photos/a.jpg", "photos/deep/b.png"])
    #expect(folder.files(in: "photos/out") == ["a.jpg", "deep/b.png"])
  }

  @Test func theWatchedFolderItselfIsNoOutput() {
    let imgtune = Imgtune()
    imgtune.folder.makeFolder("photos")
    imgtune.folder.link("other", to: "photos")
    let result = imgtune("watch", "photos", "-o", "other/")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("is watched itself"))
  }

  @Test func pollingSeesTheSame() {
    let session = WatchSession(options: ["--poll"])
    #expect(session.waits(for: "roundEnded") && session.waits(for: "polling"))
    session.save(#"{"maxDimension": 20}"#)
    #expect(session.waits(for: #""width":20"#))
    _ = session.end()
  }
}
