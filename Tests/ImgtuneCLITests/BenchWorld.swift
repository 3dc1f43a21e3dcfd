import Foundation
import Pixels
import TestSupport
import Testing

/// A folder with some pictures, and `bench` run over them.
struct BenchWorld {
  let imgtune = Imgtune()

  init() {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.write(Picture.png, to: "in/b.png")
    imgtune.folder.write(Picture.webp, to: "in/c.webp")
  }

  var folder: TemporaryFolder { imgtune.folder }

  func callAsFunction(_ words: String...) -> ProcessResult { run(words) }

  func run(_ words: [String]) -> ProcessResult {
    imgtune.run((["bench", "in", "--measure", "psnr"] + words).map { Array($0.utf8) })
  }

  /// The records of a file, without its first and last line.
  func records(_ name: String = "r.ndjson") throws -> [[String: Any]] {
    try lines(name).filter { $0["event"] as? String == "record" }
  }

  func lines(_ name: String) throws -> [[String: Any]] {
    let bytes = try #require(folder.read(name))
    return try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// Picture and point of a record, which no two records have in common.
  static func name(_ record: [String: Any]) -> String {
    let point = (record["point"] as? [String: String] ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    return "\(record["picture"] ?? "") \(record["side"] ?? "") \(point.joined(separator: " "))"
  }
}
