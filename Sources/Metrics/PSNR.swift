import CKernels
import Pixels
import Platform

/// Peak signal-to-noise ratio: ten times the decimal logarithm of 255² divided by the mean squared difference, over all
/// samples of red, green and blue in levels of 8 bits. Symmetric.
public struct PSNR: Metric {
  public init() {}

  public let id = "psnr"
  public let title = "PSNR"
  public let unit = "dB"
  public let jsonKey = "psnrDecibels"
  public let summary = "the size of all differences, whatever the eye makes of them"
  public let higherIsBetter = true
  public let best = Double.infinity
  public let digits = 2
  public let minimumSide = 1
  public let transparency = "left out, colours are compared as they are stored"
  public let makesMap = true

  public let bands = [
    ScoreBand(from: 45, "differences are tiny"),
    ScoreBand(from: 38, "differences are small"),
    ScoreBand(from: 32, "differences are moderate, as of a JPEG of middling quality"),
    ScoreBand(from: 26, "differences are large"),
    ScoreBand(from: -.infinity, "differences are very large"),
  ]

  public func damage(of score: Double) -> Double { min(1, max(0, (45 - score) / 25)) }

  public func measure(
    _ reference: PixelBuffer, _ candidate: PixelBuffer, wantsMap: Bool, _ effort: MetricEffort
  ) throws -> MetricScore {
    let found = try PairSum(reference, candidate, effort) { ck_psnr_measure($0, $1) }
    let size = reference.size
    let decibels = { @Sendable (error: Double) in error > 0 ? 10 * log10(255 * 255 * 3 / error) : .infinity }
    return MetricScore(
      value: decibels(found.total / Double(size.pixels)),
      map: wantsMap ? MetricMap(size: size, damage: found.cells.means, score: decibels) : nil)
  }
}
