import Foundation
import Pixels
import TestSupport
import Testing

/// The rounds of `imgtune watch`, and what it tells of them.
@Suite(.timeLimit(.minutes(5)))
struct WatchTests {
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func itBeginsWithAFullRoundAndEndsCleanly(signal: Int32) throws {
    let session = WatchSession(settings: #"{"maxDimension": 40}"#)
    #expect(session.begins())
    #expect(session.imgtune.picture("out/a.jpg")?.size == PixelSize(40, 30))
    let (exitCode, documents) = session.end(signal)
    #expect(exitCode == 128 + signal)
    #expect(documents.names == ["started", "roundBegan", "picture", "roundEnded"])
    let started = try #require(documents.first)
    #expect(started["method"] as? String == "inotify" && started["pictures"] as? Int == 1)
    #expect(started["watched"] as? [String] == ["photos", "imgtune.json"])
    #expect(session.folder.files(in: "out") == ["a.jpg"])
  }

  @Test func anotherQualityDecodesNothing() throws {
    let session = WatchSession()
    #expect(session.begins())
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits(forQuality: 30))
    let documents = session.end().documents
    let pictures = documents.pictures(of: "photos/a.jpg")
    let stages = pictures.compactMap { $0["stages"] as? [String: Any] }
    #expect(Set(stages[0].keys).isSuperset(of: ["decodeMilliseconds", "resizeMilliseconds", "encodeMilliseconds"]))
    #expect(Set(stages[1].keys) == ["probeMilliseconds", "encodeMilliseconds"])
    #expect(pictures[1]["previousBytes"] as? Int == pictures[0]["outputBytes"] as? Int)
    let change = try #require((documents.events("roundBegan").last?["changes"] as? [[String: Any]])?.first)
    #expect(change["key"] as? String == "quality")
    #expect(change["old"] as? Double == 0.8 && change["new"] as? Double == 0.3)
  }

  @Test func aSettingThatAffectsNoPictureMakesNone() {
    let session = WatchSession()
    #expect(session.begins())
    session.save(#"{"maxDimension": 40, "webp.method": 6}"#)
    #expect(session.waits(for: "webp.method"))
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits(forQuality: 30))
    let documents = session.end().documents
    #expect(documents.events("picture").count == 2, "the first round and the last")
    #expect(documents.roundsAreOneAtATime)
  }

