import Foundation
import Pixels

/// Pictures that need no file. Values are given as 0…1 and scaled to the format's depth; every channel gets its own
/// variation, alpha too.
public enum SyntheticPicture: String, CaseIterable, Sendable {
  /// Smooth ramps, a different slant for each channel. None runs along an axis: there, rounded samples lie symmetrically
  /// about many target centres, means fall on exact halves, and which way those go says nothing about accuracy.
  case gradient
  /// Independent random samples: the hardest thing for rounding.
  case noise
  /// Rings that get finer outwards, up to the sampling limit: shows aliasing.
  case zonePlate
  /// Noise in several octaves with hard-edged discs on it, much like a photograph's spectrum.
  case photo

  /// The same picture for the same arguments, on every machine.
  ///
  /// - Parameter opaque: Sets alpha to its maximum.
  public func make(_ size: PixelSize, _ format: PixelFormat, seed: UInt64 = 1, opaque: Bool = false) -> PixelBuffer {
    let buffer = PixelBuffer(size: size, format: format)
    let maximum = format.depth.maximum
    for c in 0..<format.layout.channels {
      let isAlpha = format.layout.hasAlpha && c == format.layout.channels - 1
      for y in 0..<size.height {
        for x in 0..<size.width {
          let value = isAlpha && opaque ? 1 : sample(x, y, size, channel: c, seed: seed)
          buffer[x: x, y: y, channel: c] = Int((min(1, max(0, value)) * maximum).rounded())
        }
      }
    }
    return buffer
  }

  private func sample(_ x: Int, _ y: Int, _ size: PixelSize, channel: Int, seed: UInt64) -> Double {
    let u = (Double(x) + 0.5) / Double(size.width)
    let v = (Double(y) + 0.5) / Double(size.height)
    switch self {
    case .gradient:
      return [0.61 * u + 0.33 * v, 0.95 - 0.27 * u - 0.6 * v, 0.02 + 0.7 * u * v + 0.2 * v, 1 - u * v][channel]
    case .noise:
      return Self.random(x, y, seed &+ UInt64(channel) << 32)
    case .zonePlate:
      let radius = hypot(u - 0.5, v - 0.5)
      let cycles = Double(min(size.width, size.height)) / 2
      return 0.5 + 0.5 * cos(2 * .pi * cycles * radius * radius + Double(channel))
    case .photo:
      return Self.photo(x, y, u, v, seed &+ UInt64(channel) << 32, seed)
    }
  }

  private static func photo(_ x: Int, _ y: Int, _ u: Double, _ v: Double, _ seed: UInt64, _ shapes: UInt64) -> Double {
    var value = 0.5
    for octave in 0..<6 {
      let cell = Double(128 >> octave)
      let wave = smoothNoise(Double(x) / cell, Double(y) / cell, seed &+ UInt64(octave)) - 0.5
      value += wave * 0.5 / Double(octave + 1)
    }
    for disc in 0..<8 {
      let center = (random(disc, 1, shapes), random(disc, 2, shapes))
      if hypot(u - center.0, v - center.1) < 0.03 + 0.1 * random(disc, 3, shapes) {
        value = value * 0.3 + random(disc, 4, seed) * 0.7
      }
    }
    return value
  }

  private static func smoothNoise(_ x: Double, _ y: Double, _ seed: UInt64) -> Double {
    let column = Int(x)
    let row = Int(y)
    let fx = (x - Double(column)) * (x - Double(column)) * (3 - 2 * (x - Double(column)))
    let fy = (y - Double(row)) * (y - Double(row)) * (3 - 2 * (y - Double(row)))
    let top = random(column, row, seed) * (1 - fx) + random(column + 1, row, seed) * fx
    let bottom = random(column, row + 1, seed) * (1 - fx) + random(column + 1, row + 1, seed) * fx
    return top * (1 - fy) + bottom * fy
  }

  /// A value of 0..<1 for a place: the mixing steps of SplitMix64 (Steele, Lea, Flood 2014) as a hash.
  private static func random(_ x: Int, _ y: Int, _ seed: UInt64) -> Double {
    var z = seed &+ UInt64(x) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(y) &* 0xD1B5_4A32_D192_ED03
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Double((z ^ (z >> 31)) >> 11) * 0x1p-53
  }
}
