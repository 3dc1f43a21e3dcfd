/// What a declaration says about a setting beside its type and default.
public struct SettingMetadata: Sendable, Equatable {
  public var title: String
  public var explanation: String
  public var unit: SettingUnit?
  /// The allowed range, as data; `nil` where every value of the type is allowed.
  public var range: ValueRange?
  /// The distance between the values a control offers. It guides controls only: any value inside the range stays
  /// allowed, on the grid or off it.
  public var step: Double?
  /// The single letter of a short flag.
  public var shortFlag: Character?
  /// The name of the value in usage texts, where the kind's own is too plain.
  public var placeholder: String?
  /// Whether most people never need it.
  public var isAdvanced = false
  /// The setting has an effect only when this holds.
  public var enabledWhen: Condition?
  /// The setting is shown only when this holds; a hidden one has no effect either.
  public var visibleWhen: Condition?
  /// What happens to the value when a setting that this one depends on changes.
  public var onParentChange = ParentChange.keep
  /// Conditions on single choices, by value; a choice without one is always offered.
  public var choicesWhen: [String: Condition] = [:]
  /// A regular expression that the whole text must match.
  public var pattern: String?
  /// Earlier keys, under which stored values are still found.
  public var renamedFrom: [String] = []
  /// The name of a picture for screens.
  public var icon: String?
  /// The control to show, where the kind's own does not fit: "slider", "stepper", "segments", "menu", "area".
  public var control: String?

  /// Whether there is any such key.
  var isDependent: Bool { enabledWhen != nil || visibleWhen != nil || !choicesWhen.isEmpty }

  /// Every key that the setting depends on.
  public var parents: [String] {
    (enabledWhen?.keys ?? []) + (visibleWhen?.keys ?? []) + choicesWhen.sorted { $0.key < $1.key }.flatMap(\.value.keys)
  }
}

/// What happens to a setting's value when one that it depends on changes.
public enum ParentChange: String, Sendable {
  /// The value stays and counts again as soon as it is active.
  case keep
  /// The value goes back to its default, and so do those that depend on it in turn.
  case reset
}

/// A unit that a value is counted in.
public enum SettingUnit: String, Sendable {
  case pixels, bytes, seconds, percent, megapixels

  /// The unit behind a number: "1600 px".
  public var symbol: String {
    switch self {
    case .pixels: "px"
    case .bytes: "B"
    case .seconds: "s"
    case .percent: "%"
    case .megapixels: "MP"
    }
  }
}

/// The lowest and the highest value allowed, both included; `nil` is an open end.
public struct ValueRange: Sendable, Equatable {
  public var lower: Double?
  public var upper: Double?

  public init(_ range: ClosedRange<Double>) {
    lower = range.lowerBound.isFinite ? range.lowerBound : nil
    upper = range.upperBound.isFinite ? range.upperBound : nil
  }

  public func contains(_ value: Double) -> Bool { value >= (lower ?? -.infinity) && value <= (upper ?? .infinity) }

  /// "0…1", "1…" or "…9".
  public var text: String { (lower.map(decimalText) ?? "") + "…" + (upper.map(decimalText) ?? "") }

  /// The range as values of a kind are written: days as dates, other numbers plainly.
  public func text(of kind: ValueKind) -> String {
    guard (kind.element.first ?? kind).name == "date" else { return text }
    let date: (Double) -> String = { number in
      Int(exactly: number).flatMap { CalendarDate(dayNumber: $0) }?.text ?? decimalText(number)
    }
    return (lower.map(date) ?? "") + "…" + (upper.map(date) ?? "")
  }
}

/// A value that can be held against a range.
public protocol RangedSettingValue: SettingValue {
  /// The value as a number, in the unit of the range.
  var rangedNumber: Double { get }
}

extension RangedSettingValue {
  public var rangedNumbers: [Double] { [rangedNumber] }
}

extension Int: RangedSettingValue { public var rangedNumber: Double { Double(self) } }
extension Double: RangedSettingValue { public var rangedNumber: Double { self } }
