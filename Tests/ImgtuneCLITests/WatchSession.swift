import Foundation
import TestSupport
import Testing

/// `imgtune watch` at work on photos/ with a project file, told as JSON documents.
final class WatchSession {
  let imgtune = Imgtune()
  private let child: ChildProcess

  /// - Parameter settings: What stands in imgtune.json at the beginning; `nil` for no such file.
  init(
    settings: String? = #"{"maxDimension": 40}"#, options: [String] = [], prepare: (TemporaryFolder) -> Void = { _ in }
  ) {
    imgtune.folder.makeFolder(".git")
    imgtune.folder.makeFolder("photos")
    imgtune.folder.write(Picture.jpeg, to: "photos/a.jpg")
    if let settings { imgtune.folder.write(Array(settings.utf8), to: "imgtune.json") }
    prepare(imgtune.folder)
    let output = options.contains("-o") ? [] : ["-o", "out/"]
    let words = ["watch", "photos", "--isolated", "--json"] + output + options
    child = ChildProcess(Imgtune.executable, words.map { Array($0.utf8) }, folder: imgtune.folder.path)
  }

  deinit { child.send(SIGKILL) }

  /// Waits until the whole of what was told holds a text.
  func waits(for text: String) -> Bool { child.waits(for: text) }

  func save(_ settings: String) {
    imgtune.folder.write(Array(settings.utf8), to: "imgtune.json.new")
    rename(imgtune.folder.path("imgtune.json.new"), imgtune.folder.path("imgtune.json"))
  }

  /// Ends it and tells everything that was said, document by document.
  func end(_ signal: Int32 = SIGINT) -> (exitCode: Int32?, documents: [[String: Any]]) {
    child.send(signal)
    let result = child.result()
    let documents = result.outputLines.compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    return (result.exitCode, documents)
  }
}

extension [[String: Any]] {
  func events(_ name: String) -> [[String: Any]] { filter { $0["event"] as? String == name } }
}
