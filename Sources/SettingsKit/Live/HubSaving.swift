/// Edits between the commit that made them and the save that took them: the last one of each key, never more.
struct HubSaving {
  struct Edit {
    var json: JSONValue?
  }

  /// Whether there is anybody to save; without, nothing is noted.
  let isOn: Bool
  private var waiting: [String: Edit] = [:]
  private var underWay: [String: Edit] = [:]
  private var isUnderWay = false
  /// Why the last save failed; `nil` after one that succeeded.
  private(set) var failure: (any Error)?

  init(isOn: Bool) { self.isOn = isOn }

  var unsaved: [String: Edit] { underWay.merging(waiting) { $1 } }

  mutating func note(_ key: String, _ json: JSONValue?) {
    if isOn { waiting[key] = Edit(json: json) }
  }

  /// Takes what is waiting; `nil` when that is nothing, or somebody else is saving and will come back for it.
  mutating func begin() -> [SettingsSave.Edit]? {
    guard !isUnderWay, !waiting.isEmpty else { return nil }
    isUnderWay = true
    (underWay, waiting) = (waiting, [:])
    return underWay.sorted { $0.key < $1.key }.map { SettingsSave.Edit(key: $0.key, json: $0.value.json) }
  }

  mutating func end(_ failure: (any Error)?) {
    if failure != nil { waiting = unsaved }
    underWay = [:]
    isUnderWay = false
    self.failure = failure
  }
}
