import SettingsKit

/// A decimal number without rounding: `units` divided by a power of ten.
///
/// Made for the grids of sweeps, where 0.1 three times has to be 0.3. Numbers have at most 15 digits, as floating-point
/// values have, and at most 12 behind the point: brought to one scale they stay below 10^27, and a hundred thousand
/// times that with six more digits still fits.
struct ExactDecimal: Equatable, Comparable {
  private static let maximumScale = 12
  private static let tooLarge: UInt128 = 1_000_000_000_000_000

  private let units: Int128
  /// Digits behind the point.
  private let scale: Int

  private init(units: Int128, scale: Int) {
    self.units = units
    self.scale = scale
  }

  /// The number that is meant by a floating-point value: the shortest decimal that reads back as it.
  ///
  /// - Returns: `nil` for what has more digits.
  init?(_ value: Double) {
    let text = decimalText(value)
    let parts = text.lowercased().split(separator: "e", omittingEmptySubsequences: false)
    guard let exponent = parts.count == 1 ? 0 : Int(parts[1]), abs(exponent) <= 40 else { return nil }
    let sides = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = sides.count == 2 ? String(sides[1]) : ""
    guard var units = Int128(String(sides[0]) + fraction) else { return nil }
    var scale = fraction.utf8.count - exponent
    while scale > 0, units % 10 == 0 {
      units /= 10
      scale -= 1
    }
    while scale < 0 {
      guard let larger = ExactDecimal.fitting(units.multipliedReportingOverflow(by: 10)) else { return nil }
      units = larger
      scale += 1
    }
    guard scale <= ExactDecimal.maximumScale, units.magnitude < ExactDecimal.tooLarge else { return nil }
    self.init(units: units, scale: scale)
  }

  private static func fitting(_ result: (partialValue: Int128, overflow: Bool)) -> Int128? {
    result.overflow ? nil : result.partialValue
  }

  /// Both numbers in units of the finer one.
  private static func aligned(_ a: ExactDecimal, _ b: ExactDecimal) -> (a: Int128, b: Int128, scale: Int) {
    let scale = max(a.scale, b.scale)
    return (a.units * power(scale - a.scale), b.units * power(scale - b.scale), scale)
  }

  private static func power(_ exponent: Int) -> Int128 { (0..<exponent).reduce(1) { result, _ in result * 10 } }

  static func < (a: ExactDecimal, b: ExactDecimal) -> Bool {
    let (a, b, _) = aligned(a, b)
    return a < b
  }

  var isPositive: Bool { units > 0 }

  /// How often `step` fits between this number and a larger one.
  ///
  /// - Precondition: `step` is positive.
  /// - Returns: The count, and whether the last one lands on `end`.
  func steps(of step: ExactDecimal, to end: ExactDecimal) -> (count: Int128, isExact: Bool) {
    let (first, last, scale) = ExactDecimal.aligned(self, end)
    let (distance, width, _) = ExactDecimal.aligned(
      ExactDecimal(units: last - first, scale: scale), ExactDecimal(units: step.units, scale: step.scale))
    return (distance / width, distance % width == 0)
  }

  /// This number and `step` so many times.
  func adding(_ step: ExactDecimal, times count: Int) -> ExactDecimal {
    let (a, b, scale) = ExactDecimal.aligned(self, step)
    return ExactDecimal(units: a + b * Int128(count), scale: scale)
  }

  /// The number at a part of the way to another one.
  ///
  /// - Parameter digits: Digits behind the point that it is rounded to, half away from zero, where it has more.
  func part(_ index: Int, of count: Int, to end: ExactDecimal, digits: Int) -> ExactDecimal {
    let (a, b, scale) = ExactDecimal.aligned(self, end)
    let finer = ExactDecimal.power(max(0, digits - scale))
    let coarser = ExactDecimal.power(max(0, scale - digits))
    let numerator = a * Int128(count - index) + b * Int128(index)
    let divisor = Int128(count) * coarser
    let scaled = numerator * finer
    let half = divisor / 2
    return ExactDecimal(units: (scaled + (scaled < 0 ? -half : half)) / divisor, scale: digits)
  }

  /// Digits behind the point, without zeros at the end.
  var text: String {
    var units = units.magnitude
    var digits: [String] = []
    for _ in 0..<scale {
      digits.append(String(units % 10))
      units /= 10
    }
    while digits.first == "0" { digits.removeFirst() }
    let whole = (self.units < 0 && (units > 0 || !digits.isEmpty) ? "-" : "") + String(units)
    return digits.isEmpty ? whole : whole + "." + digits.reversed().joined()
  }

  var fractionDigits: Int { scale }
}
