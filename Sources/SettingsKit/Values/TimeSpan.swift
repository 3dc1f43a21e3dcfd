/// A duration in seconds, written with a unit: `50ms`, `1.5s`, `2min`, `1h`; a bare number is seconds.
public struct TimeSpan: SettingValue, RangedSettingValue, Hashable {
  public var seconds: Double

  public init(seconds: Double) { self.seconds = seconds }

  public var duration: Duration { .seconds(seconds) }

  /// The longest suffix first, so that `ms` and `min` are not taken for `s`.
  private static let units: [(suffix: String, seconds: Double)] = [
    ("min", 60), ("ms", 0.001), ("s", 1), ("h", 3_600),
  ]

  public static var kind: ValueKind {
    ValueKind(
      "duration", jsonType: "number", placeholder: "TIME", textPattern: "^\(plainNumberPattern)(ms|s|min|h)?$",
      lowest: 0)
  }

  public static func parse(_ text: String) throws(ValueProblem) -> TimeSpan {
    let unit = units.first { text.hasSuffix($0.suffix) }
    let digits = String(text.dropLast(unit?.suffix.count ?? 0))
    guard isPlainNumber(digits), let number = Double(digits), number >= 0, number.isFinite else {
      throw ValueProblem("is no duration (50ms, 1.5s, 2min, 1h)")
    }
    // Dividing by 1,000 is exact where multiplying by 0.001 is not.
    return TimeSpan(seconds: unit?.suffix == "ms" ? number / 1_000 : number * (unit?.seconds ?? 1))
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> TimeSpan {
    if case .string(let text) = json { return try parse(text) }
    let seconds = try Double.decode(json)
    guard seconds >= 0 else { throw ValueProblem("is no duration") }
    return TimeSpan(seconds: seconds)
  }

  public var text: String { decimalText(seconds) + "s" }
  public var json: JSONValue { seconds.json }
  public var rangedNumber: Double { seconds }
}
