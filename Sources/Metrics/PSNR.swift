import CKernels
import Pixels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Peak signal to noise ratio: how large the differences of samples are, whatever the eye makes of them.
///
/// `10 log10(255² / MSE)` with the mean of the squared differences over all pixels of red, green and blue, in levels of
/// 8 bits. Symmetric.
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

  private static let tileSide = 16

  public func score(
    reference: PixelBuffer, candidate: PixelBuffer, wantsMap: Bool, threads: Int,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws -> MetricScore {
    try check(reference.size, candidate.size)
    let size = reference.size
    let columns = (size.width + PSNR.tileSide - 1) / PSNR.tileSide
    let rows = (size.height + PSNR.tileSide - 1) / PSNR.tileSide
    var scores: [Double] = []
    var total = 0.0
    for row in 0..<rows {
      if isCancelled() { throw CancellationError() }
      let band = row * PSNR.tileSide..<min(size.height, (row + 1) * PSNR.tileSide)
      for column in 0..<columns {
        let strip = column * PSNR.tileSide..<min(size.width, (column + 1) * PSNR.tileSide)
        let sum = PSNR.squaredDifferences(reference, candidate, strip, band)
        total += sum
        if wantsMap { scores.append(PSNR.decibels(sum, samples: 3 * strip.count * band.count)) }
      }
    }
    return MetricScore(
      value: PSNR.decibels(total, samples: 3 * size.pixels),
      map: wantsMap ? MetricMap(tileSide: PSNR.tileSide, columns: columns, rows: rows, scores: scores) : nil)
  }

  public func damage(of score: Double) -> Double { min(1, max(0, (50 - score) / 30)) }

  /// Over red, green and blue, in levels of 8 bits.
  private static func squaredDifferences(
    _ a: PixelBuffer, _ b: PixelBuffer, _ columns: Range<Int>, _ rows: Range<Int>
  ) -> Double {
    var sum = 0.0
    for y in rows {
      for x in columns {
        for channel in 0..<3 {
          let difference = level(a, x, y, channel) - level(b, x, y, channel)
          sum += difference * difference
        }
      }
    }
    return sum
  }

  private static func level(_ buffer: PixelBuffer, _ x: Int, _ y: Int, _ channel: Int) -> Double {
    let sample = Double(buffer[x: x, y: y, channel: buffer.format.layout.isColor ? channel : 0])
    return buffer.format.depth == .eight ? sample : sample / 257
  }

  private static func decibels(_ sum: Double, samples: Int) -> Double {
    sum == 0 ? .infinity : 10 * log10(255 * 255 * Double(samples) / sum)
  }
}
