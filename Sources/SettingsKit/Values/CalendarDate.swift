/// A day of the Gregorian calendar, written `2026-11-30`.
///
/// Source: ISO 8601, calendar date, extended format; days by the algorithm of Howard Hinnant's date papers.
public struct CalendarDate: SettingValue, RangedSettingValue, Hashable, Comparable {
  public let year: Int
  public let month: Int
  public let day: Int

  /// `nil` when there is no such day; years 1…9999.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9_999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard day <= lengths[month - 1] else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Days since 1970-01-01, negative before it; the number that ranges are given in.
  public var dayNumber: Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The pattern keeps out what is no date at a glance; the lengths of months are left to `parse(_:)`.
  public static var kind: ValueKind {
    ValueKind(
      "date", jsonType: "string", placeholder: "YYYY-MM-DD",
      textPattern: "^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$")
  }

  public static func parse(_ text: String) throws(ValueProblem) -> CalendarDate {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let isWellFormed =
      parts.map(\.count) == [4, 2, 2] && parts.allSatisfy { $0.utf8.allSatisfy { (48...57).contains($0) } }
    guard isWellFormed, let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else {
      throw ValueProblem("is no date (YYYY-MM-DD)")
    }
    guard let date = CalendarDate(year: year, month: month, day: day) else {
      throw ValueProblem("is no day of the calendar")
    }
    return date
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> CalendarDate {
    guard case .string(let text) = json else { throw ValueProblem("is \(json.typeName), not a date") }
    return try parse(text)
  }

  public var text: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  public var json: JSONValue { .string(text) }
  public var rangedNumber: Double { Double(dayNumber) }
  public static func < (a: CalendarDate, b: CalendarDate) -> Bool { a.dayNumber < b.dayNumber }
}
