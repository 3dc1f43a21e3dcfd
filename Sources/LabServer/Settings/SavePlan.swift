import Files
import Jobs
import SettingsKit

/// What saving the session's edits would change in a document.
struct SavePlan: Sendable {
  struct Change: Sendable {
    var key: String
    /// What the document says now; `nil` for nothing.
    var old: JSONValue?
    var new: JSONValue
    /// Where a stronger value comes from, which stays in force whatever is saved.
    var pin: SettingOrigin?
  }

  let scope: SettingsScope
  let path: String
  let changes: [Change]

  /// - Parameter keys: The edits to save; `nil` for all.
  init(
    _ snapshot: SettingsSnapshot<CompressionSettings>, _ scope: SettingsScope, _ target: SettingsTarget,
    only keys: Set<String>?
  ) {
    self.scope = scope
    path = LosslessText.printable(target.path)
    let layer = scope == .user ? SettingOrigin.Layer.userStore : .projectFile
    changes = snapshot.modifiedKeys.filter { keys?.contains($0) ?? true }.map { key in
      let pin = snapshot.resolution.explanation(of: key).candidates.first { candidate in
        if case .invalid = candidate.status { return false }
        return candidate.origin.layer < .live && candidate.origin.layer > layer
      }
      return Change(
        key: key, old: target.value(of: key), new: snapshot.resolution.value(key).json, pin: pin?.origin)
    }
  }

  var json: JSONValue {
    .object([
      "scope": .string(scope.rawValue), "path": .string(path),
      "changes": .array(
        changes.map { change in
          .object([
            "key": .string(change.key), "old": change.old, "new": change.new,
            "pin": change.pin.map { .object(["origin": $0.json, "text": .string($0.text)]) },
          ])
        }),
    ])
  }
}
