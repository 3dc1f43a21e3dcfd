import Codecs
import Files
import Jobs
import Pipeline

extension Baseline {
  /// Holds a plan against the baseline before anything is measured: both have to speak of the same.
  ///
  /// - Throws: `BenchRefusal` with what differs and what to do.
  public func check(_ plan: BenchPlan, _ rules: [GateRule]) throws(BenchRefusal) {
    let update = "--update-baseline writes what is there now"
    for case .score(let name) in rules.map(\.quantity) where !measures.contains(name) {
      throw BenchRefusal("the baseline has no scores of \(name)", hint: "\(update), with --measure \(name)")
    }
    let names = plan.pictures.filter { $0.obstacle == nil }.map(\.name)
    try match("picture", Set(entries.map(\.picture)), Set(names), all: Set(plan.pictures.map(\.name)), update)
    let labels = Set(plan.points.map(\.label))
    try match("point", Set(entries.map(\.label)), labels, all: labels, update)
    let hashes = Dictionary(entries.map { ($0.picture, $0.inputHash) }) { first, _ in first }
    for (index, picture) in plan.pictures.enumerated() {
      guard let then = hashes[picture.name],
        let now = try? ContentIdentity(of: plan.open(index))  // what cannot be read fails in the run
      else { continue }
      guard Fingerprint.text(now) == then else {
        throw BenchRefusal(
          "\(LosslessText.printable(picture.name)) is another picture than when the baseline was written", hint: update)
      }
    }
  }

  /// - Parameter all: The present ones and those that cannot be read, which fail in the run.
  private func match(
    _ what: String, _ then: Set<String>, _ now: Set<String>, all: Set<String>, _ update: String
  ) throws(BenchRefusal) {
    func list(_ names: Set<String>) -> String {
      let some = names.sorted().prefix(3).map(LosslessText.printable).joined(separator: ", ")
      return names.count > 3 ? "\(some) and \(names.count - 3) more" : some
    }
    let (new, gone) = (now.subtracting(then), then.subtracting(all))
    if !new.isEmpty {
      throw BenchRefusal("the baseline does not know \(counted(new.count, what)): \(list(new))", hint: update)
    }
    if !gone.isEmpty {
      throw BenchRefusal(
        "the baseline has \(counted(gone.count, what)) that this run does not measure: \(list(gone))", hint: update)
    }
  }

  /// What is odd about comparing with it, a sentence each.
  public func notes(_ plan: BenchPlan, _ environment: BenchEnvironment) -> [String] {
    var notes = environment.libraries.compactMap { now -> String? in
      guard let then = libraries.first(where: { $0.name == now.name }), then != now else { return nil }
      return
        "the baseline was made with \(now.name) \(then.version), this is \(now.version): bytes and scores may differ"
    }
    if qualityScale != CompressionSettings.qualityScaleVersion {
      notes.append(
        "the baseline was made when quality meant something else (scale \(qualityScale), now "
          + "\(CompressionSettings.qualityScaleVersion))")
    }
    let fingerprints = Dictionary(entries.map { ($0.label, $0.fingerprint) }) { first, _ in first }
    let changed = plan.points.filter { point in fingerprints[point.label].map { $0 != point.fingerprint } ?? false }
    if !changed.isEmpty {
      notes.append("the settings are others than when the baseline was written, at \(counted(changed.count, "point"))")
    }
    return notes
  }

  /// Whether outputs can be expected to be the same bytes.
  func hasLibraries(of environment: BenchEnvironment) -> Bool {
    environment.libraries.allSatisfy { now in libraries.contains(now) }
      && libraries.count == environment.libraries.count
  }
}
