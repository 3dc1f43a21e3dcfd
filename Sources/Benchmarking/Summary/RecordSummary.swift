import Codecs

/// What records say about one point, where there is no plan any more: of a stored run.
public struct RecordSummary: Sendable, Equatable {
  public var label: String
  public var pictures: Int
  public var failures: Int
  public var bytes: Int
  /// The arithmetic mean over pictures of the median of the runs.
  public var encodeMilliseconds: Double
  /// By measure, the arithmetic mean of the finite ones.
  public var scores: [String: Double]

  /// One for each point, in the order of its first record.
  public static func all(_ records: [BenchRecord]) -> [RecordSummary] {
    var labels: [String] = []
    var groups: [String: [BenchRecord]] = [:]
    for record in records {
      if groups[record.label] == nil { labels.append(record.label) }
      groups[record.label, default: []].append(record)
    }
    return labels.map { RecordSummary($0, groups[$0] ?? []) }
  }

  private init(_ label: String, _ records: [BenchRecord]) {
    self.label = label
    let figures = records.compactMap(\.figures)
    pictures = figures.count
    failures = records.count - figures.count
    bytes = figures.reduce(0) { $0 + $1.byteCount }
    encodeMilliseconds = Statistics.mean(figures.map(\.encode.median))
    scores = [:]
    for (index, measure) in (records.first?.measures ?? []).enumerated() {
      let values = figures.compactMap { $0.score(index) }
      if !values.isEmpty { scores[measure] = Statistics.mean(values) }
    }
  }
}

/// How the records of one run differ from those of another, at one point.
public struct RecordDifference: Sendable, Equatable {
  public var label: String
  /// Pictures that both runs measured with the same content.
  public var pictures: Int
  /// The geometric mean of new ÷ old bytes.
  public var sizeRatio: Double
  /// By measure, the mean of new - old.
  public var scores: [String: Double]
  /// Pictures whose output is not the same bytes.
  public var changedOutputs: Int

  /// One for each point that both have. Times of different runs are not compared.
  public static func all(old: [BenchRecord], new: [BenchRecord]) -> [RecordDifference] {
    struct Key: Hashable {
      var label: String
      var picture: String
      var content: String?
    }
    let key = { (record: BenchRecord) in Key(label: record.label, picture: record.picture, content: record.inputHash) }
    let known = Dictionary(old.map { (key($0), $0) }) { first, _ in first }
    var labels: [String] = []
    var pairs: [String: [(BenchRecord, BenchRecord)]] = [:]
    for record in new {
      guard let other = known[key(record)], record.figures != nil, other.figures != nil else { continue }
      if pairs[record.label] == nil { labels.append(record.label) }
      pairs[record.label, default: []].append((other, record))
    }
    return labels.map { RecordDifference($0, pairs[$0] ?? []) }
  }

  private init(_ label: String, _ pairs: [(old: BenchRecord, new: BenchRecord)]) {
    self.label = label
    pictures = pairs.count
    let figures = pairs.compactMap { pair in pair.old.figures.flatMap { old in pair.new.figures.map { (old, $0) } } }
    sizeRatio = Statistics.geometricMean(
      figures.filter { $0.0.byteCount > 0 && $0.1.byteCount > 0 }
        .map { Double($0.1.byteCount) / Double($0.0.byteCount) })
    changedOutputs = figures.count { $0.0.hash != $0.1.hash }
    scores = [:]
    for (index, measure) in (pairs.first?.new.measures ?? []).enumerated() {
      let values = pairs.compactMap { pair -> Double? in
        guard let before = pair.old.measures.firstIndex(of: measure), let new = pair.new.figures?.score(index),
          let old = pair.old.figures?.score(before)
        else { return nil }
        return new - old
      }
      if !values.isEmpty { scores[measure] = Statistics.mean(values) }
    }
  }
}

extension BenchRecord {
  public var figures: Measurement.Figures? {
    if case .measured(let figures) = result { figures } else { nil }
  }
}
