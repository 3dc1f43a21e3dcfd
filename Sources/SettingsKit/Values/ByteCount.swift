/// A number of bytes, written plain or with a unit: `200KB` is 200,000 and `200KiB` is 204,800.
public struct ByteCount: SettingValue, RangedSettingValue, Hashable {
  public var count: Int

  public init(_ count: Int) { self.count = count }

  private static let units: [(suffix: String, bytes: Int)] = [
    ("kib", 1 << 10), ("mib", 1 << 20), ("gib", 1 << 30), ("kb", 1_000), ("mb", 1_000_000), ("gb", 1_000_000_000),
    ("b", 1),
  ]

  public static var kind: ValueKind {
    ValueKind(
      "bytes", jsonType: "integer", placeholder: "SIZE",
      textPattern: "^\(plainNumberPattern)(([kKmMgG][iI]?)?[bB])?$", lowest: 0)
  }

  public static func parse(_ text: String) throws(ValueProblem) -> ByteCount {
    let lowered = text.lowercased()
    let unit = units.first { lowered.hasSuffix($0.suffix) }
    let digits = String(lowered.dropLast(unit?.suffix.count ?? 0))
    guard isPlainNumber(digits), let number = Double(digits), number >= 0, number * Double(unit?.bytes ?? 1) < 1e15
    else {
      throw ValueProblem("is no number of bytes (200000, 200KB, 1.5MiB)")
    }
    return ByteCount(Int((number * Double(unit?.bytes ?? 1)).rounded()))
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> ByteCount {
    if case .string(let text) = json { return try parse(text) }
    let count = try Int.decode(json)
    guard count >= 0 else { throw ValueProblem("is no number of bytes") }
    return ByteCount(count)
  }

  /// With the largest unit that divides the number, so that it reads back as the same number.
  public var text: String {
    let unit = ByteCount.units.filter { count > 0 && count.isMultiple(of: $0.bytes) }.max { $0.bytes < $1.bytes }
    guard let unit, unit.bytes > 1 else { return String(count) }
    let names = ["kib": "KiB", "mib": "MiB", "gib": "GiB", "kb": "KB", "mb": "MB", "gb": "GB"]
    return String(count / unit.bytes) + (names[unit.suffix] ?? "")
  }

  public var json: JSONValue { .integer(count) }
  public var rangedNumber: Double { Double(count) }
}
