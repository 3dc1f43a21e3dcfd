import Foundation
import Pixels
import TestSupport
import Testing

struct WatchTests {
  @Test func itBeginsWithAFullRoundAndEndsCleanly() throws {
    for (signal, code) in [(SIGINT, Int32(130)), (SIGTERM, 143)] {
      let session = WatchSession()
      #expect(session.waits(for: "roundEnded"))
      #expect(session.imgtune.picture("out/a.jpg")?.size == PixelSize(40, 30))
      let (exitCode, documents) = session.end(signal)
      #expect(exitCode == code)
      #expect(documents.first?["event"] as? String == "started")
      #expect(session.imgtune.folder.files(in: "out") == ["a.jpg"])
    }
  }

  @Test func anotherQualityDecodesNothing() throws {
    let session = WatchSession()
    #expect(session.waits(for: "roundEnded"))
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits(for: #""new":0.3"#) && session.waits(for: #""nativeQuality":"q30""#))
    let picture = try #require(session.end().documents.events("picture").last)
    let stages = try #require(picture["stages"] as? [String: Any])
    #expect(stages["resizeMilliseconds"] == nil && stages["encodeMilliseconds"] != nil)
    #expect(picture["previousBytes"] != nil)
  }

  @Test func aSettingThatAffectsNoPictureMakesNone() {
    let session = WatchSession()
    #expect(session.waits(for: "roundEnded"))
    session.save(#"{"maxDimension": 40, "webp.method": 6}"#)
    #expect(session.waits(for: "webp.method"))
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits(for: "q30"))
    #expect(session.end().documents.events("picture").count == 2, "the first round and the last")
  }

  @Test func aBrokenFileKeepsTheLastGoodSettingsAndTheNextGoodOneCounts() throws {
    let session = WatchSession()
    #expect(session.waits(for: "roundEnded"))
    session.save("{\n  \"quality\": 7,\n}")
    #expect(session.waits(for: "settingsBroken") && session.waits(for: "imgtune.json:2"))
    session.save(#"{"quality": 0.2, "maxDimension": 40}"#)
    #expect(session.waits(for: "settingsRecovered") && session.waits(for: "q20"))
    #expect(session.end().documents.events("picture").count == 2)
  }

  @Test func aNamedFileThatIsNotThereYetIsWaitedFor() {
    let session = WatchSession(settings: nil, options: ["--config", "later.json"])
    #expect(session.waits(for: "not there yet") && session.waits(for: "roundEnded"))
    session.imgtune.folder.write(Array(#"{"quality": 0.25}"#.utf8), to: "later.json")
    #expect(session.waits(for: "q25"))
    _ = session.end()
  }

  @Test func whatTheCommandLineGivesIsPinned() throws {
    let session = WatchSession(options: ["--quality", "0.5"])
    #expect(session.waits(for: "roundEnded"))
    session.save(#"{"maxDimension": 40, "quality": 0.3}"#)
    #expect(session.waits(for: #""event":"pinned""#))
    let documents = session.end().documents
    #expect(documents.events("pinned").first?["key"] as? String == "quality")
    #expect(documents.events("picture").count == 1)
  }

  @Test func theLastOfManySavesWins() {
    let session = WatchSession()
    #expect(session.waits(for: "roundEnded"))
    for index in 0..<1_000 { session.save("{\"maxDimension\": 40, \"quality\": \(0.2 + Double(index) / 2_000)}") }
    session.save(#"{"maxDimension": 40, "quality": 0.99}"#)
    #expect(session.waits(for: "q99"))
    let rounds = session.end().documents.events("roundBegan").count
    #expect(rounds < 200, "\(rounds) rounds for 1,001 saves")
  }
}
