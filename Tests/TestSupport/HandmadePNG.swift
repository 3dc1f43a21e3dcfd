/// A PNG written out byte by byte, in forms that no encoder of the project makes. The picture data is stored, not
/// compressed.
public struct HandmadePNG {
  public enum ColorType: Int, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6

    var channels: Int {
      switch self {
      case .gray, .palette: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgba: 4
      }
    }
  }

  public var width: Int
  public var height: Int
  public var bitDepth: Int
  public var colorType: ColorType
  public var isInterlaced = false
  /// Samples or palette indices in reading order.
  public var samples: [Int]
  /// Red, green and blue of each entry.
  public var palette: [UInt8]?
  /// The tRNS chunk.
  public var transparency: [UInt8]?
  /// Damages the check sum of the picture data.
  public var hasWrongCheckSum = false

  public init(_ width: Int, _ height: Int, _ colorType: ColorType, bitDepth: Int = 8, samples: [Int]) {
    self.width = width
    self.height = height
    self.bitDepth = bitDepth
    self.colorType = colorType
    self.samples = samples
  }

  public static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  public var bytes: [UInt8] {
    var file = Self.signature + Self.chunk("IHDR", header)
    if let palette { file += Self.chunk("PLTE", palette) }
    if let transparency { file += Self.chunk("tRNS", transparency) }
    var data = Self.chunk("IDAT", Self.stored(isInterlaced ? interlacedRows : rows(of: (0, 0, 1, 1))))
    if hasWrongCheckSum { data[data.count - 1] ^= 0xFF }
    return file + data + Self.chunk("IEND", [])
  }

  /// The header alone, with nothing behind it that it promises.
  public var header: [UInt8] {
    Self.number(width) + Self.number(height)
      + [UInt8(bitDepth), UInt8(colorType.rawValue), 0, 0, isInterlaced ? 1 : 0]
  }

  /// The seven passes of Adam7: first column and row, steps.
  private var interlacedRows: [UInt8] {
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    return passes.flatMap(rows)
  }

  private func rows(of pass: (x: Int, y: Int, stepX: Int, stepY: Int)) -> [UInt8] {
    guard pass.x < width else { return [] }
    return stride(from: pass.y, to: height, by: pass.stepY).flatMap { y in
      // Each row is headed by its filter, 0 for none.
      [0]
        + packed(
          stride(from: pass.x, to: width, by: pass.stepX).flatMap { x in
            samples[((y * width + x) * colorType.channels)...].prefix(colorType.channels)
          })
    }
  }

  private func packed(_ samples: [Int]) -> [UInt8] {
    if bitDepth == 16 { return samples.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } }
    let perByte = 8 / bitDepth
    return stride(from: 0, to: samples.count, by: perByte).map { start in
      let group = samples[start..<min(samples.count, start + perByte)]
      let bits = group.reduce(0) { $0 << bitDepth | $1 }
      return UInt8(bits << ((perByte - group.count) * bitDepth))
    }
  }

  /// A zlib stream of stored blocks.
  public static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + 65_535)
      let count = end - start
      stream += [end == bytes.count ? 1 : 0, UInt8(count & 0xFF), UInt8(count >> 8)]
      stream += [UInt8(~count & 0xFF), UInt8(~count >> 8 & 0xFF)] + bytes[start..<end]
      start = end
    } while start < bytes.count
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return stream + number(high << 16 | low)
  }

  public static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + content
    return number(content.count) + body + number(Int(checkSum(body)))
  }

  private static func checkSum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }

  private static func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
}
