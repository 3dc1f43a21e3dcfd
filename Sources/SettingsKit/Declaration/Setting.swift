import Synchronization

/// Declares a property of a `SettingsSection` as a setting.
///
/// ```swift
/// @Setting("Quality", "Higher keeps more of the picture.", in: 0...1, short: "q")
/// public var quality = 0.8
/// ```
/// The type is unconstrained on purpose: one that is no `SettingValue` is skipped by introspection and reported
/// by `SettingsRegistry.unsupported`, so that a declaration never fails.
@propertyWrapper
public struct Setting<Value: Sendable>: Sendable {
  // One reference and nothing else: who reads a setting may copy the struct that it stands in.
  private let box: SettingBox<Value>

  /// - Parameters:
  ///   - title: What the setting is called on a screen.
  ///   - explanation: What it does, in a sentence or two.
  ///   - unit: The unit that its numbers are counted in.
  ///   - range: The allowed values, both ends included, in `unit`; an infinite end is open.
  ///   - step: The distance between values that a control offers.
  ///   - short: The letter of a short flag.
  ///   - placeholder: The name of the value in usage texts.
  ///   - advanced: Whether most people never need it.
  ///   - enabledWhen: When it has an effect.
  ///   - visibleWhen: When it is shown at all.
  ///   - onParentChange: What happens to the value when a setting of those conditions changes.
  ///   - choicesWhen: Conditions on single choices, by value.
  ///   - pattern: A regular expression that the whole text must match.
  ///   - renamedFrom: Earlier keys of this setting.
  ///   - icon: The name of a picture for screens.
  ///   - control: The control to show, where the kind's own does not fit.
  ///   - normalise: Replaces a value by the one that is meant; must be pure and settle after one call.
  public init(
    wrappedValue: Value, _ title: String, _ explanation: String = "", unit: SettingUnit? = nil,
    in range: ClosedRange<Double>? = nil, step: Double? = nil, short: Character? = nil, placeholder: String? = nil,
    advanced: Bool = false, enabledWhen: Condition? = nil, visibleWhen: Condition? = nil,
    onParentChange: ParentChange = .keep, choicesWhen: [String: Condition] = [:], pattern: String? = nil,
    renamedFrom: [String] = [], icon: String? = nil, control: String? = nil,
    normalise: (@Sendable (Value) -> Value)? = nil
  ) where Value: SettingValue {
    let metadata = SettingMetadata(
      title: title, explanation: explanation, unit: unit, range: range.map(ValueRange.init), step: step,
      shortFlag: short, placeholder: placeholder, isAdvanced: advanced, enabledWhen: enabledWhen,
      visibleWhen: visibleWhen, onParentChange: onParentChange, choicesWhen: choicesWhen, pattern: pattern,
      renamedFrom: renamedFrom, icon: icon, control: control)
    box = SettingBox(wrappedValue, metadata, normalise, ValueSupport())
  }

  /// Declares a property whose type no interface can show or change: it keeps its default, and is reported.
  ///
  /// Not preferred, since it has no arguments to leave out where the other one has many.
  @_disfavoredOverload
  public init(wrappedValue: Value, _ title: String, _ explanation: String = "") {
    box = SettingBox(wrappedValue, SettingMetadata(title: title, explanation: explanation), nil, nil)
  }

  public var metadata: SettingMetadata { box.metadata }
  public var wrappedValue: Value { box.value }
  public var projectedValue: Setting<Value> { self }
}

/// What introspection sees of a `Setting` of any type.
protocol AnySetting: Sendable {
  var metadata: SettingMetadata { get }
  /// `nil` where the property's type is no `SettingValue`.
  var valueType: (any SettingValue.Type)? { get }
  var valueTypeName: String { get }
  /// `nil` as for `valueType`.
  var value: (any SettingValue)? { get }
  /// Puts a resolved value in place, once. The value must be of `valueType`.
  func fill(_ value: any SettingValue)
  /// The value that is meant by `value`, which must be of `valueType`.
  func normalised(_ value: any SettingValue) -> any SettingValue
  var hasNormaliser: Bool { get }
  /// Where the value is held: the same for all copies of one declaration in one instance.
  var identity: ObjectIdentifier { get }
}

extension Setting: AnySetting {
  var valueType: (any SettingValue.Type)? { box.support?.type }
  var valueTypeName: String { "\(Value.self)" }
  var value: (any SettingValue)? { box.support?.erased(box.value) }
  var hasNormaliser: Bool { box.normalise != nil }
  var identity: ObjectIdentifier { ObjectIdentifier(box) }

  func fill(_ value: any SettingValue) {
    guard let value = value as? Value else { preconditionFailure("\(type(of: value)) is no \(Value.self)") }
    box.fill(value)
  }

  func normalised(_ value: any SettingValue) -> any SettingValue {
    guard let normalise = box.normalise, let own = value as? Value else { return value }
    return box.support?.erased(normalise(own)) ?? value
  }
}

/// What the compiler knows of a declared type, kept: to ask for its conformance at run time would search through all of the
/// program's, dozens of times at each start.
struct ValueSupport<Value: Sendable>: Sendable {
  let type: any SettingValue.Type
  let erased: @Sendable (Value) -> any SettingValue

  init() where Value: SettingValue {
    type = Value.self
    erased = { $0 }
  }
}

/// Holds a declaration, and its value where copies of the struct share it, so that introspection can fill it in once.
final class SettingBox<Value: Sendable>: Sendable {
  let metadata: SettingMetadata
  /// Replaces a value by the one that is meant; pure, and a second call changes nothing more.
  let normalise: (@Sendable (Value) -> Value)?
  /// `nil` where the type is no `SettingValue`.
  let support: ValueSupport<Value>?
  private let state: Mutex<(value: Value, isSealed: Bool)>

  init(
    _ value: Value, _ metadata: SettingMetadata, _ normalise: (@Sendable (Value) -> Value)?,
    _ support: ValueSupport<Value>?
  ) {
    self.metadata = metadata
    self.normalise = normalise
    self.support = support
    state = Mutex((value, false))
  }

  var value: Value { state.withLock { $0.value } }

  func fill(_ value: Value) {
    state.withLock {
      precondition(!$0.isSealed, "a snapshot's value is filled in once")
      $0 = (value, true)
    }
  }
}
