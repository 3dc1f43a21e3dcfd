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

  /// The day so many days after 1970-01-01; `nil` outside the years 1…9999.
  public init?(dayNumber: Int) {
    guard (-719_162...2_932_896).contains(dayNumber) else { return nil }
    let shifted = dayNumber + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    self.init(
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
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

extension ClosedRange<Double> {
  /// The days from one to another, both included, as the range of a date setting; `nil` is an open end.
  ///
  /// ```swift
  /// @Setting("Best before", in: .days(from: "2026-01-01")) var bestBefore: CalendarDate? = nil
  /// ```
  /// - Precondition: Each text is a date, and the first is no later than the last.
  public static func days(from first: String? = nil, through last: String? = nil) -> ClosedRange<Double> {
    func number(_ text: String) -> Double {
      do { return try CalendarDate.parse(text).rangedNumber } catch { preconditionFailure("\(text) \(error.reason)") }
    }
    return (first.map(number) ?? -.infinity)...(last.map(number) ?? .infinity)
  }
}
