import SettingsKit

/// The values beside the one in force: one step to each side on a line, and every other one of a few choices.
///
/// They answer what each setting does where nobody said what to try.
enum NeighbouringSteps {
  /// - Returns: Canonical texts, the lower one first; empty for a setting that is not set, and for kinds without
  ///   neighbours, such as texts and colours.
  static func values(of key: String, in resolution: SettingsResolution) -> [String] {
    guard let setting = resolution.registry.setting(key) else { return [] }
    let value = resolution.value(key)
    if value.json == .null { return [] }
    if setting.kind.element.first != nil { return toggled(key, value, in: resolution) }
    if !setting.kind.choices.isEmpty {
      return resolution.allowedChoices(key).map(\.value).filter { $0 != value.text }
    }
    guard setting.kind.isNumeric, let number = (value as? any RangedSettingValue)?.rangedNumber,
      let center = ExactDecimal(number), let step = ExactDecimal(step(setting, at: number)), step.isPositive
    else { return [] }
    return [-1, 1].compactMap { side in
      try? setting.parse(center.adding(step, times: side).text).text  // what the range leaves out is no neighbour
    }
    .filter { $0 != value.text }
  }

  /// A list of a few choices with each of them added or taken away.
  private static func toggled(
    _ key: String, _ value: any SettingValue, in resolution: SettingsResolution
  ) -> [String] {
    guard let setting = resolution.registry.setting(key), case .array(let elements) = value.json else { return [] }
    return resolution.allowedChoices(key).compactMap { choice in
      let name = JSONValue.string(choice.value)
      let changed = elements.contains(name) ? elements.filter { $0 != name } : elements + [name]
      return try? setting.decode(.array(changed)).text  // a choice that the whole list does not allow is none
    }
  }

  private static func twoDigits(_ value: Double) -> Double {
    guard value > 1e-9 else { return 0 }
    var scale = 1.0
    while value * scale < 10 { scale *= 10 }
    return (value * scale).rounded() / scale
  }

  /// The declared step; else a twentieth of the range, or a tenth of the value where the range is wide or open.
  private static func step(_ setting: SettingDescriptor, at number: Double) -> Double {
    if let step = setting.metadata.step { return step }
    let isWhole = setting.kind.jsonType == "integer"
    var step = abs(number) / 10
    if let lower = setting.metadata.range?.lower, let upper = setting.metadata.range?.upper, upper - lower <= 1_000 {
      step = (upper - lower) / 20
    }
    return isWhole ? max(1, step.rounded()) : twoDigits(step)
  }
}
