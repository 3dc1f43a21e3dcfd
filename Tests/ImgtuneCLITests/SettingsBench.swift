import Foundation
import TestSupport
import Testing

/// The program on a machine of one test's own: a home, a place for a person's settings, and a repository to work in.
struct SettingsBench {
  var imgtune = Imgtune()

  init() {
    imgtune.folder.makeFolder("work/.git")
    imgtune.folder.write(Picture.jpeg, to: "work/a.jpg")
    imgtune.workingFolder = "work"
    imgtune.environment["HOME"] = imgtune.folder.path("home")
    imgtune.environment["XDG_CONFIG_HOME"] = imgtune.folder.path("config")
  }

  var folder: TemporaryFolder { imgtune.folder }
  static let store = "config/imgtune/settings.json"

  func callAsFunction(_ words: String...) -> ProcessResult { run(words) }
  func run(_ words: [String]) -> ProcessResult { imgtune.run(words.map { Array($0.utf8) }) }
  /// `imgtune settings …`.
  func settings(_ words: String...) -> ProcessResult { run(["settings"] + words) }

  func write(_ text: String, to name: String) { folder.write(Array(text.utf8), to: name) }
  func writeProject(_ text: String) { write(text, to: "work/imgtune.json") }
  func read(_ name: String) -> String? { folder.read(name).map { String(decoding: $0, as: UTF8.self) } }
  var project: String? { read("work/imgtune.json") }

  /// A text of the program without this test's folder.
  func shortened(_ text: String) -> String { text.replacingOccurrences(of: folder.path + "/", with: "") }

  /// The members of a JSON object, as `name` prints it.
  func object(_ result: ProcessResult) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any])
  }

  /// The reports of `compress a.jpg -o out/ --json …`, without the summary.
  func compressed(_ words: String...) throws -> [[String: Any]] {
    let result = run(["compress", "a.jpg", "-o", "out/", "--json"] + words)
    #expect(result.exitCode == 0, "\(result.errorText)")
    return try imgtune.documents(result).filter { $0["event"] as? String == "picture" }
  }
}
