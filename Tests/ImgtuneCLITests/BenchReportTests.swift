import Foundation
import TestSupport
import Testing

/// The forms that a run's results are written in.
struct BenchReportTests {
  let bench = BenchWorld()
  private static let sweep = ["--sweep", "quality=0.4,0.6,0.8", "--sweep", "format=jpeg,webp", "--report", "out"]

  private func read(_ name: String) throws -> String {
    String(decoding: try #require(bench.folder.read("out/" + name)), as: UTF8.self)
  }

  /// What a page's script is given.
  private func data(_ page: String) throws -> [String: Any] {
    let begin = try #require(page.range(of: #"<script type="application/json" id="data">"#))
    let end = try #require(page.range(of: "</script>", range: begin.upperBound..<page.endIndex))
    let json = page[begin.upperBound..<end.lowerBound]
    return try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  @Test func aReportIsAFolderOfFiveFiles() throws {
    let result = bench.run(Self.sweep)
    #expect(result.exitCode == 0)
    #expect(result.errorText == "imgtune: the report is out/report.html\n")
    #expect(
      bench.folder.files(in: "out")
        == ["github-action-benchmark.json", "records.ndjson", "report.csv", "report.html", "report.md"])
    #expect(try bench.records("out/records.ndjson").count == 18)
  }

  @Test func theTableReadsBack() throws {
    #expect(bench.run(Self.sweep).exitCode == 0)
    let lines = try read("report.csv").components(separatedBy: "\r\n").filter { !$0.isEmpty }
    let rows = lines.map { $0.components(separatedBy: ",") }
    #expect(rows.count == 19)
    #expect(rows.allSatisfy { $0.count == rows[0].count })
    #expect(rows[0].first == "picture" && rows[0].last == "psnr")
    let bytes = try #require(rows[0].firstIndex(of: "outputBytes"))
    let sizes = try bench.records("out/records.ndjson").compactMap { $0["outputBytes"] as? Int }
    #expect(rows.dropFirst().compactMap { Int($0[bytes]) }.sorted() == sizes.sorted())
  }

  @Test func theActionsJSONHasWhatItAsksFor() throws {
    #expect(bench.run(Self.sweep).exitCode == 0)
    let entries = try #require(
      try JSONSerialization.jsonObject(with: Data(try read("github-action-benchmark.json").utf8)) as? [[String: Any]])
    #expect(entries.count == 18, "size, time and score of six points")
    for entry in entries {
      #expect(
        entry["name"] is String && entry["unit"] is String && entry["value"] is Double && entry["extra"] is String)
    }
    #expect(Set(entries.compactMap { $0["name"] as? String }).count == 18)
  }

  @Test func thePageHoldsEverythingAndLoadsNothing() throws {
    #expect(bench.run(Self.sweep).exitCode == 0)
    let page = try read("report.html")
    for word in ["http://", "https://", "src=\"", "href=", "@import", "url(", "fetch(", "import("] {
      let found = page.range(of: word).map { String(page[$0.lowerBound...].prefix(60)) }
      #expect(found == nil || found!.hasPrefix("http://www.w3.org/2000/svg"), "\(found ?? "")")
    }
    let data = try data(page)
    #expect((data["rows"] as? [[Any]])?.count == 18)
    #expect(
      (data["curves"] as? [[String: Any]])?.compactMap { $0["label"] as? String } == ["format=jpeg", "format=webp"])
    #expect((data["comparisons"] as? [String])?.first?.contains("of the bytes of format=jpeg") == true)
    let previews = try #require(data["previews"] as? [String: [String: Any]])
    #expect(previews.count == 3)
    let before = try #require(previews["0"]?["before"] as? [[String: Any]])
    #expect((before.first?["uri"] as? String)?.hasPrefix("data:image/webp;base64,") == true)
    #expect((previews["0"]?["after"] as? [String: Any])?.count == 6)
  }

  @Test func scoresOfAChangeAreThoseOfThePicturesThatItAffects() throws {
    #expect(bench.run(["-q", "0.7", "--runs", "1", "--report", "out"]).exitCode == 0)
    let records = try bench.records("out/records.ndjson")
    func score(_ picture: String, _ point: [String: String]) throws -> Double {
      let record = try #require(
        records.first { $0["picture"] as? String == picture && $0["point"] as? [String: String] == point })
      return try #require((record["scores"] as? [String: Any])?["psnr"] as? Double)
    }
    // The PNG feels no quality.
    let losses = try ["a.jpg", "c.webp"].map { try score($0, ["quality": "0.65"]) - score($0, [:]) }
    let points = try #require(try data(try read("report.html"))["points"] as? [[String: Any]])
    let summary = try #require(points.first { $0["label"] as? String == "quality=0.65" }?["summary"] as? [String: Any])
    let change = try #require((summary["scores"] as? [[String: Any]])?.first?["change"] as? [String: Any])
    #expect(abs(try #require(change["mean"] as? Double) - (losses[0] + losses[1]) / 2) < 1e-9)
    #expect(change["worstDifference"] as? Double == losses.min())
    #expect(change["worst"] as? Int == (losses[0] < losses[1] ? 0 : 2))
    #expect(summary["sizeRatioP10"] is Double && summary["sizeRatioP90"] is Double)
    let markdown = try read("report.md")
    #expect(markdown.contains("| change | size | p10 | p90 | time | PSNR | worst | pictures |"))
    #expect(markdown.contains("Times are of 1 run, which is a rough guide."))
  }

  @Test func hostileNamesStayTexts() throws {
    let name = "</script><script>alert(1)</script> `|` <!-- =1+1.jpg"
    bench.folder.write(
      Picture.jpeg, to: Array("in/=HYPER,\"link\" & ".utf8) + Array(name.utf8.filter { $0 != UInt8(ascii: "/") }))
    #expect(bench.run(Self.sweep).exitCode == 0)
    let page = try read("report.html")
    #expect(!page.contains("<script>alert"))
    let pictures = try #require(try data(page)["pictures"] as? [[String: Any]])
    #expect(pictures.contains { ($0["name"] as? String)?.contains("<script>alert(1)<script>") == true })
    #expect(try read("report.csv").contains("\"'=HYPER,\"\"link\"\" & "))
    for line in try read("report.md").split(separator: "\n") where line.contains("HYPER") {
      #expect(line.contains("`` =HYPER") || line.contains("\\<script\\>"), "\(line)")
    }
  }

  @Test func markdownTablesHaveAsManyCellsInEachRow() throws {
    #expect(bench.run(Self.sweep).exitCode == 0)
    let rows = try read("report.md").split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 8)
    #expect(Set(rows.map { $0.count { $0 == "|" } }).count == 1)
    #expect(bench.run(["--report", "out", "-q", "0.7"]).exitCode == 0)
    #expect(try read("report.md").contains("| `quality 0.7 -> 0.65` |"))
  }

  @Test func aResumedRunReportsWhatTheWholeOneWouldHave() throws {
    #expect(bench.run(Self.sweep).exitCode == 0)
    let csv = try read("report.csv")
    let bytes = try #require(bench.folder.read("out/records.ndjson"))
    #expect(bench.run(Self.sweep + ["--resume"]).exitCode == 0)
    #expect(try read("report.csv") == csv)
    bench.folder.write(Array(bytes.prefix(bytes.count * 2 / 3)), to: "out/records.ndjson")
    #expect(bench.run(Self.sweep + ["--resume"]).exitCode == 0)
    let columns = { (text: String) in
      Set(
        text.components(separatedBy: "\r\n").map { $0.components(separatedBy: ",").prefix(13).joined(separator: ",") })
    }
    #expect(columns(try read("report.csv")) == columns(csv), "all but times")
  }
}
