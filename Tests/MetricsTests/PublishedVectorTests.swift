import Codecs
import Foundation
import Metrics
import Pixels
import TestSupport
import Testing

/// A folder beside the checkout, or where IMGTUNE_SSIMULACRA2 says: pairs of pictures and, in `vec/vectors.tsv`, what each
/// metric gives for them; values of single steps in `unit_vectors.json`. Nothing here runs without it.
enum PublishedVectors {
  static let folder: URL? = {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let beside = root.appending(path: "../shared/ssimulacra2").standardizedFileURL
    let named = ProcessInfo.processInfo.environment["IMGTUNE_SSIMULACRA2"].map { URL(fileURLWithPath: $0) }
    return [named, beside].compactMap(\.self).first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("vec/vectors.tsv").path)
    }
  }()

  static var areThere: Bool { folder != nil }

  /// The lines of a table, by the names in its first one.
  static func table(_ path: String) throws -> [[String: String]] {
    let text = try String(contentsOf: #require(folder).appendingPathComponent(path), encoding: .utf8)
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    return lines.dropFirst().map { line in
      Dictionary(uniqueKeysWithValues: zip(lines[0], line).map { (String($0), String($1)) })
    }
  }

  static func picture(_ name: String) throws -> PixelBuffer {
    let url = try #require(folder).appendingPathComponent("vec/\(name)")
    return try decoded([UInt8](Data(contentsOf: url))).picture
  }
}

@Suite(
  .enabled(
    if: PublishedVectors.areThere, "there is no ../shared/ssimulacra2, and IMGTUNE_SSIMULACRA2 names no such folder"))
struct PublishedVectorTests {
  private struct Pair {
    var names: String
    var reference: PixelBuffer
    var candidate: PixelBuffer
    var row: [String: String]

    func value(_ column: String) throws -> Double { try #require(row[column].flatMap(Double.init)) }
  }

  private func pairs() throws -> [Pair] {
    try PublishedVectors.table("vec/vectors.tsv").map { row in
      let names = (try #require(row["reference"]), try #require(row["distorted"]))
      return Pair(
        names: "\(names.0) and \(names.1)", reference: try PublishedVectors.picture(names.0),
        candidate: try PublishedVectors.picture(names.1), row: row)
    }
  }

  private func score(_ metric: some Metric, _ pair: Pair) throws -> Double {
    try metric.score(
      reference: pair.reference, candidate: pair.candidate, wantsMap: false, threads: 2, isCancelled: { false }
    ).value
  }

  @Test func ssimulacra2IsWithinItsBoundsOfTheExactScore() throws {
    var worst = (all: 0.0, below95: 0.0)
    for pair in try pairs() {
      let exact = try pair.value("score_exact64")
      let score = try score(SSIMULACRA2(), pair)
      let difference = abs(score - exact)
      #expect(difference <= (exact < 95 ? 0.02 : 0.1), "\(pair.names): \(score) instead of \(exact)")
      worst.all = max(worst.all, difference)
      if exact < 95 { worst.below95 = max(worst.below95, difference) }
    }
    print("SSIMULACRA 2: at most \(worst.all) from the exact score, \(worst.below95) below 95")
  }

  @Test func psnrAndLumaSSIMAgree() throws {
    for pair in try pairs() {
      let psnr = try score(PSNR(), pair)
      let wanted = try pair.value("psnr_rgb")
      #expect(psnr == wanted || abs(psnr - wanted) <= 1e-4, "\(pair.names): \(psnr) instead of \(wanted)")
      guard min(pair.reference.size.width, pair.reference.size.height) >= 11 else { continue }
      let ssim = try score(SSIM(), pair)
      #expect(abs(ssim - (try pair.value("ssim_luma"))) <= 1e-4, "\(pair.names): \(ssim)")
    }
  }
}
