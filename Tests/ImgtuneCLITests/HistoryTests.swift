import Foundation
import TestSupport
import Testing

/// Every run goes into a history that survives whatever happens to its file.
struct HistoryTests {
  let bench = BenchWorld()
  private static let file = ["--history", "h/history.sqlite"]

  private func measure(_ words: String...) {
    let result = bench.run(["--sweep", "quality=0.5,0.8"] + Self.file + words)
    #expect(result.exitCode == 0, "\(result.errorText)")
  }

  private func history(_ words: String...) -> ProcessResult {
    bench.imgtune.run((["history"] + words + Self.file).map { Array($0.utf8) })
  }

  private func runs() throws -> [[String: Any]] {
    let result = history("list", "--json", "--limit", "1000")
    #expect(result.exitCode == 0, "\(result.errorText)")
    return try bench.imgtune.documents(result)
  }

  @Test func aRunIsListedShownAndExported() throws {
    measure("--records", "r.ndjson")
    let run = try #require(try runs().first)
    #expect(run["run"] as? Int == 1 && run["pictures"] as? Int == 3 && run["points"] as? Int == 2)
    #expect((run["command"] as? String)?.hasPrefix("imgtune bench in --measure psnr --sweep quality=0.5,0.8") == true)
    #expect(run["folder"] as? String == bench.folder.path)
    let shown = history("show").outputText
    #expect(shown.contains("quality=0.5") && shown.contains("quality=0.8") && shown.contains("libwebp"))
    // What comes out is what was written, apart from the digits of times that nobody needs.
    let exported = try bench.imgtune.documents(history("export"))
    let written = try bench.records()
    #expect(exported.count == 6)
    let text = { (records: [[String: Any]]) in
      Set(
        try records.map {
          String(decoding: try JSONSerialization.data(withJSONObject: $0, options: .sortedKeys), as: UTF8.self)
        })
    }
    #expect(try text(exported) == text(written))
  }

