import SettingsKit

/// A sweep of one setting, as far as it has come.
struct LabSweep: ToldWork {
  static let name = "sweep"

  let key: String
  let values: String
  /// The command that measures the same.
  let command: String
  /// What `done` counts up to.
  let work: Int
  var done = 0
  var isOver = false
  var wasCancelled = false
  /// The path of the report's page.
  var report: String?
  /// What went wrong, or is odd.
  var note: String?

  init(key: String, values: String, command: String, work: Int) {
    self.key = key
    self.values = values
    self.command = command
    self.work = work
  }

  var json: JSONValue {
    .object([
      "key": .string(key), "values": .string(values), "command": .string(command), "done": .integer(done),
      "total": .integer(work), "over": .bool(isOver), "cancelled": .bool(wasCancelled),
      "report": report.map(JSONValue.string), "note": note.map(JSONValue.string),
    ])
  }
}
