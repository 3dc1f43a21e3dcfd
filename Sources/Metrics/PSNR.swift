import CKernels
import Foundation
import Pixels

/// Peak signal-to-noise ratio over all colour samples, in dB of 8-bit values: ten times the decimal logarithm of 255²
/// divided by the mean squared difference. Gray counts as three equal channels; alpha does not count.
public struct PSNR: Metric {
  public init() {}

  public var name: String { "psnr" }
  public var title: String { "PSNR" }
  public var explanation: String { "The mean squared difference of sample values; knows nothing of how people see." }
  public var unit: String { "dB" }
  public var minimumSide: Int { 1 }
  public var decimals: Int { 2 }
  public var transparency: String { "alpha does not count" }

  public func meaning(of score: Double) -> String {
    switch score {
    case .infinity: "the colours are equal"
    case 45...: "differences are below what an 8-bit screen shows well"
    case 40..<45: "differences are hard to see"
    case 35..<40: "good for a photograph"
    case 30..<35: "differences can be seen where one looks for them"
    default: "differences are plain"
    }
  }

  public func severity(of score: Double) -> Double { min(max((45 - score) / 25, 0), 1) }

  public func measure(_ reference: PixelBuffer, _ candidate: PixelBuffer, _ effort: MetricEffort) throws -> Measurement {
    let found = try PairSum(reference, candidate, effort) { ck_psnr_measure($0, $1) }
    let decibels = { @Sendable (error: Double) in error > 0 ? 10 * log10(255 * 255 * 3 / error) : .infinity }
    let size = reference.size
    return Measurement(
      score: decibels(found.total / Double(size.pixels)),
      damage: DamageMap(size: size, damage: found.cells.means, score: decibels))
  }
}
