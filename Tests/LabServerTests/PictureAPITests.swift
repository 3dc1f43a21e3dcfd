import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

/// The API of the pictures.
struct PictureAPITests {
  private let lab: PhotoLab

  init() throws { lab = try PhotoLab() }

  @Test func anEditThatIsOnlyTriedGivesItsPictureAndStaysAway() throws {
    let id = try lab.id("a.jpg")
    let plain = lab.encode(id)
    let coarse = lab.encode(id, [["key": "quality", "json": 0.1], ["key": "maxDimension", "text": "60"]])
    let picture = try decoded(try #require(coarse.answer?.body))
    #expect(picture.info.format == .jpeg && picture.picture.size == PixelSize(60, 45))
    #expect(coarse.result["outputBytes"] as? Int == coarse.answer?.body.count)
    #expect(coarse.result["nativeQuality"] as? String == "q10")
    #expect(coarse.result["inputBytes"] as? Int == PhotoLab.jpeg.count)
    #expect((coarse.answer?.body.count ?? .max) < (plain.answer?.body.count ?? 0))
    #expect(lab.client("GET", "/api/state")?.object["revision"] as? Int == 0)
  }

  @Test func theSameIsTriedOnceAndKeepsItsName() throws {
    let id = try lab.id("a.jpg")
    let first = lab.encode(id, [["key": "quality", "json": 0.4]]).result["id"] as? String
    _ = lab.encode(id)
    // Another setting that has no effect on a JPEG makes nothing else of it.
    let again = lab.encode(id, [["key": "quality", "json": 0.4], ["key": "webp.method", "json": 1]])
    #expect(again.result["id"] as? String == first)
    let results = lab.client("GET", "/api/pictures/\(id)/results")?.json as? [[String: Any]]
    #expect(results?.count == 2)
  }

  @Test func thePictureBeforeIsWhatTheEncoderGot() throws {
    let id = try lab.id("a.jpg")
    let result = lab.encode(id, [["key": "maxDimension", "json": 50]]).result
    let answer = lab.client("GET", "/api/results/\(try #require(result["id"] as? String))/reference")
    #expect(answer?.headers["content-type"] == "image/png")
    #expect(try decoded(try #require(answer?.body)).picture.size == PixelSize(50, 38))
    let other = lab.encode(id, [["key": "maxDimension", "json": 50], ["key": "quality", "json": 0.2]]).result
    #expect(other["reference"] as? String == result["reference"] as? String)
  }

  @Test func aScoreSaysHowFarItIsFromThePictureBefore() throws {
    let id = try lab.id("a.jpg")
    var values: [Double] = []
    for quality in [0.1, 0.95] {
      let result = lab.encode(id, [["key": "quality", "json": quality]]).result
      let score = lab.client("GET", "/api/results/\(try #require(result["id"] as? String))/score?map=1")?.object
      values.append(try #require(score?["value"] as? Double))
      let map = try #require(score?["map"] as? [String: Any])
      let damage = try #require(map["damage"] as? [Double])
      #expect(damage.count == (map["columns"] as? Int ?? 0) * (map["rows"] as? Int ?? 0) && !damage.isEmpty)
      #expect(damage.allSatisfy { (0...1).contains($0) })
    }
    #expect(values[0] < values[1])
    let results = lab.client("GET", "/api/pictures/\(id)/results")?.json as? [[String: Any]] ?? []
    #expect(results.allSatisfy { ($0["scores"] as? [String: Any])?.count == 1 })
  }

  @Test func theScoreAndTheMapAreBothGivenToWhoAsksForBoth() throws {
    let lab = try PhotoLab { folder in
      let picture = PhotoLab.picture(PixelSize(1_600, 1_200), .jpeg(JPEGParameters(quality: 96)))
      folder.write(picture, to: "work/photos/large.jpg")
    }
    let id = try #require(lab.encode(try lab.id("large.jpg")).result["id"] as? String)
    let connections = try ["?map=1", ""].map { query in
      let connection = try #require(RawHTTP(port: lab.client.port))
      connection.send(
        "GET /api/results/\(id)/score\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(lab.client.port)\r\nX-Lab-Client: one\r\n\r\n"
      )
      return connection
    }
    for connection in connections { #expect(connection.answer()?.status == 200) }
  }

  @Test func anUploadIsAPictureLikeOthersUntilItIsLetGo() throws {
    let listener = try lab.events()
    let png = PhotoLab.picture(PixelSize(40, 30), .png(PNGParameters()))
    let id = try #require(lab.client("POST", "/api/pictures?name=mine.png", png)?.object["id"] as? String)
    #expect(listener.read(until: Array("event: pictures".utf8)) != nil)
    #expect(lab.encode(id, [["key": "format", "json": "webp"]]).result["format"] as? String == "webp")
    #expect(lab.client("GET", "/api/pictures/\(id)/thumbnail")?.headers["content-type"] == "image/webp")
    #expect(lab.client("DELETE", "/api/pictures/\(id)", [])?.status == 200)
    #expect(lab.encode(id).answer?.status == 404)
    // Files are not let go of by the page.
    #expect(lab.client("DELETE", "/api/pictures/\(try lab.id("a.jpg"))", [])?.status == 404)
    #expect(lab.folder.exists("work/photos/a.jpg"))
  }

  @Test(arguments: [0, 1, 20, 700])
  func aBrokenUploadIsToldAndIsNoPicture(_ count: Int) throws {
    let answer = lab.client("POST", "/api/pictures?name=broken.jpg", Array(PhotoLab.jpeg.prefix(count)))
    if answer?.status == 201 {
      // Its header is whole; that the rest is missing is known when it is decoded.
      let id = try #require(answer?.object["id"] as? String)
      let encoded = lab.encode(id).answer
      #expect(encoded?.status == 422)
      #expect((encoded?.object["error"] as? String)?.contains("JPEG data ends") == true, "\(encoded?.text ?? "")")
    } else {
      #expect(answer?.status == 422)
      #expect((answer?.object["error"] as? String)?.isEmpty == false)
      #expect(lab.pictures.count == 1)
    }
  }

  @Test func anUploadThatIsCutOffLeavesNothing() throws {
    for _ in 0..<10 {
      let connection = try #require(RawHTTP(port: lab.client.port))
      let token = lab.client.headers["X-Lab-Token"]!
      connection.send(
        "POST /api/pictures?name=x.jpg HTTP/1.1\r\nHost: 127.0.0.1:\(lab.client.port)\r\nX-Lab-Token: \(token)\r\n"
          + "Content-Length: 500000\r\n\r\n")
      connection.send(Array(PhotoLab.jpeg.prefix(2_000)))
    }
    #expect(lab.pictures.count == 1)
  }

  @Test func aPictureThatChangesIsAnotherOne() throws {
    let id = try lab.id("a.jpg")
    let before = lab.encode(id).result
    let listener = try lab.events()
    lab.folder.write(PhotoLab.picture(PixelSize(64, 64), .jpeg(JPEGParameters(quality: 90))), to: "work/photos/new.jpg")
    rename(lab.folder.path("work/photos/new.jpg"), lab.folder.path("work/photos/a.jpg"))
    #expect(listener.read(until: Array("event: pictures".utf8)) != nil)
    let after = lab.encode(id).result
    #expect(after["width"] as? Int == 64)
    #expect(after["id"] as? String != before["id"] as? String)
  }

  @Test func aRunOnAllTellsWhatCameOfEachAndWritesOnlyWhereItWasTold() throws {
    for output in [nil, "out"] {
      let lab = try PhotoLab(settings: #"{"quality": 0.5}"#, output: output) { folder in
        folder.write(Array("no picture".utf8), to: "work/photos/broken.jpg")
        for index in 0..<5 { folder.write(PhotoLab.jpeg, to: "work/photos/\(index).jpg") }
      }
      let before = Set(lab.folder.files())
      let listener = try lab.events()
      #expect(lab.client.json("POST", "/api/runs", [:])?.status == 201)
      #expect(listener.read(until: Array(#""over":true"#.utf8)) != nil)
      let run = try #require(lab.client("GET", "/api/runs")?.object)
      #expect(run["done"] as? Int == 7 && run["failed"] as? Int == 1)
      #expect((run["outputBytes"] as? Int ?? .max) < (run["inputBytes"] as? Int ?? 0))
      let written = Set(lab.folder.files()).subtracting(before)
      #expect(written.count == (output == nil ? 0 : 6))
      #expect(written.allSatisfy { $0.hasPrefix("out/") })
    }
  }

  @Test func aRunIsCancelledAndAnotherMayFollow() throws {
    let lab = try PhotoLab { folder in
      for index in 0..<60 {
        folder.write(
          PhotoLab.picture(PixelSize(600, 500), .png(PNGParameters(level: 1))), to: "work/photos/\(index).png")
      }
    }
    _ = lab.patch("format", "webp")
    let listener = try lab.events()
    #expect(lab.client.json("POST", "/api/runs", [:])?.status == 201)
    #expect(lab.client.json("POST", "/api/runs", [:])?.status == 409)
    #expect(lab.client("DELETE", "/api/runs", [])?.status == 200)
    #expect(listener.read(until: Array(#""over":true"#.utf8)) != nil)
    let run = try #require(lab.client("GET", "/api/runs")?.object)
    #expect(run["cancelled"] as? Bool == true)
    #expect((run["done"] as? Int ?? .max) < 61)
    #expect(lab.client.json("POST", "/api/runs", [:])?.status == 201)
    _ = lab.client("DELETE", "/api/runs", [])
  }

  @Test func aSweepMeasuresAndItsReportRunsOnlyItsOwnScript() throws {
    let id = try lab.id("a.jpg")
    let listener = try lab.events()
    let body: [String: Any] = ["key": "quality", "values": "0.3..0.7:0.2", "picture": id]
    #expect(lab.client.json("POST", "/api/sweeps", body)?.status == 201)
    #expect(listener.read(until: Array(#""report":"#.utf8)) != nil)
    let sweep = try #require(lab.client("GET", "/api/sweeps")?.object)
    let path = try #require(sweep["report"] as? String)
    let report = try #require(lab.client("GET", path))
    #expect(report.status == 200 && report.text.contains("imgtune bench"))
    let policy = try #require(report.headers["content-security-policy"])
    #expect(policy.contains("script-src 'nonce-") && !policy.contains("unsafe-inline"))
    #expect(lab.client("GET", path.dropLast() + "x")?.status == 404)
    let history = lab.client("GET", "/api/history")?.json as? [[String: Any]]
    #expect(history?.count == 1 && history?[0]["points"] as? Int == 3)
    let wrong = lab.client.json("POST", "/api/sweeps", ["key": "quality", "values": "7..9"])
    #expect(wrong?.status == 422)
    #expect((wrong?.object["error"] as? String)?.contains("quality") == true)
  }
}
