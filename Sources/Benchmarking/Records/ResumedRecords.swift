import Codecs
import Files
import Jobs
import Pipeline

/// What an interrupted run has left, matched with the plan that goes on with it.
struct ResumedRecords {
  var measurements: [Measurement] = []
  /// The content of each picture that was begun, by its index.
  var contents: [Int: BenchRecord.Content] = [:]

  /// - Throws: `BenchRefusal` where a picture's file holds something else than it did then.
  init(_ records: [BenchRecord], in plan: BenchPlan) throws(BenchRefusal) {
    let pictures = Dictionary(plan.pictures.enumerated().map { ($1.name, $0) }) { first, _ in first }
    let points = Dictionary(plan.points.map { ($0.label, $0.index) }) { first, _ in first }
    for record in records {
      guard let picture = pictures[record.picture], let point = points[record.label] else { continue }
      if let figures = record.figures {
        guard figures.encodeMilliseconds.count == plan.runs, figures.scores.count == plan.measures.count else {
          throw BenchRefusal(
            "a record of \(LosslessText.printable(record.picture)) has other runs or scores than its plan",
            hint: "name other --records, or remove them to begin anew")
        }
      }
      measurements.append(
        Measurement(
          picture: picture, point: point, sharedWith: record.sharedWith.flatMap { points[$0] }, result: record.result))
      guard contents[picture] == nil, let hash = record.inputHash, let byteCount = record.sourceBytes else { continue }
      contents[picture] = BenchRecord.Content(hash: hash, byteCount: byteCount)
    }
    for (picture, content) in contents.sorted(by: { $0.key < $1.key }) {
      let now = try? ContentIdentity(of: plan.open(picture))  // what is gone is another content
      guard now.map(BenchRecord.Content.init) == content else {
        throw BenchRefusal(
          "\(LosslessText.printable(plan.pictures[picture].name)) has changed since its records were written",
          hint: "name other --records, or remove them to begin anew")
      }
    }
  }
}

extension BenchRecord {
  /// The label of the record's point.
  public var label: String { BenchPoint.label(side, coordinates) }
}

extension BenchRecord.Content {
  init(_ identity: ContentIdentity) { self.init(hash: Fingerprint.text(identity), byteCount: identity.byteCount) }
}
