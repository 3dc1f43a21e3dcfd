import Codecs
import Foundation
import Metadata
import Pixels
import Synchronization
import TestSupport
import Testing

/// The lab under a budget of memory, with pictures that are small as files and huge as pixels.
@Suite(.serialized) struct LabMemoryTests {
  /// 132 megapixels of one colour.
  private static func bomb(_ layout: PixelLayout, interlace: Bool) -> [UInt8] {
    let rows = MadeRows(PixelSize(11_500, 11_500), PixelFormat(layout)) { _, row in
      for index in row.indices { row[index] = UInt8(40 + index % layout.channels * 60) }
    }
    do {
      let parameters = EncodeParameters.png(PNGParameters(level: 1, filter: .none, interlace: interlace))
      return try PNGCodec().encode(rows, parameters: parameters, metadata: MetadataBlocks()).bytes.copy()
    } catch { preconditionFailure("\(error)") }
  }

  private static let colored = bomb(.rgb, interlace: false)
  /// All its pixels are held at once.
  private static let interlaced = bomb(.gray, interlace: true)

  private func object(_ answer: RawHTTP.Answer?) -> [String: Any] {
    let text = answer?.headers["x-lab-result"]?.removingPercentEncoding ?? "{}"
    return (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
  }

  @Test(arguments: [(#""maxDimension": 1600"#, false), (#""quality": 0.8"#, false), (#""maxDimension": 1600"#, true)])
  func threeHugeUploadsStayWithinTheBudget(setting: String, isInterlaced: Bool) throws {
    let bomb = isInterlaced ? LabMemoryTests.interlaced : LabMemoryTests.colored
    let lab = try LabProcess(settings: #"{"limits": {"memory": "256MiB"}, \#(setting)}"#)
    let client = lab.client
    let start = lab.figures.residentBytes
    let ids = try (1...3).map { index -> String in
      let answer = client("POST", "/api/pictures?name=\(index).png", bomb)
      return try #require(answer?.object["id"] as? String, "\(answer?.text ?? "no answer")")
    }
    // Everything at once, each by a page of its own: a page's newer request would end its older one.
    let wanted = ids.map { ("POST", "/api/encode", $0) } + ids.map { ("GET", "/api/pictures/\($0)/thumbnail", $0) }
    let answers = Mutex<[Int: RawHTTP.Answer]>([:])
    DispatchQueue.concurrentPerform(iterations: wanted.count) { number in
      let (method, path, id) = wanted[number]
      let page = ["X-Lab-Client": "page\(number)"]
      let answer =
        method == "POST"
        ? client.json(method, path, ["picture": id, "edits": [[String: Any]]()], headers: page)
        : client(method, path, headers: page)
      answers.withLock { $0[number] = answer }
    }
    let encoded = answers.withLock { $0 }
    for number in wanted.indices {
      #expect(encoded[number]?.status == 200, "\(wanted[number]): \(encoded[number]?.text.prefix(200) ?? "no answer")")
    }
    let results = try (0..<3).map { try #require(object(encoded[$0])["id"] as? String) }
    let references = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 3) { number in
      let answer = client(
        "GET", "/api/results/\(results[number])/reference", headers: ["X-Lab-Client": "page\(number)"])
      references.withLock { $0.append(answer?.status ?? 0) }
    }
    #expect(references.withLock { $0 } == [200, 200, 200])
    let score = client("GET", "/api/results/\(results[0])/score", headers: ["X-Lab-Client": "score"])
    #expect(score?.status == 200 || score?.text.contains("limits.memory") == true, "\(score?.text ?? "no answer")")
    let peak = lab.peakBytes
    Attachment.record(
      "start \(start >> 20) MiB, peak \(peak >> 20) MiB, score \(score?.status ?? 0) \(score?.text.prefix(200) ?? "")",
      named: "memory.txt")
    #expect(peak > 0 && peak < 500_000_000, "\(peak >> 20) MiB")
  }
}

/// A sweep sees nothing that the rest of the lab does not.
struct LabSweepRootTests {
  @Test func aPictureThatHasBecomeALinkOutOfTheFolderIsNotSwept() throws {
    let lab = try PhotoLab { folder in
      folder.write(PhotoLab.picture(PixelSize(233, 77), .jpeg(JPEGParameters(quality: 90))), to: "outside/private.jpg")
    }
    let id = try lab.id("a.jpg")
    #expect(rename(lab.folder.path("work/photos/a.jpg"), lab.folder.path("work/photos/b.jpg")) == 0)
    lab.folder.link("work/photos/a.jpg", to: "../../outside/private.jpg")
    try expectNothingPrivate(lab, ["key": "quality", "values": "0.5,0.7", "picture": id])
  }

  @Test func aSweepOverAllLeavesOutWhatLiesOutside() throws {
    let lab = try PhotoLab { folder in
      folder.write(PhotoLab.picture(PixelSize(233, 77), .jpeg(JPEGParameters(quality: 90))), to: "outside/private.jpg")
      folder.link("work/photos/link.jpg", to: "../../outside/private.jpg")
      folder.link("work/photos/folder", to: "../../outside")
    }
    try expectNothingPrivate(lab, ["key": "quality", "values": "0.5,0.7"])
  }

  @Test func aSweepThatWouldScoreMoreThanMemoryHoldsIsRefused() throws {
    for (setting, isRefused) in [(#""quality": 0.8"#, true), (#""maxDimension": 200"#, false)] {
      let lab = try PhotoLab(settings: #"{"limits": {"memory": "256MiB"}, \#(setting)}"#) { folder in
        let rows = MadeRows(PixelSize(5_000, 4_000), PixelFormat(.gray)) { y, row in
          for index in row.indices { row[index] = UInt8(truncatingIfNeeded: index / 20 + y / 20) }
        }
        let parameters = EncodeParameters.jpeg(JPEGParameters(quality: 80, progressive: false))
        guard let image = try? JPEGCodec().encode(rows, parameters: parameters, metadata: MetadataBlocks()) else {
          return
        }
        folder.write(image.bytes.copy(), to: "work/photos/large.jpg")
      }
      let body: [String: Any] = ["key": "jpeg.quality", "values": "50,70", "picture": try lab.id("large.jpg")]
      let answer = lab.client.json("POST", "/api/sweeps", body)
      #expect(answer?.status == (isRefused ? 422 : 201), "\(answer?.text ?? "no answer")")
      if isRefused { #expect(answer?.text.contains("limits.memory") == true) }
      _ = lab.client("DELETE", "/api/sweeps", [])
    }
  }

  @Test func foreignPicturesAreNotShown() throws {
    let lab = try PhotoLab { folder in
      folder.write([0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0], to: "work/photos/phone.heic")
      folder.write([0x49, 0x49, 42, 0, 8, 0, 0, 0], to: "work/photos/scan.tif")
    }
    #expect(lab.pictures.compactMap { $0["name"] as? String } == ["a.jpg"])
  }

  /// Either it is refused, or its report has nothing of the picture outside.
  private func expectNothingPrivate(_ lab: PhotoLab, _ body: [String: Any]) throws {
    let listener = try lab.events()
    let answer = try #require(lab.client.json("POST", "/api/sweeps", body))
    guard answer.status == 201 else {
      // The lab may have seen by itself that the picture is gone.
      #expect([400, 404, 422].contains(answer.status), "\(answer.status) \(answer.text)")
      #expect(!answer.text.contains("outside"))
      return
    }
    #expect(listener.read(until: Array(#""over":true"#.utf8)) != nil)
    let sweep = try #require(lab.client("GET", "/api/sweeps")?.object)
    guard let path = sweep["report"] as? String else { return }
    let report = try #require(lab.client("GET", path)?.text)
    #expect(!report.contains("private.jpg") && !report.contains("233x77") && !report.contains("link.jpg"))
    #expect(!report.contains("\"width\":233"))
  }
}
