/// Strings and numbers.
extension JSON5Parser {
  mutating func string() throws(JSONSyntaxError) -> String {
    let start = offset
    let quote = bytes[offset]
    offset += 1
    var text: [UInt8] = []
    while let byte = current {
      offset += 1
      switch byte {
      case quote: return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0x0A, 0x0D: throw error("the string has no closing quote on its line", at: start)
      case 0x00..<0x20 where byte != 0x09:
        throw error("a control character in a string must be escaped", at: offset - 1)
      default: text.append(byte)
      }
    }
    throw error("the string has no closing quote", at: start)
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    let start = offset - 1
    guard let byte = current else { throw error("the string has no closing quote", at: start) }
    offset += 1
    switch byte {
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "v"): text.append(0x0B)
    case UInt8(ascii: "0"): text.append(0)
    case UInt8(ascii: "x"): text += Array(String(try scalar(try hexadecimal(2), at: start)).utf8)
    case UInt8(ascii: "u"): text += Array(String(try unicodeEscape(at: start)).utf8)
    case 0x0A: break  // a string that goes on in the next line
    case 0x0D: _ = accepts("\n")
    case 0xE2 where isJSONLineEnd(at: offset - 1, in: bytes): offset += 2
    case 0x31...0x39: throw error("\\\(byte - 0x30) is no escape", at: start)
    default: text.append(byte)  // JSON5: any other character stands for itself
    }
  }

  /// `\u0041`, or a surrogate pair of two of them.
  private mutating func unicodeEscape(at start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal(4)
    guard (0xD800..<0xDC00).contains(first) else { return try scalar(first, at: start) }
    guard accepts("\\"), accepts("u") else { throw error("half a surrogate pair", at: start) }
    let second = try hexadecimal(4)
    guard (0xDC00..<0xE000).contains(second) else { throw error("half a surrogate pair", at: start) }
    return try scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), at: start)
  }

  private func scalar(_ value: UInt32, at start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    guard let scalar = Unicode.Scalar(value) else { throw error("no character has this number", at: start) }
    return scalar
  }

  private mutating func hexadecimal(_ digits: Int) throws(JSONSyntaxError) -> UInt32 {
    // The signs that `UInt32` would read are no digits here.
    guard offset + digits <= bytes.count, bytes[offset] != UInt8(ascii: "+"), bytes[offset] != UInt8(ascii: "-"),
      let value = UInt32(String(decoding: bytes[offset..<(offset + digits)], as: UTF8.self), radix: 16)
    else { throw error("expected \(digits) hexadecimal digits") }
    offset += digits
    return value
  }

  mutating func number() throws(JSONSyntaxError) -> JSONValue {
    let start = offset
    while let byte = current, isNumberByte(byte) { offset += 1 }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    let isNegative = text.hasPrefix("-")
    let digits = isNegative || text.hasPrefix("+") ? String(text.dropFirst()) : text
    guard let first = digits.utf8.first, (0x30...0x39).contains(first) || first == UInt8(ascii: ".") else {
      throw error("\(text) is no number", at: start)
    }
    if digits.lowercased().hasPrefix("0x") {
      let hexadecimal = digits.dropFirst(2)
      guard hexadecimal.allSatisfy(\.isHexDigit), let value = Int(hexadecimal, radix: 16) else {
        throw error("\(text) is no number", at: start)
      }
      return .integer(isNegative ? -value : value)
    }
    // 010 would be eight to some readers and ten to others.
    let hasLeadingZero = digits.utf8.count > 1 && first == 0x30 && (0x30...0x39).contains(Array(digits.utf8)[1])
    if hasLeadingZero { throw error("\(text) begins with a zero that means nothing", at: start) }
    if let value = Int((isNegative ? "-" : "") + digits) { return .integer(value) }
    let padded = (digits.hasPrefix(".") ? "0" : "") + digits + (digits.hasSuffix(".") ? "0" : "")
    guard let value = Double(padded), value.isFinite else { throw error("\(text) is no number", at: start) }
    return .decimal(isNegative ? -value : value)
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }
}
