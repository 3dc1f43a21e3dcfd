import Foundation
import Pixels
import Resampling

/// A resize for comparison: the whole picture, in 64-bit floating point, as plainly as the definition can be written.
///
/// It shares no code with the resize under test, not even the filters.
///
/// - Parameters:
///   - extentWidth: How many of the buffer's pixels the picture covers, from the left edge. Default: all.
///   - extentHeight: The same from the top edge.
/// - Returns: A picture of the buffer's format, alpha straight, samples rounded to nearest.
public func referenceResize(
  _ buffer: PixelBuffer, to target: PixelSize, filter: ResampleFilter = .lanczos3, extentWidth: Double? = nil,
  extentHeight: Double? = nil
) -> PixelBuffer {
  let layout = buffer.format.layout
  let channels = layout.channels
  let maximum = buffer.format.depth.maximum
  let source = buffer.size

  // Premultiplied colour, then alpha, as doubles.
  var samples = [Double](repeating: 0, count: source.width * source.height * channels)
  for y in 0..<source.height {
    for x in 0..<source.width {
      let alpha = layout.hasAlpha ? Double(buffer[x: x, y: y, channel: channels - 1]) / maximum : 1
      for c in 0..<channels {
        let isAlpha = layout.hasAlpha && c == channels - 1
        samples[(y * source.width + x) * channels + c] = Double(buffer[x: x, y: y, channel: c]) * (isAlpha ? 1 : alpha)
      }
    }
  }

  let columns = referenceWeights(
    source: source.width, extent: extentWidth ?? Double(source.width), target: target.width, filter: filter)
  let rows = referenceWeights(
    source: source.height, extent: extentHeight ?? Double(source.height), target: target.height, filter: filter)
  var across = [Double](repeating: 0, count: target.width * source.height * channels)
  for y in 0..<source.height {
    for (x, column) in columns.enumerated() {
      for (s, weight) in column {
        for c in 0..<channels {
          across[(y * target.width + x) * channels + c] += weight * samples[(y * source.width + s) * channels + c]
        }
      }
    }
  }

  let result = PixelBuffer(size: target, format: buffer.format)
  for (y, row) in rows.enumerated() {
    for x in 0..<target.width {
      var pixel = [Double](repeating: 0, count: channels)
      for (s, weight) in row {
        for c in 0..<channels { pixel[c] += weight * across[(s * target.width + x) * channels + c] }
      }
      if layout.hasAlpha {
        let alpha = pixel[channels - 1]
        for c in 0..<(channels - 1) { pixel[c] = alpha >= 0.5 ? pixel[c] * maximum / alpha : 0 }
      }
      for c in 0..<channels { result[x: x, y: y, channel: c] = Int(min(maximum, max(0, pixel[c])).rounded()) }
    }
  }
  return result
}

/// For each target sample the source samples of its window and their weights, which sum to one.
private func referenceWeights(
  source: Int, extent: Double, target: Int, filter: ResampleFilter
) -> [[(sample: Int, weight: Double)]] {
  let step = extent / Double(target)
  return (0..<target).map { t in
    let center = (Double(t) + 0.5) * step
    if filter == .nearest { return [(min(source - 1, Int(center.rounded(.down))), 1)] }
    if step == 1, source == target { return [(t, 1)] }
    let width = max(1, step)
    let window = (0..<source).compactMap { s -> (sample: Int, weight: Double)? in
      let weight = referenceKernel(filter, abs(Double(s) + 0.5 - center) / width)
      return weight == 0 ? nil : (s, weight)
    }
    let sum = window.reduce(0) { $0 + $1.weight }
    return window.map { ($0.sample, $0.weight / sum) }
  }
}

private func referenceKernel(_ filter: ResampleFilter, _ x: Double) -> Double {
  func sinc(_ x: Double) -> Double { x == 0 ? 1 : sin(.pi * x) / (.pi * x) }
  switch filter {
  case .lanczos3: return x < 3 ? sinc(x) * sinc(x / 3) : 0
  case .mitchell:
    if x < 1 { return (7 * x * x * x - 12 * x * x + 16.0 / 3) / 6 }
    return x < 2 ? (-7.0 / 3 * x * x * x + 12 * x * x - 20 * x + 32.0 / 3) / 6 : 0
  case .catmullRom:
    if x < 1 { return 1.5 * x * x * x - 2.5 * x * x + 1 }
    return x < 2 ? -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2 : 0
  case .linear: return x < 1 ? 1 - x : 0
  case .nearest: return x < 0.5 ? 1 : 0
  }
}
