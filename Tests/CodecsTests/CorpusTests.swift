import Codecs
import Files
import Foundation
import Pixels
import Testing

/// A folder of real and hostile pictures with a MANIFEST.tsv, named by the environment variable IMGTUNE_CORPUS.
private enum Corpus {
  static let folder = ProcessInfo.processInfo.environment["IMGTUNE_CORPUS"].map { URL(fileURLWithPath: $0) }

  static var isThere: Bool {
    folder.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent("MANIFEST.tsv").path) } ?? false
  }

  struct Row {
    var path: String
    var wanted: String
    var verdict: String
  }

  static func rows() throws -> [Row] {
    guard let folder else { return [] }
    let text = try String(contentsOf: folder.appendingPathComponent("MANIFEST.tsv"), encoding: .utf8)
    return text.split(separator: "\n").dropFirst().map { line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      return Row(path: fields[0], wanted: fields[7], verdict: fields.count > 10 ? fields[10] : "")
    }
  }
}

@Suite struct CorpusTests {
  /// What happened to a file, in the manifest's own classes.
  private struct Outcome {
    var kind: String
    var words: String
    var seconds: Double
  }

  private func convert(_ file: URL, _ parameters: DecodeParameters) -> Outcome {
    let clock = ContinuousClock()
    let start = clock.now
    func outcome(_ kind: String, _ words: String) -> Outcome {
      let spent = (clock.now - start).components
      return Outcome(kind: kind, words: words, seconds: Double(spent.seconds) + Double(spent.attoseconds) * 1e-18)
    }
    do {
      let input = try ByteInput(Descriptor.opening(FilePath(file.path)))
      let codec = try CodecCatalog.codec(for: input)
      let info = try codec.probe(input, limits: DecodeLimits())
      let rows = try codec.decoder(for: input, info: info, parameters: parameters)
      let batch = rows.makeBatch()
      var count = 0
      while case let got = try rows.read(into: batch), got > 0 { count += got }
      guard count == rows.size.height else { return outcome("wrong", "\(count) of \(rows.size.height) rows") }
      try rows.finish()
      return outcome("convert", (info.warnings + rows.warnings + info.droppedContents).joined(separator: "; "))
    } catch let error as CodecError {
      let kind =
        switch error {
        case .damaged: "damaged"
        case .limitExceeded: "limit"
        case .unsupportedVariant(_, let what, _) where what.contains("animated"): "anim"
        default: "refuse"
        }
      return outcome(kind, error.description)
    } catch {
      return outcome("wrong", "\(error)")
    }
  }

  /// Classes that a user cannot tell apart: the file is taken, or it is not.
  private func agree(_ wanted: String, _ got: String) -> Bool {
    let converted = ["convert", "convert-note"]
    return converted.contains(wanted) == converted.contains(got) && (wanted == "anim") == (got == "anim")
  }

  @Test(.enabled(if: Corpus.isThere, "the environment variable IMGTUNE_CORPUS names no folder with a MANIFEST.tsv"))
  func everyFileOfTheCorpusIsTakenOrRefusedInWords() throws {
    let folder = try #require(Corpus.folder)
    var tally: [String: Int] = [:]
    var slowest = ("", 0.0)
    for row in try Corpus.rows() {
      let outcome = convert(folder.appendingPathComponent(row.path), DecodeParameters())
      #expect(outcome.kind != "wrong", "\(row.path): \(outcome.words)")
      #expect(outcome.kind == "convert" || outcome.seconds < 1, "\(row.path) took \(outcome.seconds) s to be refused")
      tally["\(row.wanted) -> \(outcome.kind)", default: 0] += 1
      if outcome.seconds > slowest.1 { slowest = (row.path, outcome.seconds) }
      if !agree(row.wanted, outcome.kind) {
        print("differs: \(row.path): \(row.wanted) -> \(outcome.kind): \(outcome.words)")
      }
      if ProcessInfo.processInfo.environment["IMGTUNE_CORPUS_WORDS"] != nil {
        print("row\t\(row.path)\t\(row.wanted)\t\(outcome.kind)\t\(outcome.words)")
      }
    }
    for (key, count) in tally.sorted(by: { $0.key < $1.key }) { print("corpus: \(key): \(count)") }
    print("corpus: slowest \(slowest.0), \(slowest.1) s")
  }

  @Test(.enabled(if: Corpus.isThere, "the environment variable IMGTUNE_CORPUS names no folder with a MANIFEST.tsv"))
  func everyFileOfTheCorpusCanBeReadLeniently() throws {
    let folder = try #require(Corpus.folder)
    let lenient = DecodeParameters(
      minimumSize: PixelSize(30, 20), damage: .allow, animation: .firstFrame, deliversCMYK: true)
    var tally: [String: Int] = [:]
    for row in try Corpus.rows() {
      let outcome = convert(folder.appendingPathComponent(row.path), lenient)
      #expect(outcome.kind != "wrong" && outcome.kind != "anim", "\(row.path): \(outcome.words)")
      // What the library merely warns of can be shown; only a limit may stand against it.
      #expect(row.wanted != "damaged" || ["convert", "limit"].contains(outcome.kind), "\(row.path): \(outcome.words)")
      tally["\(row.wanted) -> \(outcome.kind)", default: 0] += 1
    }
    for (key, count) in tally.sorted(by: { $0.key < $1.key }) { print("lenient: \(key): \(count)") }
  }
}
