import Benchmarking
import Files
import Jobs
import TestSupport
import Testing

struct HistoryStoreTests {
  @Test func aHistoryThatIsNotThereIsEmpty() throws {
    let folder = TemporaryFolder()
    let store = HistoryStore(at: FilePath(folder.path("h.sqlite")))
    #expect(try store.list(limit: 10).isEmpty)
    #expect(try store.run(0) == nil)
    #expect(try store.prune(keep: 1, before: nil) == 0)
    #expect(!folder.exists("h.sqlite"), "looking makes no file")
  }

  @Test func anOlderFileIsBroughtUpAndKeepsItsRuns() throws {
    let folder = TemporaryFolder()
    let path = FilePath(folder.path("h.sqlite"))
    try HistoryStore.makeForTests(at: path, version: 1, started: "2026-01-02T03:04:05Z")
    let runs = try HistoryStore(at: path).list(limit: 10)
    #expect(runs.map(\.started) == ["2026-01-02T03:04:05Z"])
    #expect(try HistoryStore.versionForTests(of: path) == 2)
  }

  @Test func aFileOfANewerVersionIsLeftAlone() throws {
    let folder = TemporaryFolder()
    let path = FilePath(folder.path("h.sqlite"))
    try HistoryStore.makeForTests(at: path, version: 2, started: "2026-01-02T03:04:05Z", marked: 9)
    #expect(throws: HistoryError.self) { try HistoryStore(at: path).list(limit: 10) }
    #expect(try HistoryStore.versionForTests(of: path) == 9)
    #expect(folder.files().filter { $0.contains("damaged") }.isEmpty)
  }

  @Test func momentsSortAsTexts() {
    let now = Timestamp.text()
    #expect(now.count == 20 && now.hasSuffix("Z") && now.hasPrefix("20"))
    #expect(Timestamp.text(secondsAgo: 3_600) < now)
    #expect(Timestamp.text(secondsAgo: 1e18) == "1970-01-01T00:00:00Z")
  }
}
