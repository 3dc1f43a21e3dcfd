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
    Wanted(name: "8x8-noise", ssimulacra2: 93.650130487, psnr: 34.4656012635, ssim: nil),
    Wanted(name: "15x20-bright", ssimulacra2: 96.581989875, psnr: 32.5677786010, ssim: 0.997076443370),
    Wanted(name: "31x29-blocks", ssimulacra2: 19.788042376, psnr: 32.6839624370, ssim: 0.916392717688),
    Wanted(name: "57x64-shift", ssimulacra2: 18.381819226, psnr: 23.6872691542, ssim: 0.774992359630),
    Wanted(name: "64x40-noise", ssimulacra2: -41.878193663, psnr: 26.6292459231, ssim: 0.768328774036),
    Wanted(name: "96x64-invert", ssimulacra2: -334.709132794, psnr: 7.9174323439, ssim: -0.241736897902),
    Wanted(name: "113x120-steps", ssimulacra2: 67.087516025, psnr: 31.2767223380, ssim: 0.914580053710),
    Wanted(name: "128x128-lsb", ssimulacra2: 96.884665993, psnr: 51.1458774899, ssim: 0.998736367064),
    Wanted(name: "129x131-blocks", ssimulacra2: 54.759575337, psnr: 29.1540642759, ssim: 0.900683963886),
    Wanted(name: "150x117-patch", ssimulacra2: -37.796255319, psnr: 20.8735538795, ssim: 0.903637635758),
    Wanted(name: "gray-120x114-noise", ssimulacra2: 69.171886817, psnr: 30.9752719851, ssim: 0.833203571899),
    Wanted(name: "alpha-116x118-opacity", ssimulacra2: 53.556023839, psnr: .infinity, ssim: 1.000000000000),
    Wanted(name: "alpha-70x50-colors", ssimulacra2: -59.941439069, psnr: 20.2696340701, ssim: 0.601611809821),
    Wanted(name: "late-alpha-60x60", ssimulacra2: 32.544698937, psnr: .infinity, ssim: 1.000000000000),
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
