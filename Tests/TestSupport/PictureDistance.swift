import Foundation
import Pixels

extension SampleDepth {
  /// The largest sample value.
  public var maximum: Double { self == .eight ? 255 : 65_535 }
}

/// Peak signal to noise ratio over all channels, in decibels; infinity for equal pictures.
///
/// Colour counts multiplied by alpha, since what is under a transparent pixel is not seen; alpha counts as it is.
///
/// - Precondition: Same size and format.
public func psnr(_ a: PixelBuffer, _ b: PixelBuffer) -> Double {
  precondition(a.size == b.size && a.format == b.format)
  let layout = a.format.layout
  let maximum = a.format.depth.maximum
  var sum = 0.0
  for y in 0..<a.size.height {
    for x in 0..<a.size.width {
      let last = layout.channels - 1
      let alphaA = layout.hasAlpha ? Double(a[x: x, y: y, channel: last]) / maximum : 1
      let alphaB = layout.hasAlpha ? Double(b[x: x, y: y, channel: last]) / maximum : 1
      for c in 0...last {
        let isAlpha = layout.hasAlpha && c == last
        let difference =
          Double(a[x: x, y: y, channel: c]) * (isAlpha ? 1 : alphaA) - Double(b[x: x, y: y, channel: c])
          * (isAlpha ? 1 : alphaB)
        sum += difference * difference
      }
    }
  }
  let mean = sum / Double(a.size.pixels * layout.channels)
  return mean == 0 ? .infinity : 10 * log10(maximum * maximum / mean)
}

/// The largest difference of any two samples, in levels.
///
/// - Precondition: Same size and format.
public func largestDifference(_ a: PixelBuffer, _ b: PixelBuffer) -> Int {
  precondition(a.size == b.size && a.format == b.format)
  var largest = 0
  for y in 0..<a.size.height {
    for x in 0..<a.size.width {
      for c in 0..<a.format.layout.channels {
        largest = max(largest, abs(a[x: x, y: y, channel: c] - b[x: x, y: y, channel: c]))
      }
    }
  }
  return largest
}

/// Whether two pictures are the same in size, format and every sample.
public func identical(_ a: PixelBuffer, _ b: PixelBuffer) -> Bool {
  a.size == b.size && a.format == b.format && largestDifference(a, b) == 0
}

/// All samples in reading order, pixel by pixel.
public func samples(_ buffer: PixelBuffer) -> [Int] {
  (0..<buffer.size.height).flatMap { y in
    (0..<buffer.size.width).flatMap { x in
      (0..<buffer.format.layout.channels).map { buffer[x: x, y: y, channel: $0] }
    }
  }
}
