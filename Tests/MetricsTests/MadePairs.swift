import Pixels

/// Small pairs of pictures made by integer arithmetic alone, so that they are the same on every machine.
struct MadePair: Sendable, CustomStringConvertible {
  var name: String
  var reference: PixelBuffer
  var candidate: PixelBuffer

  var description: String { name }

  /// Every number of scales from 2 to 6, gray and colour, with and without transparency, from unseen to unbearable.
  static let all: [MadePair] = [
    MadePair("8x8-noise", scene(8, 8), { $0.changed { value, x, y, c in value + noise(x, y, c, 9) % 17 - 8 } }),
    MadePair("15x20-bright", scene(15, 20), { $0.changed { value, _, _, _ in value + 6 } }),
    MadePair("31x29-blocks", scene(31, 29), { blocks($0, 4) }),
    MadePair("57x64-shift", scene(57, 64), { shifted($0) }),
    MadePair("64x40-noise", scene(64, 40), { $0.changed { value, x, y, c in value + noise(x, y, c, 5) % 41 - 20 } }),
    MadePair("96x64-invert", scene(96, 64), { $0.changed { value, _, _, _ in 255 - value } }),
    MadePair("113x120-steps", scene(113, 120), { $0.changed { value, _, _, _ in value / 24 * 24 + 12 } }),
    MadePair("128x128-lsb", scene(128, 128), { $0.changed { value, x, y, c in value ^ (noise(x, y, c, 3) & 1) } }),
    MadePair("129x131-blocks", scene(129, 131), { blocks($0, 2) }),
    MadePair("150x117-patch", scene(150, 117), { patched($0) }),
    MadePair(
      "gray-120x114-noise", scene(120, 114, .gray),
      { $0.changed { value, x, y, c in value + noise(x, y, c, 7) % 25 - 12 } }),
    MadePair("alpha-116x118-opacity", scene(116, 118, .rgba), { faded($0) }),
    MadePair("alpha-70x50-colors", scene(70, 50, .rgba), { blocks($0, 3, colors: 3) }),
    MadePair("late-alpha-60x60", scene(60, 60), { clear(in: $0) }),
  ]

  private init(_ name: String, _ reference: PixelBuffer, _ change: (PixelBuffer) -> PixelBuffer) {
    self.name = name
    self.reference = reference
    candidate = change(reference)
  }

  /// A slope, squares of 16 pixels in colours of their own, and a little grain; opacity goes from left to right.
  static func scene(_ width: Int, _ height: Int, _ layout: PixelLayout = .rgb) -> PixelBuffer {
    let picture = PixelBuffer(size: PixelSize(width, height), format: PixelFormat(layout))
    let colors = layout.channels - (layout.hasAlpha ? 1 : 0)
    for y in 0..<height {
      for x in 0..<width {
        for c in 0..<colors {
          let square = noise(x / 16, y / 16, c, 1) % 140
          picture[x: x, y: y, channel: c] = min(
            255, square + (x * (c + 2) + y * (4 - c)) % 256 / 3 + noise(x, y, c, 2) % 12)
        }
        if layout.hasAlpha { picture[x: x, y: y, channel: colors] = min(255, 320 * x / width) }
      }
    }
    return picture
  }

  /// A hash of a place, 0…65,535.
  static func noise(_ x: Int, _ y: Int, _ channel: Int, _ seed: Int) -> Int {
    var hash = UInt32(x) &* 374_761_393 &+ UInt32(y) &* 668_265_263
    hash = hash &+ UInt32(channel) &* 2_246_822_519 &+ UInt32(seed) &* 3_266_489_917
    hash = (hash ^ (hash >> 15)) &* 2_654_435_761
    hash = (hash ^ (hash >> 13)) &* 1_274_126_177
    return Int(hash >> 16)
  }

  /// Each block of `side` pixels is its first pixel.
  private static func blocks(_ picture: PixelBuffer, _ side: Int, colors: Int? = nil) -> PixelBuffer {
    picture.changed { value, x, y, c in
      c < (colors ?? 4) ? picture[x: x / side * side, y: y / side * side, channel: c] : value
    }
  }

  private static func shifted(_ picture: PixelBuffer) -> PixelBuffer {
    picture.changed { _, x, y, c in picture[x: max(0, x - 1), y: y, channel: c] }
  }

  /// One corner of a picture ruined.
  private static func patched(_ picture: PixelBuffer) -> PixelBuffer {
    picture.changed { value, x, y, c in
      (80..<120).contains(x) && (30..<60).contains(y) ? noise(x, y, c, 11) % 256 : value
    }
  }

  private static func faded(_ picture: PixelBuffer) -> PixelBuffer {
    picture.changed { value, x, y, c in c == 3 ? value * 7 / 8 : value }
  }

  private static func clear(in picture: PixelBuffer) -> PixelBuffer {
    let clear = PixelBuffer(size: picture.size, format: PixelFormat(.rgba))
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        for c in 0..<3 { clear[x: x, y: y, channel: c] = picture[x: x, y: y, channel: c] }
        clear[x: x, y: y, channel: 3] = (20..<40).contains(x) && (20..<40).contains(y) ? 128 : 255
      }
    }
    return clear
  }
}

extension PixelBuffer {
  /// A copy with other samples, clamped to 8 bits.
  func changed(_ change: (_ value: Int, _ x: Int, _ y: Int, _ channel: Int) -> Int) -> PixelBuffer {
    let copy = PixelBuffer(size: size, format: format)
    for y in 0..<size.height {
      for x in 0..<size.width {
        for c in 0..<format.layout.channels {
          copy[x: x, y: y, channel: c] = min(255, max(0, change(self[x: x, y: y, channel: c], x, y, c)))
        }
      }
    }
    return copy
  }

  /// The same picture in 16 bits: 257 times each sample.
  var deep: PixelBuffer {
    let copy = PixelBuffer(size: size, format: PixelFormat(format.layout, .sixteen))
    for y in 0..<size.height {
      for x in 0..<size.width {
        for c in 0..<format.layout.channels { copy[x: x, y: y, channel: c] = 257 * self[x: x, y: y, channel: c] }
      }
    }
    return copy
  }

  /// The same picture in another layout of 8 bits: gray spread, opacity full.
  func laidOut(_ layout: PixelLayout) -> PixelBuffer {
    let copy = PixelBuffer(size: size, format: PixelFormat(layout))
    for y in 0..<size.height {
      for x in 0..<size.width {
        for c in 0..<layout.channels {
          let isAlpha = layout.hasAlpha && c == layout.channels - 1
          copy[x: x, y: y, channel: c] = isAlpha ? 255 : self[x: x, y: y, channel: format.layout.isColor ? c : 0]
        }
      }
    }
    return copy
  }
}
