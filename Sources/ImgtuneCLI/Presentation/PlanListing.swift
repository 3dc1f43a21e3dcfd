import Benchmarking
import Files
import Jobs
import SettingsKit

/// What a run would do.
struct PlanListing {
  private let plan: BenchPlan

  init(_ plan: BenchPlan) { self.plan = plan }

  var text: String {
    let counts = plan.counts
    var lines = plan.points.map { "  " + LosslessText.printable($0.label) }
    for picture in plan.pictures {
      guard let obstacle = picture.obstacle else { continue }
      lines.append(LosslessText.printable("  not measured: \(picture.name): \(obstacle)"))
    }
    let shared = counts.measurements - counts.encodings
    let same =
      shared == 0
      ? "" : "; \(shared) of them \(shared == 1 ? "comes" : "come") to the same as another one of the picture"
    lines.append(
      "\(counted(plan.points.count, "point")) × \(counted(plan.pictures.count { $0.obstacle == nil }, "picture")) = "
        + "\(counts.measurements)\(same)")
    lines.append(
      "decoded and resized \(counted(counts.renderings, "time")), \(counted(counts.encodings * plan.runs, "encoding"))"
        + (plan.runs > 1 ? " (\(plan.runs) runs each)" : "")
        + (plan.measures.isEmpty ? "" : ", \(plan.measures.joined(separator: ", ")) of \(counts.encodings) outputs"))
    return lines.map { $0 + "\n" }.joined()
  }

  var json: JSONValue {
    let counts = plan.counts
    return .object([
      "points": .array(
        plan.points.map { point in
          .object([
            "side": .string(point.side.rawValue),
            "point": .object(point.coordinates.map { JSONMember($0.key, .string($0.text)) }),
            "fingerprint": .string(point.fingerprint),
          ])
        }), "pictures": .array(plan.pictures.filter { $0.obstacle == nil }.map { .string($0.name) }),
      "measurements": .integer(counts.measurements), "encodings": .integer(counts.encodings),
      "renderings": .integer(counts.renderings), "runs": .integer(plan.runs),
      "measures": .array(plan.measures.map(JSONValue.string)),
    ])
  }
}
