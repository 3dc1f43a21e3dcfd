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
  private let box: SettingBox<Value>
  public let metadata: SettingMetadata

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
  public init(
    wrappedValue: Value, _ title: String, _ explanation: String = "", unit: SettingUnit? = nil,
    in range: ClosedRange<Double>? = nil, step: Double? = nil, short: Character? = nil, placeholder: String? = nil,
    advanced: Bool = false, enabledWhen: Condition? = nil
  ) {
    box = SettingBox(wrappedValue)
    metadata = SettingMetadata(
      title: title, explanation: explanation, unit: unit, range: range.map(ValueRange.init), step: step,
      shortFlag: short, placeholder: placeholder, isAdvanced: advanced, enabledWhen: enabledWhen)
  }

  public var wrappedValue: Value { box.value }
  public var projectedValue: Setting<Value> { self }
}

/// What introspection sees of a `Setting` of any type.
protocol AnySetting: Sendable {
  var metadata: SettingMetadata { get }
  /// `nil` where the property's type is no `SettingValue`.
  var valueType: (any SettingValue.Type)? { get }
  var valueTypeName: String { get }
  var value: any Sendable { get }
  /// Puts a resolved value in place, once. The value must be of `valueType`.
  func fill(_ value: any SettingValue)
}

extension Setting: AnySetting {
  var valueType: (any SettingValue.Type)? { Value.self as? any SettingValue.Type }
  var valueTypeName: String { "\(Value.self)" }
  var value: any Sendable { box.value }

  func fill(_ value: any SettingValue) {
    guard let value = value as? Value else { preconditionFailure("\(type(of: value)) is no \(Value.self)") }
    box.fill(value)
  }
}

/// Holds a setting's value where copies of the struct share it, so that introspection can fill it in once.
final class SettingBox<Value: Sendable>: Sendable {
  private let state: Mutex<(value: Value, isSealed: Bool)>

  init(_ value: Value) { state = Mutex((value, false)) }

  var value: Value { state.withLock { $0.value } }

  func fill(_ value: Value) {
    state.withLock {
      precondition(!$0.isSealed, "a snapshot's value is filled in once")
      $0 = (value, true)
    }
  }
}
