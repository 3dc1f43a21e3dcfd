import SettingsKit

/// `a..b:step`, `a..<b:step`, `a..b/count` or `a..b`, not yet read as values of a setting.
struct SweepRange: Equatable {
  enum Spacing: Equatable {
    case step(String)
    case count(String)
    /// The setting's own step.
    case own
  }

  var first: String
  var last: String
  var isHalfOpen: Bool
  var spacing: Spacing

  /// `nil` where the text has no `..`.
  init?(_ text: String) {
    guard let dots = text.unicodeScalars.firstRange(of: "..".unicodeScalars) else { return nil }
    first = String(text[..<dots.lowerBound])
    var rest = text[dots.upperBound...]
    isHalfOpen = rest.hasPrefix("<")
    if isHalfOpen { rest.removeFirst() }
    if let mark = rest.firstIndex(where: { $0 == ":" || $0 == "/" }) {
      let size = String(rest[rest.index(after: mark)...])
      spacing = rest[mark] == ":" ? .step(size) : .count(size)
      rest = rest[..<mark]
    } else {
      spacing = .own
    }
    last = String(rest)
  }

  /// The values as texts of the setting's kind, not yet checked.
  ///
  /// - Throws: `ValueProblem`, worded to follow the range.
  func values(of setting: SettingDescriptor, atMost limit: Int) throws(ValueProblem) -> [String] {
    let start = try number(first, "begins with", setting)
    let end = try number(last, "ends with", setting)
    guard start < end || (start == end && !isHalfOpen) else {
      throw ValueProblem(
        "ends before it begins", suggestion: start == end ? nil : "did you mean \(last)..\(first)?")
    }
    switch spacing {
    case .count(let text): return try evenly(text, start, end, setting, atMost: limit)
    case .step(let text):
      let step = try number(text, "has the step", setting)
      guard step.isPositive else { throw ValueProblem("has a step that is not above 0") }
      return try steps(step, start, end, atMost: limit)
    case .own:
      guard let own = setting.metadata.step ?? (setting.kind.jsonType == "integer" ? 1 : nil),
        let step = ExactDecimal(own)
      else {
        throw ValueProblem("has no step", suggestion: "write \(first)..\(last):STEP, or \(first)..\(last)/COUNT")
      }
      return try steps(step, start, end, atMost: limit)
    }
  }

  private func steps(
    _ step: ExactDecimal, _ start: ExactDecimal, _ end: ExactDecimal, atMost limit: Int
  ) throws(ValueProblem) -> [String] {
    let (count, isExact) = start.steps(of: step, to: end)
    let isLastLeftOut = isHalfOpen && isExact
    guard count < Int128(limit) else {
      throw ValueProblem("has more than \(limit) values", suggestion: "take a larger step")
    }
    return (0...Int(count) - (isLastLeftOut ? 1 : 0)).map { start.adding(step, times: $0).text }
  }

  private func evenly(
    _ text: String, _ start: ExactDecimal, _ end: ExactDecimal, _ setting: SettingDescriptor, atMost limit: Int
  ) throws(ValueProblem) -> [String] {
    guard let count = Int(text), count >= 2, text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      throw ValueProblem("has “\(text)” where a number of values has to stand, 2 or more")
    }
    guard count <= limit else { throw ValueProblem("has more than \(limit) values", suggestion: "take fewer") }
    let isWhole = setting.kind.jsonType == "integer"
    let digits = isWhole ? 0 : max(start.fractionDigits, end.fractionDigits) + 6
    let parts = isHalfOpen ? count : count - 1
    let values = (0..<count).map { start.part($0, of: parts, to: end, digits: digits).text }
    guard Set(values).count == count else {
      throw ValueProblem("has fewer than \(count) \(isWhole ? "whole numbers" : "values") to give")
    }
    return values
  }

  /// A text of the setting's kind as an exact number in the unit that bare numbers of it have.
  private func number(
    _ text: String, _ role: String, _ setting: SettingDescriptor
  ) throws(ValueProblem) -> ExactDecimal {
    let value: any SettingValue
    do throws(ValueProblem) { value = try setting.parseUnchecked(text) } catch {
      throw ValueProblem("\(role) “\(text)”, which \(error.reason)", suggestion: error.suggestion)
    }
    guard let ranged = value as? any RangedSettingValue else { throw ValueProblem("\(role) no number") }
    guard let number = ExactDecimal(ranged.rangedNumber) else {
      throw ValueProblem("\(role) \(text), which has more than 15 digits, or 12 behind the point")
    }
    return number
  }
}
