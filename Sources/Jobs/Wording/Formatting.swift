/// A count of bytes as people read it: "812 B", "412 kB", "4.72 MB" (decimal units).
package func bytesText(_ count: Int) -> String {
  switch count {
  case ..<1_000: "\(count) B"
  case ..<999_500: significant(Double(count) / 1e3) + " kB"
  case ..<999_500_000: significant(Double(count) / 1e6) + " MB"
  default: significant(Double(count) / 1e9) + " GB"
  }
}

/// Three significant digits.
private func significant(_ value: Double) -> String {
  fixed(value, digits: value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
}

/// A number with so many digits behind the point.
package func fixed(_ value: Double, digits: Int) -> String {
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = (abs(value) * scale).rounded()
  guard scaled < 1e15 else { return "\(value)" }
  let whole = Int(scaled / scale)
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return sign + String(Int(scaled)) }
  let fraction = String(Int(scaled) - whole * Int(scale))
  return sign + "\(whole)." + String(repeating: "0", count: digits - fraction.count) + fraction
}

/// What became of the size: "saved 91.3 %", "grew 3.1 %".
package func savingText(from input: Int, to output: Int) -> String {
  guard input > 0 else { return "" }
  let saved = 100 * (1 - Double(output) / Double(input))
  return saved >= 0 ? "saved \(fixed(saved, digits: 1)) %" : "grew \(fixed(-saved, digits: 1)) %"
}

/// A duration as people read it.
package func durationText(milliseconds: Double) -> String {
  milliseconds < 9_995
    ? "\(fixed(milliseconds, digits: milliseconds < 9.95 ? 1 : 0)) ms" : "\(fixed(milliseconds / 1_000, digits: 1)) s"
}

/// "1 picture", "12 pictures".
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

extension String {
  /// Filled up with blanks on the right.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  /// Filled up with blanks on the left.
  package func leftPadded(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
