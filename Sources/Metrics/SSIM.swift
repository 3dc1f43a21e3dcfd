import CKernels
import Pixels

/// Mean structural similarity of luma, 0.299 R + 0.587 G + 0.114 B of gamma-encoded values, over all pixels that are at
/// least five from every border. Alpha does not count.
///
/// Source: Wang et al. 2004, equation 13; Gaussian window of 11 x 11, σ = 1.5 px, K1 = 0.01, K2 = 0.03.
public struct SSIM: Metric {
  public init() {}

  public var name: String { "ssim" }
  public var title: String { "SSIM" }
  public var explanation: String { "Structural similarity of brightness; blind to colour and lenient to blur." }
  public var unit: String { "" }
  /// The window has to fit.
  public var minimumSide: Int { 11 }
  public var decimals: Int { 4 }
  public var transparency: String { "alpha does not count" }

  public func meaning(of score: Double) -> String {
    switch score {
    case 1...: "brightness is equal everywhere"
    case 0.99..<1: "differences in brightness are hard to see"
    case 0.96..<0.99: "fine structure has suffered a little"
    case 0.9..<0.96: "fine structure has suffered"
    default: "structure has suffered plainly"
    }
  }

  public func severity(of score: Double) -> Double { min(max((0.995 - score) / 0.2, 0), 1) }

  public func measure(_ reference: PixelBuffer, _ candidate: PixelBuffer, _ effort: MetricEffort) throws -> Measurement {
    let found = try PairSum(reference, candidate, effort) { ck_ssim_measure($0, $1) }
    let size = reference.size
    let count = (size.width - 10) * (size.height - 10)
    return Measurement(
      score: 1 - found.total / Double(count),
      damage: DamageMap(size: size, damage: found.cells.means) { 1 - $0 })
  }
}
