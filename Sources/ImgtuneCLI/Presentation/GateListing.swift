import Benchmarking
import Files
import Jobs
import SettingsKit

/// What broke a gate.
struct GateListing {
  private let verdict: GateVerdict

  init(_ verdict: GateVerdict) { self.verdict = verdict }

  /// A line for each thing that became worse than allowed.
  var text: String {
    var table = TextTable()
    table.add(["picture", "point", "what", "before", "now", "change", "limit"])
    for row in verdict.broken {
      table.add(
        [row.picture, row.point, row.quantity, row.old, row.new, row.change, row.allowed].map(LosslessText.printable))
    }
    return table.text
  }

  var json: JSONValue {
    .object([
      "event": "gate", "kept": .bool(verdict.isKept), "compared": .integer(verdict.compared),
      "broken": .array(
        verdict.broken.map { row in
          .object([
            "picture": .string(row.picture), "point": .string(row.point), "what": .string(row.quantity),
            "before": .string(row.old), "now": .string(row.new), "change": .string(row.change),
            "limit": .string(row.allowed),
          ])
        }), "notes": .array(verdict.notes.map(JSONValue.string)),
    ])
  }
}
