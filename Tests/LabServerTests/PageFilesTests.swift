import Foundation
import TestSupport
import Testing

/// The page's files: all of them embedded, and none that is missing.
struct PageFilesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/LabServer/Page").standardizedFileURL

  private static let files: [String] = {
    let found = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return found.filter { $0.contains(".") }.sorted()
  }()

  @Test func everyFileIsServedAsItIs() throws {
    let page = try LampPage()
    #expect(Self.files.count > 30)
    for file in Self.files {
      let answer = page.client("GET", "/\(file)")
      let bytes = [UInt8](try Data(contentsOf: Self.folder.appending(path: file)))
      #expect(answer?.body == bytes, "\(file) is not embedded, or as it was")
    }
  }

  @Test func everyImportLeadsToAFile() throws {
    for file in Self.files where file.hasSuffix(".js") {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /(?:from|import) '\/([^']+)'/) {
        #expect(Self.files.contains(String(match.1)), "\(file) imports \(match.1)")
      }
    }
  }

  @Test func nothingIsLoadedFromElsewhereAndNoTextBecomesMarkup() throws {
    for file in Self.files {
      let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      let rest = text.replacing("http://www.w3.org/", with: "")
      #expect(!rest.contains("http://") && !rest.contains("https://"), "\(file)")
      for word in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"] {
        #expect(!text.contains(word), "\(file) has \(word)")
      }
    }
  }
}
