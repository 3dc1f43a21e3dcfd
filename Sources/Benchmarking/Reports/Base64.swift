/// Bytes as text.
///
/// Source: RFC 4648, section 4.
enum Base64 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    var index = 0
    while index < bytes.count {
      let left = min(3, bytes.count - index)
      var group: UInt32 = 0
      for place in 0..<3 { group = group << 8 | (place < left ? UInt32(bytes[index + place]) : 0) }
      for place in 0..<4 {
        text.append(place <= left ? letters[Int(group >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }
}