  @Test func theNewestIsZeroAndOneBeforeItMinusOne() throws {
    measure()
    measure("--include", "a.jpg")
    #expect(history("show", "2").outputText.hasPrefix("run 2,"))
    #expect(history("show").outputText.hasPrefix("run 2,"))
    #expect(
      bench.imgtune("history", "show", "--history", "h/history.sqlite", "--", "-1").outputText.hasPrefix("run 1,"))
    let list = history("list").outputLines
    #expect(list.count == 3 && list[1].hasPrefix("2 ") && list[2].hasPrefix("1 "))
  }

  @Test func aDifferenceIsToldByPoint() {
    measure()
    measure("--webp.method", "0")
    let lines = history("diff", "1").outputLines
    #expect(lines.first == "run 1 -> run 2")
    #expect(lines.count == 4)
    #expect(lines.dropFirst(2).allSatisfy { $0.hasSuffix(" 1") }, "of three outputs the WebP is another: \(lines)")
    #expect(
      history("diff", "1", "1").outputLines.dropFirst(2).allSatisfy { $0.contains("0.00 %") && $0.hasSuffix(" 0") })
  }

  @Test func oldRunsAreRemoved() throws {
    for _ in 0..<3 { measure() }
    #expect(history("prune").exitCode == 2)
    #expect(history("prune", "--older-than", "1h").outputText == "0 runs removed\n")
    #expect(history("prune", "--keep", "1").outputText == "2 runs removed\n")
    #expect(try runs().compactMap { $0["run"] as? Int } == [3], "numbers are not given twice")
    #expect(history("prune", "--keep", "0").outputText == "1 run removed\n")
    measure()
    #expect(try runs().compactMap { $0["run"] as? Int } == [4])
  }

  @Test func manyWritersAtOnceLoseNothing() throws {
    let children = (0..<6).map { index in
      ChildProcess(
        BuiltProgram.path,
        (["bench", "in", "--measure", "none", "--sweep", "quality=0.\(index + 1)", "--quiet"] + Self.file).map {
          Array($0.utf8)
        },
        folder: bench.folder.path)
    }
    for child in children {
      let result = child.result()
      #expect(result.exitCode == 0 && result.errorText.isEmpty, "\(result.errorText)")
    }
    let runs = try runs()
    #expect(runs.count == 6)
    #expect(Set(runs.compactMap { $0["command"] as? String }).count == 6)
    #expect(runs.allSatisfy { $0["pictures"] as? Int == 3 })
  }

  @Test func aDamagedFileIsSetAside() throws {
    let garbage = Array(repeating: UInt8(ascii: "x"), count: 5_000)
    bench.folder.write(garbage, to: "h/history.sqlite")
    let listed = history("list")
    #expect(listed.exitCode == 1)
    #expect(listed.errorText.contains("is damaged"))
    let result = bench.run(["--sweep", "quality=0.5"] + Self.file)
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("was damaged; it is now h/history.sqlite.damaged-1, and a new one is begun"))
    #expect(bench.folder.read("h/history.sqlite.damaged-1") == garbage)
    #expect(try runs().count == 1)
  }

  @Test func aFileDamagedInTheMiddleIsSetAsideToo() throws {
    for _ in 0..<2 { measure() }
    var bytes = try #require(bench.folder.read("h/history.sqlite"))
    for index in 3_000..<bytes.count { bytes[index] = 0xAA }
    bench.folder.write(bytes, to: "h/history.sqlite")
    unlink(bench.folder.path("h/history.sqlite-wal"))
    unlink(bench.folder.path("h/history.sqlite-shm"))
    let result = bench.run(["--sweep", "quality=0.5"] + Self.file)
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("damaged-1"), "\(result.errorText)")
    #expect(try runs().count == 1)
  }

  @Test func writersThatFindItDamagedAtOnceKeepOneGoodFile() throws {
    bench.folder.write(Array("no database, and long enough to be read as one".utf8), to: "h/history.sqlite")
    let children = (0..<4).map { _ in
      ChildProcess(
        BuiltProgram.path,
        (["bench", "in", "--measure", "none", "--sweep", "quality=0.5"] + Self.file).map { Array($0.utf8) },
        folder: bench.folder.path)
    }
    let results = children.map { $0.result() }
    #expect(results.allSatisfy { $0.exitCode == 0 })
    #expect(try runs().count == 4, "\(results.map(\.errorText))")
    #expect(bench.folder.files(in: "h").filter { $0.contains("damaged") } == ["history.sqlite.damaged-1"])
  }

  @Test func aHistoryThatCannotBeWrittenIsOnlyANote() {
    bench.folder.write([], to: "file")
    let result = bench.run(["--sweep", "quality=0.5", "--history", "file/history.sqlite"])
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("note: the run is not in the history"))
  }

  @Test func itLiesBelowXDGDataHomeUnlessTold() throws {
    var other = bench.imgtune
    other.environment["XDG_DATA_HOME"] = bench.folder.path("data")
    #expect(other("bench", "in", "--sweep", "quality=0.5", "--measure", "none").exitCode == 0)
    #expect(bench.folder.exists("data/imgtune/history.sqlite"))
    #expect(other("history").outputLines.count == 2)
    #expect(other("bench", "in", "--sweep", "quality=0.5", "--measure", "none", "--no-history").exitCode == 0)
    #expect(other("history").outputLines.count == 2)
    other.environment = ["PATH": "/usr/bin:/bin"]
    #expect(other("bench", "in", "--sweep", "quality=0.5", "--measure", "none").errorText.isEmpty)
    #expect(other("history").exitCode == 2)
  }

  @Test func unknownRunsAndWordsAreRefused() {
    measure()
    #expect(history("show", "9").errorText.contains("there is no run 9"))
    #expect(history("show", "x").errorText.contains("x is no number of a run"))
    #expect(history("diff").exitCode == 2)
    #expect(history("lst").exitCode == 2)
  }
}
