import CKernels
import Platform

/// The sRGB transfer curve and the tables that kernels read it from.
///
/// Source: IEC 61966-2-1:1999, 5.2.
package enum TransferCurve {
  /// The light, 0…1, of an sRGB value, 0…1.
  package static func light(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  /// The sRGB value, 0…1, of light, 0…1.
  package static func value(_ light: Double) -> Double {
    light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }

  /// The light of each 8-bit sample: 256 floats.
  static let decode8 = decoding(levels: 256)
  /// The light of each 16-bit sample: 65,536 floats, made when the first 16-bit picture needs them.
  static let decode16 = decoding(levels: 65_536)

  /// Light to value as straight lines, 256 to an octave: pairs (offset, slope).
  ///
  /// The curve's power law bends so little within 1/256 of an octave that a line through its ends is within
  /// 0.03 levels of 65,535; so rounding to 16 bits, and all the more to 8, is the exact curve's to within half a level
  /// and that much.
  static let encodeLines: AlignedMemory = {
    let cells = 1 << Int(CK_ENCODE_CELL_BITS)
    let lines = AlignedMemory(bytes: Int(CK_ENCODE_OCTAVES) * cells * 2 * MemoryLayout<Float>.stride)
    let floats = lines.base.assumingMemoryBound(to: Float.self)
    for octave in 0..<Int(CK_ENCODE_OCTAVES) {
      let start = pow(2, Double(octave) - Double(CK_ENCODE_OCTAVES))
      for cell in 0..<cells {
        let left = start * (1 + Double(cell) / Double(cells))
        let right = start * (1 + Double(cell + 1) / Double(cells))
        let slope = (value(right) - value(left)) / (right - left)
        let index = 2 * (octave * cells + cell)
        floats[index] = Float(value(left) - slope * left)
        floats[index + 1] = Float(slope)
      }
    }
    return lines
  }()

  private static func decoding(levels: Int) -> AlignedMemory {
    let table = AlignedMemory(bytes: levels * MemoryLayout<Float>.stride)
    let floats = table.base.assumingMemoryBound(to: Float.self)
    for level in 0..<levels { floats[level] = Float(light(Double(level) / Double(levels - 1))) }
    return table
  }
}
