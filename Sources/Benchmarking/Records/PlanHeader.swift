import Files
import Jobs
import SettingsKit

/// The first line of a file of records: what was to be measured.
public struct PlanHeader: Sendable, Equatable {
  struct Point: Equatable {
    var label: String
    var fingerprint: String
  }

  var runs: Int
  var seed: Int
  var measures: [String]
  var qualityScale: Int
  var points: [Point]
  var pictures: [String]
  var libraries: [BenchEnvironment.Library]

  public init(_ plan: BenchPlan, _ environment: BenchEnvironment) {
    runs = plan.runs
    seed = Int(truncatingIfNeeded: plan.seed)
    measures = plan.measures
    qualityScale = CompressionSettings.qualityScaleVersion
    points = plan.points.map { Point(label: $0.label, fingerprint: $0.fingerprint) }
    pictures = plan.pictures.map(\.name)
    libraries = environment.libraries
  }

  var json: JSONValue {
    .object([
      "event": "plan", "version": .integer(BenchRecord.version), "runs": .integer(runs), "seed": .integer(seed),
      "measures": .array(measures.map(JSONValue.string)), "qualityScale": .integer(qualityScale),
      "points": .array(
        points.map { .object(["point": .string($0.label), "fingerprint": .string($0.fingerprint)]) }),
      "pictures": .array(pictures.map(JSONValue.string)),
      "libraries": .object(libraries.map { JSONMember($0.name, .string($0.version)) }),
    ])
  }

  init?(_ json: JSONValue) {
    guard json["event"] == "plan", json["version"] == .integer(BenchRecord.version), let runs = json["runs"]?.intValue,
      let seed = json["seed"]?.intValue, let measures = json["measures"]?.elements,
      let qualityScale = json["qualityScale"]?.intValue, let points = json["points"]?.elements,
      let pictures = json["pictures"]?.elements
    else { return nil }
    self.runs = runs
    self.seed = seed
    self.measures = measures.compactMap(\.stringValue)
    self.qualityScale = qualityScale
    self.points = points.map {
      Point(label: $0["point"]?.stringValue ?? "", fingerprint: $0["fingerprint"]?.stringValue ?? "")
    }
    self.pictures = pictures.compactMap(\.stringValue)
    libraries = BenchEnvironment.libraries(json["libraries"])
  }

  /// What another plan has otherwise, a clause each.
  func differences(to other: PlanHeader) -> [String] {
    var found: [String] = []
    func compare<Value: Equatable>(_ what: String, _ value: (PlanHeader) -> Value) {
      let (then, now) = (value(self), value(other))
      if then != now { found.append("\(what) was \(then) and is now \(now)") }
    }
    compare("--runs", \.runs)
    compare("--seed", \.seed)
    compare("--measure") { $0.measures.joined(separator: ",") }
    compare("the version of the quality scale", \.qualityScale)
    let labels = (points.map(\.label), other.points.map(\.label))
    if labels.0 != labels.1 {
      found.append("the points are others (\(points.count) then, \(other.points.count) now)")
    } else if let changed = zip(points, other.points).first(where: { $0 != $1 }) {
      found.append("the settings of the point “\(changed.0.label)” have changed")
    }
    if pictures != other.pictures {
      let (then, now) = (Set(pictures), Set(other.pictures))
      let examples = then.symmetricDifference(now).sorted().prefix(3).map(LosslessText.printable)
      found.append("the pictures are others (such as \(examples.joined(separator: ", ")))")
    }
    for library in other.libraries {
      guard let then = libraries.first(where: { $0.name == library.name }), then != library else { continue }
      found.append("\(library.name) was \(then.version) and is now \(library.version)")
    }
    return found
  }
}
