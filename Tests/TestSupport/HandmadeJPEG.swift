/// A JPEG of flat color written out marker by marker, in forms that no encoder of the project makes.
///
/// Its tables hold one code each, so that a block is two bits: no difference in the DC, and the end of the block.
public struct HandmadeJPEG {
  public var width = 8
  public var height = 8
  /// Color channels, 1…4; four are CMYK.
  public var components = 3
  /// Bits a sample.
  public var precision = 8
  /// The second byte of the frame's marker: C0 baseline, C2 progressive, C3 lossless, C9 arithmetic.
  public var frame: UInt8 = 0xC0
  /// How often the same scan is said.
  public var scans = 1

  public init() {}

  public var bytes: [UInt8] { headBytes + (0..<scans).flatMap { _ in scanBytes } + [0xFF, 0xD9] }

  /// Everything before the first scan.
  public var headBytes: [UInt8] { [0xFF, 0xD8] + quantisation + frameHeader + huffman }

  private var quantisation: [UInt8] { Self.segment(0xDB, [0] + [UInt8](repeating: 1, count: 64)) }

  private var frameHeader: [UInt8] {
    var header: [UInt8] = [UInt8(precision), UInt8(height >> 8), UInt8(height & 0xFF)]
    header += [UInt8(width >> 8), UInt8(width & 0xFF), UInt8(components)]
    for component in 1...UInt8(components) { header += [component, 0x11, 0] }
    return Self.segment(frame, header)
  }

  /// Tables for DC and AC with the one-bit code 0 for the value 0.
  private var huffman: [UInt8] {
    let table: [UInt8] = [1] + [UInt8](repeating: 0, count: 15) + [0]
    return Self.segment(0xC4, [0x00] + table) + Self.segment(0xC4, [0x10] + table)
  }

  /// One scan with its header.
  public var scanBytes: [UInt8] {
    let isProgressive = frame == 0xC2
    var header = [UInt8(components)]
    for component in 1...UInt8(components) { header += [component, 0] }
    header += [0, isProgressive ? 0 : 63, 0]
    let blocks = ((width + 7) / 8) * ((height + 7) / 8) * components
    let bits = blocks * (isProgressive ? 1 : 2)
    var data = [UInt8](repeating: 0, count: (bits + 7) / 8)
    // What is left of the last byte is filled with ones.
    if bits % 8 != 0 { data[data.count - 1] = UInt8(0xFF >> (bits % 8)) }
    return Self.segment(0xDA, header) + data
  }

  public static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let count = content.count + 2
    return [0xFF, marker, UInt8(count >> 8), UInt8(count & 0xFF)] + content
  }
}
