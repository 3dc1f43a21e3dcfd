import Jobs
import SettingsKit

/// Whether a run keeps the rules, with what broke them.
public struct GateVerdict: Sendable, Equatable {
  /// One thing that became worse by more than is allowed.
  public struct Row: Sendable, Equatable {
    public var picture: String
    public var point: String
    public var quantity: String
    public var old: String
    public var new: String
    /// Such as "+2.1 %", "-0.83".
    public var change: String
    public var allowed: String
  }

  public var broken: [Row] = []
  /// Comparisons that were made.
  public var compared = 0
  /// What has to be said beside it, such as of changes inside the noise; a sentence each.
  public var notes: [String] = []

  public var isKept: Bool { broken.isEmpty }

  /// Holds every picture and point of a run against a baseline.
  public init(_ results: BenchResults, against baseline: Baseline, _ rules: [GateRule]) {
    let known = Dictionary(baseline.entries.map { (Key($0.picture, $0.label), $0) }) { first, _ in first }
    let judgesHashes = baseline.hasLibraries(of: results.environment)
    if !judgesHashes, rules.contains(where: { $0.quantity == .hash }) {
      notes.append("hashes are not compared: the library versions are others")
    }
    for measurement in results.all {
      guard let figures = measurement.figures else { continue }
      let picture = results.plan.pictures[measurement.picture].name
      let point = results.plan.points[measurement.point].label
      guard let entry = known[Key(picture, point)] else { continue }
      let then = Judged(bytes: entry.byteCount, hash: judgesHashes ? entry.hash : nil, scores: entry.scores)
      judge(picture, point, then, results.judged(figures), rules)
    }
  }

  /// Compares the two configurations of a run: bytes and scores by picture and point, times by paired ratios.
  public init(comparing results: BenchResults, _ rules: [GateRule]) {
    for point in results.plan.points where point.side == .new {
      let old = results.plan.reference(of: point.index)
      for picture in results.plan.pictures.indices {
        guard let new = results.figures(picture, point.index), let then = results.figures(picture, old) else {
          continue
        }
        judge(
          results.plan.pictures[picture].name, point.label, results.judged(then), results.judged(new), rules)
      }
      for rule in rules {
        guard case .time(let time) = rule.quantity, case .part(let limit) = rule.tolerance else { continue }
        judge(time, limit, rule, point, old, results)
      }
    }
  }

  private struct Key: Hashable {
    var picture: String
    var point: String
    init(_ picture: String, _ point: String) { (self.picture, self.point) = (picture, point) }
  }

  /// What rules look at beside times.
  fileprivate struct Judged {
    var bytes: Int
    var hash: String?
    var scores: [String: Double?]
  }

  private mutating func judge(
    _ picture: String, _ point: String, _ old: Judged, _ new: Judged, _ rules: [GateRule]
  ) {
    for rule in rules {
      let row: (old: String, new: String, change: String, isBroken: Bool)?
      switch rule.quantity {
      case .bytes:
        let (a, b) = (Double(old.bytes), Double(new.bytes))
        let change = a > 0 ? signed((b / a - 1) * 100, 2) + " %" : "-"
        row = (String(old.bytes), String(new.bytes), change, rule.isBroken(from: a, to: b))
      case .hash:
        row = old.hash.map { ($0, new.hash ?? "", "another output", $0 != new.hash) }
      case .score(let name):
        // What is infinite has no loss at all.
        let (a, b) = ((old.scores[name] ?? nil) ?? .infinity, (new.scores[name] ?? nil) ?? .infinity)
        row = (text(a), text(b), b - a == b - a ? signed(b - a, 3) : "-", b != a && rule.isBroken(from: a, to: b))
      case .time: row = nil
      }
      guard let row else { continue }
      compared += 1
      guard row.isBroken else { continue }
      broken.append(
        Row(
          picture: picture, point: point, quantity: rule.quantity.name, old: row.old, new: row.new,
          change: row.change, allowed: rule.text))
    }
  }

  /// A time is worse only when the whole interval lies past the limit.
  private mutating func judge(
    _ time: GateRule.Time, _ limit: Double, _ rule: GateRule, _ point: BenchPoint, _ old: Int, _ results: BenchResults
  ) {
    compared += 1
    guard let ratio = results.ratio(time, of: point.index, to: old) else {
      notes.append("\(time.rawValue), \(point.label): both do the same work; no change that could be told from noise")
      return
    }
    let interval = "\(fixed(ratio.lower, digits: 3)) to \(fixed(ratio.upper, digits: 3))"
    let change = signed((ratio.mean - 1) * 100, 1) + " %"
    let place =
      "\(time.rawValue), \(point.label): \(change) (95 % between \(interval); \(counted(ratio.pictures, "picture")), \(counted(ratio.pairs, "pair")))"
    if ratio.lower > 1 + limit {
      broken.append(
        Row(
          picture: "all", point: point.label, quantity: time.rawValue, old: "1", new: fixed(ratio.mean, digits: 3),
          change: "\(change) (95 % \(interval))", allowed: rule.text))
    } else if ratio.mean > 1 + limit {
      notes.append("\(place); past \(rule.text), but inside the noise: it passes")
    } else if ratio.lower <= 1, ratio.upper >= 1 {
      notes.append("\(place); no change that could be told from noise")
    } else {
      notes.append("\(place); within \(rule.text)")
    }
  }

  private func text(_ value: Double) -> String { value.isFinite ? fixed(value, digits: 3) : "infinite" }

  private func signed(_ value: Double, _ digits: Int) -> String {
    let text = fixed(value, digits: digits)
    return text.hasPrefix("-") ? text : "+" + text
  }
}

extension BenchResults {
  fileprivate func judged(_ figures: Measurement.Figures) -> GateVerdict.Judged {
    GateVerdict.Judged(
      bytes: figures.byteCount, hash: figures.hash,
      scores: Dictionary(zip(plan.measures, plan.measures.indices.map { figures.score($0) })) { first, _ in first })
  }

  /// The times of one point in proportion to another's, paired by picture and round.
  ///
  /// - Returns: `nil` where no picture has work of its own at both.
  public func ratio(_ time: GateRule.Time, of point: Int, to other: Int) -> PairedRatio? {
    let ratios = plan.pictures.indices.map { picture -> [Double] in
      guard let new = figures(picture, point), let old = figures(picture, other) else { return [] }
      // One measurement for both is no pair: its ratio of 1 would pass for certainty.
      let isOne = time.isOfRendering ? new.rendering == old.rendering : isShared(picture, point, with: other)
      if isOne { return [] }
      return zip(new.times(time), old.times(time)).compactMap { $0 > 0 && $1 > 0 ? $0 / $1 : nil }
    }
    return PairedRatio(ratios, seed: plan.seed)
  }
}

extension Measurement.Figures {
  /// Milliseconds of each round; one value for what is done once.
  fileprivate func times(_ time: GateRule.Time) -> [Double] {
    let once = rendering.decode + rendering.resize + rendering.convert
    return switch time {
    case .decodeTime: [rendering.decode]
    case .resizeTime: [rendering.resize]
    case .encodeTime: encodeMilliseconds
    case .totalTime: encodeMilliseconds.map { $0 + once }
    }
  }
}
