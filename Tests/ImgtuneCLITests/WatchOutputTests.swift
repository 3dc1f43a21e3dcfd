import TestSupport
import Testing

/// What `imgtune watch` writes itself never sets it off.
@Suite(.timeLimit(.minutes(5)))
struct WatchOutputTests {
  @Test(
    arguments: [
      "photos/out/", "photos/../photos/out/", "link/out/", "photos/deep/out", "./photos//out/", "elsewhere",
    ], [[], ["--poll"]])
  func alsoInsideTheWatchedFolderUnderAnyName(output: String, options: [String]) {
    let session = WatchSession(output: output, options: ["-R"] + options) {
      $0.link("link", to: "photos")
      $0.makeFolder("photos/deep")
      $0.makeFolder("photos/real")
      if output == "elsewhere" { $0.link("elsewhere", to: "photos/real") }
    }
    #expect(session.begins())
    session.folder.write(Picture.png, to: "photos/deep/b.png")
    #expect(session.waits(forPicture: "photos/deep/b.png"))
    session.save(#"{"maxDimension": 20}"#)
    #expect(session.waits { $0.events("picture").filter { $0["width"] as? Int == 20 }.count == 2 })
    // Were outputs taken for pictures, they would be in the same rounds as these.
    for index in 0..<3 {
      session.moveIn(Picture.png, to: "photos/\(index).png")
      #expect(session.waits(forPicture: "photos/\(index).png"))
    }
    let documents = session.end().documents
    #expect(
      Set(documents.pictureNames)
        == ["photos/a.jpg", "photos/deep/b.png", "photos/0.png", "photos/1.png", "photos/2.png"])
    #expect(documents.pictureNames.count == 7)
  }

  @Test(arguments: [[], ["--poll"]]) func alsoWhereTheNamesLeadIntoTheWatchedFolder(options: [String]) {
    let session = WatchSession(
      settings: #"{"maxDimension": 40, "output.template": "photos/{stem}-small.{extension}"}"#, output: ".",
      options: options)
    #expect(session.begins())
    for index in 0..<3 {
      session.moveIn(Picture.png, to: "photos/\(index).png")
      #expect(session.waits(forPicture: "photos/\(index).png"))
    }
    let documents = session.end().documents
    #expect(documents.pictureNames == ["photos/a.jpg", "photos/0.png", "photos/1.png", "photos/2.png"])
    #expect(session.folder.files(in: "photos").filter { $0.contains("small-small") }.isEmpty)
  }

  @Test func picturesThatWouldBecomeOneFileAreToldOnceAndMadeWhenTheyDoNot() {
    let session = WatchSession { $0.write(Picture.png, to: "photos/b.png") }
    #expect(session.begins())
    session.save(#"{"maxDimension": 40, "output.template": "same.jpg"}"#)
    #expect(session.waits(for: "would both become out/same.jpg"))
    session.moveIn(Picture.png, to: "photos/c.png")
    session.save(#"{"maxDimension": 40, "output.template": "{stem}-new.{extension}"}"#)
    #expect(session.waits(for: "out/c-new.png"))
    let documents = session.end().documents
    #expect(documents.events("note").count == 1 && documents.roundsAreOneAtATime)
    #expect(session.folder.files(in: "out") == ["a-new.jpg", "a.jpg", "b-new.png", "b.png", "c-new.png"])
  }

  @Test(arguments: ["other/", "photos/", "./photos", "."])
  func theWatchedFolderItselfIsNoOutput(output: String) {
    let imgtune = Imgtune()
    imgtune.folder.makeFolder("photos")
    imgtune.folder.link("other", to: "photos")
    let result = imgtune("watch", output == "." ? "." : "photos", "-o", output)
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("is watched itself"))
  }
}
