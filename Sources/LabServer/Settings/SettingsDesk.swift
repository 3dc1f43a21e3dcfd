import SettingsKit
import Synchronization

/// A hub as a page's settings side: states, edits, undo and redo.
package final class SettingsDesk<Root: SettingsSection>: SettingsService {
  package let hub: SettingsHub<Root>
  package let schema: SchemaDocument
  /// Edits of the session follow one another, so that each step is what one edit did.
  private let history = Mutex(EditHistory())

  package init(_ hub: SettingsHub<Root>, schema: SchemaDocument) {
    self.hub = hub
    self.schema = schema
  }

  package var revision: Int { hub.snapshot.revision }

  package func state(assuming: [String: String]) -> JSONValue {
    let snapshot = hub.snapshot
    let (canUndo, canRedo) = history.withLock { ($0.canUndo, $0.canRedo) }
    return .object([
      "revision": .integer(snapshot.revision), "canUndo": .bool(canUndo), "canRedo": .bool(canRedo),
      "settings": .array(
        snapshot.resolution.registry.keys.map { SettingsDesk.state(of: $0, in: snapshot, assuming: assuming) }),
    ])
  }

  private static func state(
    of key: String, in snapshot: SettingsSnapshot<Root>, assuming: [String: String]
  ) -> JSONValue {
    let state = snapshot.state(of: key, assuming: assuming)
    guard case .object(var members) = state.json else { return state.json }
    members.append(JSONMember("text", .string(state.value.text)))
    if state.isModified, let below = below(key, snapshot.editedLayer, snapshot.resolution) {
      members.append(JSONMember("below", below))
    }
    return .object(members)
  }

  /// What counts for an edited setting once its edit is gone.
  private static func below(
    _ key: String, _ layer: SettingOrigin.Layer, _ resolution: SettingsResolution
  ) -> JSONValue? {
    let candidate = resolution.explanation(of: key).candidates.first { candidate in
      if case .invalid = candidate.status { return false }
      return candidate.origin.layer < layer || candidate.origin.preset != nil
    }
    return candidate.map {
      .object(["text": .string($0.raw), "origin": $0.origin.json, "place": .string($0.origin.text)])
    }
  }

  package func commit(_ edits: [SettingsEdit], client: String, expecting: Int?) throws(HubError) {
    try history.withLock { history throws(HubError) in
      let before = edited
      try hub.commit(edits, place: "lab", expecting: expecting)
      let time = ContinuousClock().now
      if let step = EditHistory.Step(from: before, to: edited, client: client, time: time) { history.add(step) }
    }
  }

  package func undo() throws(HubError) -> Bool { try step { $0.undo() } }
  package func redo() throws(HubError) -> Bool { try step { $0.redo() } }
  package func clearHistory() { history.withLock { $0.clear() } }

  private func step(_ take: (inout EditHistory) -> [SettingsEdit]?) throws(HubError) -> Bool {
    try history.withLock { history throws(HubError) in
      // A step that cannot be taken stays.
      var next = history
      guard let edits = take(&next) else { return false }
      try hub.commit(edits, place: "lab")
      history = next
      return true
    }
  }

  /// The session's own edits.
  private var edited: [String: JSONValue] {
    let snapshot = hub.snapshot
    return Dictionary(uniqueKeysWithValues: snapshot.modifiedKeys.map { ($0, snapshot.resolution.value($0).json) })
  }

  package func validation(of edits: [SettingsEdit]) -> JSONValue {
    let preview = hub.preview(edits, place: "lab")
    let keys = edits.compactMap { edit -> String? in
      switch edit {
      case .set(let key, _), .reset(let key): schema.settings.contains { $0.key == key } ? key : nil
      case .replaceLayer: nil
      }
    }
    return .object([
      "revision": .integer(preview.revision), "problems": .array(preview.problems.map(\.json)),
      "values": .object(
        keys.map { key in
          let value = preview.resolution.value(key)
          return JSONMember(key, .object(["value": value.json, "text": .string(value.text)]))
        }),
      "reset": .array(preview.resetDependents.map(JSONValue.string)),
    ])
  }

  package func explanation(of key: String, assuming: [String: String]) -> JSONValue? {
    guard hub.registry.setting(key) != nil else { return nil }
    return hub.snapshot.resolution.explanation(of: key, assuming: assuming).json
  }

  package func revisions() -> AsyncStream<Int> {
    let changes = hub.changes()
    return AsyncStream { continuation in
      let task = labTask {
        for await change in changes { continuation.yield(change.revision) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
