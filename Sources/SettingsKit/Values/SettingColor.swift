/// An opaque sRGB colour, written `#rrggbb`, `#rgb` or by one of a few names.
public struct SettingColor: SettingValue, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let white = SettingColor(red: 255, green: 255, blue: 255)
  public static let black = SettingColor(red: 0, green: 0, blue: 0)

  private static let named: [String: SettingColor] = [
    "white": .white, "black": .black, "gray": SettingColor(red: 128, green: 128, blue: 128),
    "red": SettingColor(red: 255, green: 0, blue: 0), "green": SettingColor(red: 0, green: 128, blue: 0),
    "blue": SettingColor(red: 0, green: 0, blue: 255), "magenta": SettingColor(red: 255, green: 0, blue: 255),
  ]

  public static var kind: ValueKind {
    // ECMA 262 has no switch for ignoring case inside a pattern.
    let names = named.keys.sorted().map { $0.map { "[\($0)\($0.uppercased())]" }.joined() }
    return ValueKind(
      "color", jsonType: "string", placeholder: "#rrggbb",
      textPattern: "^(#?([0-9a-fA-F]{3}){1,2}|\(names.joined(separator: "|")))$")
  }

  public static func parse(_ text: String) throws(ValueProblem) -> SettingColor {
    if let color = named[text.lowercased()] { return color }
    var digits = Array(text.utf8)
    if digits.first == UInt8(ascii: "#") { digits.removeFirst() }
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    let isHexadecimal = digits.allSatisfy { "0123456789abcdefABCDEF".utf8.contains($0) }
    guard digits.count == 6, isHexadecimal, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw ValueProblem("is no colour (#rrggbb, #rgb, \(named.keys.sorted().joined(separator: ", ")))") }
    return SettingColor(red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> SettingColor {
    guard case .string(let text) = json else { throw ValueProblem("is \(json.typeName), not a colour") }
    return try parse(text)
  }

  public var text: String {
    let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(value, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  public var json: JSONValue { .string(text) }
}
