import Codecs
import Foundation
import Metrics
import TestSupport
import Testing

/// What an independent program says of the made pairs: SSIMULACRA 2.1 in double precision with the nine-tap window, and
/// PSNR and luma SSIM by their formulas in double precision.
@Suite struct OwnPairTests {
  struct Wanted: Sendable, CustomStringConvertible {
    var name: String
    var ssimulacra2: Double
    var psnr: Double
    /// `nil` where the window does not fit.
    var ssim: Double?

    var description: String { name }
  }

  static let wanted: [Wanted] = [
    // WANTED
  ]

  private func pair(_ wanted: Wanted) throws -> MadePair {
    try #require(MadePair.all.first { $0.name == wanted.name })
  }

  @Test func everyPairHasItsValues() {
    #expect(Self.wanted.map(\.name) == MadePair.all.map(\.name))
  }

  @Test(arguments: wanted) func ssimulacra2IsNearTheExactScore(_ wanted: Wanted) throws {
    let found = try score(SSIMULACRA2(), pair(wanted))
    #expect(abs(found - wanted.ssimulacra2) <= (wanted.ssimulacra2 < 95 ? 0.02 : 0.1), "\(found)")
  }

  @Test(arguments: wanted) func psnrAgrees(_ wanted: Wanted) throws {
    let found = try score(PSNR(), pair(wanted))
    #expect(found == wanted.psnr || abs(found - wanted.psnr) <= 1e-4, "\(found)")
  }

  @Test(arguments: wanted.filter { $0.ssim != nil }) func lumaSSIMAgrees(_ wanted: Wanted) throws {
    let found = try score(SSIM(), pair(wanted))
    #expect(abs(found - (wanted.ssim ?? 0)) <= 1e-4, "\(found)")
  }

  private static let folder = ProcessInfo.processInfo.environment["IMGTUNE_WRITE_PAIRS"]

  /// For who wants to hold them against another program.
  @Test(.enabled(if: folder != nil, "the environment variable IMGTUNE_WRITE_PAIRS names no folder"))
  func thePairsAreWrittenAsFiles() throws {
    let folder = URL(fileURLWithPath: try #require(Self.folder))
    for pair in MadePair.all {
      for (picture, side) in [(pair.reference, "reference"), (pair.candidate, "candidate")] {
        let bytes = try encoded(picture, as: .png(PNGParameters()))
        try Data(bytes).write(to: folder.appendingPathComponent("\(pair.name).\(side).png"))
      }
    }
  }
}
