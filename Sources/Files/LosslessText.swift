/// Any bytes as a `String` and back.
///
/// A byte b that is not part of valid UTF-8 becomes the private scalar U+10FF00 + b. Scalars of that range that
/// really occur are taken apart into their bytes in the same way, so that the mapping can always be undone.
public enum LosslessText {
  private static let privateBase: UInt32 = 0x10FF00

  public static func text(of bytes: [UInt8]) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let first = rest.first {
      if let (scalar, length) = decodeScalar(rest), scalar.value < privateBase {
        scalars.append(scalar)
        rest.removeFirst(length)
      } else {
        scalars.append(Unicode.Scalar(privateBase + UInt32(first))!)
        rest.removeFirst()
      }
    }
    return String(scalars)
  }

  public static func bytes(of text: String) -> [UInt8] {
    // The private scalars are the only ones that need a look, and begin with this byte.
    if !text.utf8.contains(0xF4) { return Array(text.utf8) }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.value >= privateBase, scalar.value <= privateBase + 0xFF {
        bytes.append(UInt8(scalar.value - privateBase))
      } else {
        bytes += Array(String(scalar).utf8)
      }
    }
    return bytes
  }

  /// A text that does no harm on a terminal and stays on one line.
  public static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A: result += "\\n"
      case 0x0D: result += "\\r"
      case 0x09: result += "\\t"
      case 0x00...0x1F, 0x7F...0x9F: result += hexadecimal(scalar.value, prefix: "\\x", digits: 2)
      // Marks that turn the reading direction or break lines could make a name look like another.
      case 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
        result += "\\u{" + String(scalar.value, radix: 16) + "}"
      case privateBase...(privateBase + 0xFF):
        result += hexadecimal(scalar.value - privateBase, prefix: "\\x", digits: 2)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// A text of several lines, each of them harmless.
  public static func printableLines(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { printable(String($0)) }.joined(separator: "\n")
  }

  /// Whether the text stands for bytes that are no valid UTF-8.
  public static func hasRawBytes(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value >= privateBase }
  }

  private static func hexadecimal(_ value: UInt32, prefix: String, digits: Int) -> String {
    let text = String(value, radix: 16)
    return prefix + String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private static func decodeScalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
    return (scalar, UTF8.width(scalar))
  }
}
