import SettingsKit

/// The steps that edits can be taken back by, and done again.
struct EditHistory {
  /// What one step did to the edits of the session: by key what was there before and after, `nil` for no edit.
  struct Step: Sendable, Equatable {
    var before: [String: JSONValue?]
    var after: [String: JSONValue?]
    /// Who did it, and when.
    var client: String
    var time: ContinuousClock.Instant

    /// The difference between two sets of edits; `nil` where there is none.
    init?(
      from old: [String: JSONValue], to new: [String: JSONValue], client: String, time: ContinuousClock.Instant
    ) {
      let keys = Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }
      if keys.isEmpty { return nil }
      before = Dictionary(uniqueKeysWithValues: keys.map { ($0, old[$0]) })
      after = Dictionary(uniqueKeysWithValues: keys.map { ($0, new[$0]) })
      self.client = client
      self.time = time
    }
  }

  private static let maximumSteps = 200
  /// Edits of the same settings in quick succession, as by holding an arrow key, are one step.
  private static let joinedWithin = Duration.milliseconds(700)

  private var done: [Step] = []
  private var undone: [Step] = []

  var canUndo: Bool { !done.isEmpty }
  var canRedo: Bool { !undone.isEmpty }

  mutating func add(_ step: Step) {
    undone = []
    if let last = done.last, last.client == step.client, last.before.keys == step.before.keys,
      step.time - last.time < EditHistory.joinedWithin
    {
      done[done.count - 1].after = step.after
      done[done.count - 1].time = step.time
      if done[done.count - 1].before == step.after { done.removeLast() }
      return
    }
    done.append(step)
    if done.count > EditHistory.maximumSteps { done.removeFirst() }
  }

  /// The edits that take the last step back; `nil` where there is none.
  mutating func undo() -> [SettingsEdit]? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    return EditHistory.edits(step.before)
  }

  mutating func redo() -> [SettingsEdit]? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    return EditHistory.edits(step.after)
  }

  mutating func clear() { (done, undone) = ([], []) }

  private static func edits(_ values: [String: JSONValue?]) -> [SettingsEdit] {
    values.sorted { $0.key < $1.key }.map { key, value in value.map { .set(key, .json($0)) } ?? .reset(key) }
  }
}