  /// Each of these changes pixels of other pictures, none of one that is neither resized nor transparent.
  @Test(arguments: [
    #""maxDimension": 5000, "resize.filter": "linear""#, ##""maxDimension": 5000, "color.background": "#ff0000""##,
    #""maxDimension": 6000"#,
  ])
  func aSettingThatChangesNothingOfAPictureEncodesNothing(setting: String) throws {
    let session = WatchSession(settings: #"{"maxDimension": 5000}"#)
    #expect(session.begins())
    session.save("{\(setting)}")
    #expect(session.waits { $0.events("roundEnded").count == 2 })
    session.save(#"{"quality": 0.3, \#(setting)}"#)
    #expect(session.waits(forQuality: 30))
    let documents = session.end().documents
    let rounds = documents.events("roundEnded").compactMap { $0["pictures"] as? Int }
    #expect(rounds.prefix(2) == [1, 0], "\(setting)")
    #expect(documents.events("picture").count == 2)
  }

  @Test func anotherFormatDecodesNothing() throws {
    let session = WatchSession()
    #expect(session.begins())
    session.save(#"{"maxDimension": 40, "format": "webp"}"#)
    #expect(session.waits { documents in documents.events("picture").contains { $0["format"] as? String == "webp" } })
    let stages = session.end().documents.pictures(of: "photos/a.jpg").compactMap { $0["stages"] as? [String: Any] }
    #expect(Set(try #require(stages.last).keys) == ["probeMilliseconds", "encodeMilliseconds"])
  }

  @Test func aRoundThatBecameStaleIsGivenUp() throws {
    let session = WatchSession(
      settings: #"{"format": "webp", "webp.lossless": true, "webp.method": 6}"#, options: ["--jobs", "1"]
    ) { folder in
      for name in ["b", "c", "d"] { folder.write(Picture.laborious, to: "photos/\(name).jpg") }
    }
    #expect(session.waits(forPicture: "photos/a.jpg"))
    session.save(#"{"maxDimension": 30}"#)
    #expect(session.waits(forPicture: "photos/d.jpg"))
    #expect(session.isUpToDate())
    let documents = session.end().documents
    #expect(documents.names.contains("roundCancelled") && documents.roundsAreOneAtATime)
    #expect(documents.pictureNames == ["a", "a", "b", "c", "d"].map { "photos/\($0).jpg" })
  }

  @Test func whatComesBackToWhatItWasIsMadeOnce() {
    let session = WatchSession(options: ["--jobs", "1"]) { $0.write(Picture.laborious, to: "photos/b.jpg") }
    #expect(session.begins())
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits(forQuality: 30))
    session.save(#"{"format": "webp", "webp.lossless": true, "webp.method": 6}"#)
    #expect(session.waits { $0.events("roundBegan").count == 3 })
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits { $0.names.contains("roundCancelled") })
    session.moveIn(Picture.png, to: "photos/z.png")
    #expect(session.waits(forPicture: "photos/z.png"))
    #expect(session.folder.exists("out/b.jpg"))
    let documents = session.end().documents
    #expect(documents.pictures(of: "photos/b.jpg").count == 2, "a picture that was given up is as it was before")
  }

  @Test(arguments: [SIGINT, SIGTERM]) func whatIsInHandIsDiscardedAtTheEnd(signal: Int32) {
    let session = WatchSession(
      settings: #"{"format": "webp", "webp.lossless": true, "webp.method": 6}"#, options: ["--jobs", "1"]
    ) { $0.write(Picture.laborious, to: "photos/b.jpg") }
    #expect(session.waits(forPicture: "photos/a.jpg"))
    let clock = ContinuousClock()
    let start = clock.now
    #expect(session.end(signal).exitCode == 128 + signal)
    #expect(clock.now - start < .seconds(1))
    #expect(session.folder.files(in: "out") == ["a.webp"])
    #expect(session.imgtune.picture("out/a.webp") != nil)
  }

  @Test func theEndInTheMidstOfManyLeavesWholeFilesOnly() {
    let session = WatchSession { folder in
      for index in 0..<200 { folder.write(Picture.jpeg, to: "photos/\(index).jpg") }
    }
    #expect(session.waits { $0.events("picture").count > 20 })
    #expect(session.end(SIGTERM).exitCode == 143)
    for name in session.folder.files(in: "out") {
      #expect(session.imgtune.picture("out/\(name)")?.size == PixelSize(40, 30), "\(name)")
    }
  }

  @Test func linesForPeopleTellWhatChangedAndWhatCameOfIt() throws {
    let session = WatchSession(isJSON: false)
    #expect(session.waits(for: "1 picture in "))
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits(for: "q30") && session.waits(for: "\n1 picture in "))
    session.save("{\n  \"quality\": 7\n}")
    #expect(session.waits(forNote: "stay in force"))
    session.save(#"{"maxDimension": 40, "quality": 0.3, "webp.method": 6}"#)
    #expect(session.waits(for: "no picture is affected"))
    let result = session.endResult()
    #expect(result.exitCode == 130)
    let lines = result.outputLines
    #expect(lines[0] == "watching photos, imgtune.json (1 picture, inotify); Ctrl-C ends it")
    #expect(
      try #/photos\/a\.jpg  40x30  \S+ k?B  saved \S+ %  \S+ ms  q80/#.wholeMatch(in: lines[1]) != nil, "\(lines[1])")
    #expect(lines[3] == "quality: 0.8 -> 0.3 (imgtune.json:1:33)")
    #expect(
      try #/photos\/a\.jpg  40x30  \S+ k?B -> \S+ k?B  saved \S+ %  \S+ ms  q30/#.wholeMatch(in: lines[4]) != nil,
      "\(lines[4])")
    #expect(
      result.errorLines == [
        "imgtune: quality = 7 is outside 0…1 (from imgtune.json:2:14); did you mean 0.07?",
        "imgtune: the last good settings stay in force",
        "imgtune: interrupted; what was finished is kept, nothing is half-written",
      ])
  }
}
