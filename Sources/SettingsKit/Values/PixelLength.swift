/// A length in whole pixels, written `1600` or `1600px`.
public struct PixelLength: SettingValue, RangedSettingValue, Hashable {
  public var pixels: Int

  public init(_ pixels: Int) { self.pixels = pixels }

  public static var kind: ValueKind {
    ValueKind("pixels", jsonType: "integer", placeholder: "PIXELS", textPattern: #"^\+?[0-9]+(px)?$"#, lowest: 0)
  }

  public static func parse(_ text: String) throws(ValueProblem) -> PixelLength {
    let digits = text.hasSuffix("px") ? String(text.dropLast(2)) : text
    let pixels = try Int.parse(digits)
    guard pixels >= 0 else { throw ValueProblem("is less than no pixels") }
    return PixelLength(pixels)
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> PixelLength {
    if case .string(let text) = json { return try parse(text) }
    return try parse(try Int.decode(json).text)
  }

  public var text: String { String(pixels) }
  public var json: JSONValue { .integer(pixels) }
  public var rangedNumber: Double { Double(pixels) }
}

extension PixelLength: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(value) }
}
