import CKernels
import Pixels

/// Mean structural similarity of luma, 0.299 R + 0.587 G + 0.114 B of gamma-encoded values, over all pixels that are at
/// least five from every border. Symmetric; −1…1.
///
/// Source: Wang et al. 2004, equation 13; Gaussian window of 11 x 11, σ = 1.5 px, K1 = 0.01, K2 = 0.03.
public struct SSIM: Metric {
  public init() {}

  public let id = "ssim"
  public let title = "SSIM"
  public let unit = ""
  public let jsonKey = "ssim"
  public let summary = "how much of the structure of brightness is kept; colour is not looked at"
  public let higherIsBetter = true
  public let best = 1.0
  public let digits = 4
  /// The window has to fit.
  public let minimumSide = 11
  public let transparency = "left out, colours are compared as they are stored"
  public let makesMap = true

  public let bands = [
    ScoreBand(from: 0.99, "structure is kept"),
    ScoreBand(from: 0.97, "structure is nearly kept"),
    ScoreBand(from: 0.93, "structure has suffered, as of a JPEG of middling quality"),
    ScoreBand(from: 0.85, "structure has suffered much"),
    ScoreBand(from: -.infinity, "structure is damaged"),
  ]

  public func damage(of score: Double) -> Double { min(1, max(0, (0.995 - score) / 0.2)) }

  public func measure(
    _ reference: PixelBuffer, _ candidate: PixelBuffer, wantsMap: Bool, _ effort: MetricEffort
  ) throws -> MetricScore {
    let found = try PairSum(reference, candidate, effort) { ck_ssim_measure($0, $1) }
    let size = reference.size
    let count = (size.width - 10) * (size.height - 10)
    return MetricScore(
      value: 1 - found.total / Double(count),
      map: wantsMap ? MetricMap(size: size, damage: found.cells.means) { 1 - $0 } : nil)
  }
}
