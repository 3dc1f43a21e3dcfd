import Jobs
import SettingsKit

/// How much worse something may become: `bytes:+1%`, `ssimulacra2:-0.5`, `encodeTime:+10%`, `hash`.
public struct GateRule: Sendable, Equatable {
  public enum Quantity: Sendable, Equatable {
    case bytes
    /// The output's content, where the library versions are the same.
    case hash
    /// A measure, by its name.
    case score(String)
    case time(Time)

    public var name: String {
      switch self {
      case .bytes: "bytes"
      case .hash: "hash"
      case .score(let name): name
      case .time(let time): time.rawValue
      }
    }

    var isBetterWhenHigher: Bool { if case .score(let name) = self { BenchMeasures.sign(name) > 0 } else { false } }
  }

  /// The times that can be judged, between two configurations of one run.
  public enum Time: String, Sendable, CaseIterable {
    case decodeTime, resizeTime, encodeTime, totalTime

    /// Whether decoding or resizing is in it, which is timed once a picture however often that is encoded.
    public var needsPictures: Bool { self != .encodeTime }

    var isOfRendering: Bool { self == .decodeTime || self == .resizeTime }
  }

  public enum Tolerance: Sendable, Equatable {
    /// A part of the old value, 0.01 for 1 %.
    case part(Double)
    /// In the unit of the quantity.
    case absolute(Double)
  }

  public var quantity: Quantity
  public var tolerance: Tolerance
  /// The rule as it was written.
  public var text: String

  /// Everything exact: what counts where a baseline is given and no rule.
  public static func exact(_ measures: [String]) -> [GateRule] {
    let scores = measures.map { GateRule(quantity: .score($0), tolerance: .absolute(scoreRounding), text: $0) }
    return [GateRule(quantity: .bytes, tolerance: .absolute(0), text: "bytes")] + scores
      + [GateRule(quantity: .hash, tolerance: .absolute(0), text: "hash")]
  }

  /// Scores are written with all digits; this much is the difference of two readings of the same.
  static let scoreRounding = 1e-9

  private init(quantity: Quantity, tolerance: Tolerance, text: String) {
    self.quantity = quantity
    self.tolerance = tolerance
    self.text = text
  }

  /// Reads rules as `--fail-on` gives them.
  ///
  /// - Throws: `BenchRefusal` with everything that is wrong.
  public static func parse(_ texts: [String], measures: [String]) throws(BenchRefusal) -> [GateRule] {
    var problems: [SettingProblem] = []
    var rules: [GateRule] = []
    for text in texts {
      do throws(BenchRefusal) {
        let rule = try GateRule(text, measures)
        if rules.contains(where: { $0.quantity == rule.quantity }) {
          throw BenchRefusal("--fail-on names \(rule.quantity.name) twice")
        }
        rules.append(rule)
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw BenchRefusal(problems) }
    return rules
  }

  private init(_ text: String, _ measures: [String]) throws(BenchRefusal) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    quantity = try GateRule.quantity(parts[0], measures)
    self.text = text
    if quantity == .hash {
      guard parts.count == 1 else { throw BenchRefusal("--fail-on \(text): a hash is the same or another, write hash") }
      tolerance = .absolute(0)
      return
    }
    guard parts.count == 2, let (sign, number, isPart) = GateRule.amount(parts[1]) else {
      throw BenchRefusal(
        "--fail-on \(text) has no limit", hint: "write such as bytes:+1%, ssimulacra2:-0.5 or encodeTime:+10%")
    }
    let worse: Character = quantity.isBetterWhenHigher ? "-" : "+"
    guard sign == worse else {
      throw BenchRefusal(
        "--fail-on \(text): \(quantity.isBetterWhenHigher ? "a higher score" : "less") is no failure",
        hint: "did you mean \(parts[0]):\(worse)\(parts[1].dropFirst())?")
    }
    if case .time = quantity, !isPart {
      throw BenchRefusal("--fail-on \(text): times are compared in percent", hint: "write such as \(parts[0]):+10%")
    }
    tolerance = isPart ? .part(number / 100) : .absolute(number)
  }

  private static func quantity(_ name: String, _ measures: [String]) throws(BenchRefusal) -> Quantity {
    if name == "bytes" { return .bytes }
    if name == "hash" { return .hash }
    if let time = Time(rawValue: name) { return .time(time) }
    if measures.contains(name) { return .score(name) }
    let known = ["bytes", "hash"] + measures + Time.allCases.map(\.rawValue)
    let nearest = nearestNames(to: name, among: known)
    throw BenchRefusal(
      "--fail-on names \(name), which is not measured",
      hint: nearest.isEmpty
        ? "there are \(known.joined(separator: ", ")); --measure adds scores"
        : "did you mean \(nearest.joined(separator: " or "))?")
  }

  /// The sign, the number, and whether it is in percent.
  private static func amount(_ text: String) -> (sign: Character, number: Double, isPart: Bool)? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let isPart = text.hasSuffix("%")
    let digits = text.dropFirst().dropLast(isPart ? 1 : 0)
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) || $0 == UInt8(ascii: ".") }),
      let number = Double(digits), number.isFinite
    else { return nil }
    return (sign, number, isPart)
  }

  /// Whether `new` is worse than `old` by more than is allowed.
  func isBroken(from old: Double, to new: Double) -> Bool {
    let worse = quantity.isBetterWhenHigher ? old - new : new - old
    switch tolerance {
    case .absolute(let limit): return worse > limit
    case .part(let limit): return worse > limit * abs(old)
    }
  }
}
