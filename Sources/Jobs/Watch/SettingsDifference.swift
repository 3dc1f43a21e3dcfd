import SettingsKit

/// What a reload of the settings changed.
struct SettingsDifference {
  /// Settings whose value in force is another one.
  var effective: [EffectiveChange] = []
  /// Settings that a file or the environment gives another value, while the command line decides.
  var pinned: [(key: String, value: String, by: SettingOrigin)] = []

  init(from old: ResolvedSettings, to new: ResolvedSettings, registry: SettingsRegistry) {
    for key in registry.keys {
      let (before, after) = (old.resolution.value(key), new.resolution.value(key))
      if before.json != after.json {
        effective.append(
          EffectiveChange(
            key: key, old: before.json, new: after.json, oldText: before.text, newText: after.text,
            origin: new.resolution.origin(key)))
      } else if new.resolution.origin(key).layer >= .commandLine {
        let (shadowedBefore, shadowedAfter) = (old.shadowed(key), new.shadowed(key))
        if let shadowedAfter, shadowedAfter != shadowedBefore {
          pinned.append((key, shadowedAfter, new.resolution.origin(key)))
        }
      }
    }
  }

  /// Two sets of changes one after the other; what came back to where it was is no change.
  static func merged(_ first: [EffectiveChange], _ second: [EffectiveChange]) -> [EffectiveChange] {
    var result = first
    for change in second {
      guard let index = result.firstIndex(where: { $0.key == change.key }) else {
        result.append(change)
        continue
      }
      result[index].new = change.new
      result[index].newText = change.newText
      result[index].origin = change.origin
    }
    return result.filter { $0.old != $0.new }
  }
}

extension ResolvedSettings {
  /// What the strongest layer below the command line says of a setting, as it was written.
  fileprivate func shadowed(_ key: String) -> String? {
    resolution.explanation(of: key).candidates
      .first { $0.origin.layer < .commandLine && $0.origin.layer > .declaredDefault }?.raw
  }
}
