import Codecs
import Files
import Jobs
import Pipeline

/// Measures everything of a plan, picture by picture, and hands out each measurement as soon as it is whole.
///
/// One picture's pixels are held at a time: memory does not grow with the number of pictures.
public struct BenchRunner {
  public enum Event: Sendable {
    /// A picture was read.
    case opened(picture: Int, ContentIdentity)
    case measured(Measurement)
    /// So many of `work` are done.
    case advanced(Int)
  }

  /// What a run took beside its results.
  public struct Totals: Sendable {
    /// Milliseconds of everything timed.
    public var timedMilliseconds = 0.0
    /// Milliseconds of computing scores, while nothing was timed.
    public var scoringMilliseconds = 0.0
    /// Milliseconds of the whole.
    public var elapsedMilliseconds = 0.0
    /// Encodings that were run, each counted once however often it was repeated.
    public var encodings = 0
    /// Whether the run was given up at a failure.
    public var wasCutShort = false
  }

  /// Bytes of rendered pictures that are held at once, those excepted that are compared with each other.
  private static let maximumPixelBytes = 192 << 20
  /// Bytes of outputs that wait for their scores.
  private static let maximumOutputBytes = 64 << 20
  /// Encodings that are scored together where no later round needs them: what an interruption can cost.
  private static let chunk = 8

  private let plan: BenchPlan
  private let scorer: Scorer
  private let known: [Int: [Int: Measurement]]
  /// For each point of two configurations, the one that it is compared with; empty where there is one configuration.
  private let references: [Int]
  private let handle: (Event) throws -> Void
  private var lane: TimingLane
  private var totals = Totals()

  /// - Parameters:
  ///   - known: What an earlier run has measured already.
  ///   - replacing: What takes the place of a format's encoder, where something does.
  ///   - handle: Called from one task at a time; an error ends the run.
  package init(
    _ plan: BenchPlan, scorer: Scorer, known: [Measurement] = [],
    replacing: @escaping (ImageFormat) -> (any Codec)? = { _ in nil }, handle: @escaping (Event) throws -> Void
  ) {
    self.plan = plan
    self.scorer = scorer
    self.handle = handle
    self.known = Dictionary(grouping: known, by: \.picture).mapValues { measurements in
      Dictionary(measurements.map { ($0.point, $0) }) { first, _ in first }
    }
    let hasOld = plan.points.contains { $0.side == .old }
    references = hasOld ? plan.points.indices.map(plan.reference) : []
    lane = TimingLane(plan: plan, replacing: plan.isHarnessOnly ? NullCodec.init : replacing)
  }

  /// How much `Event.advanced` counts up to, for encodings and their scores alike.
  public static func work(_ plan: BenchPlan) -> Int {
    plan.counts.encodings * (plan.runs + (plan.measures.isEmpty ? 0 : 1))
  }

  /// - Throws: What `handle` throws.
  public mutating func run() async throws -> Totals {
    let clock = ContinuousClock()
    let start = clock.now
    for index in plan.pictures.indices where !totals.wasCutShort {
      try await measure(index)
    }
    totals.timedMilliseconds = lane.timedMilliseconds
    totals.elapsedMilliseconds = (clock.now - start) / .milliseconds(1)
    return totals
  }

  // MARK: One picture

  private mutating func measure(_ index: Int) async throws {
    let picture = plan.pictures[index]
    let known = known[index] ?? [:]
    guard picture.obstacle == nil else {
      let missing = plan.points.indices.filter { known[$0] == nil }
      return try fail(index, missing, picture.obstacle ?? "")
    }
    var missing: [Int] = []
    for (encoding, points) in picture.shape.encodings.enumerated() {
      guard let source = points.lazy.compactMap({ known[$0] }).first else {
        missing.append(encoding)
        continue
      }
      for point in points where known[point] == nil { try handle(.measured(source.shared(by: point))) }
      try handle(.advanced(plan.runs + (plan.measures.isEmpty ? 0 : 1)))
    }
    guard !missing.isEmpty else { return }
    let input: ByteInput
    do {
      // From memory, so that no disk is timed.
      input = ByteInput(bytes: try plan.open(index).readAll())
    } catch {
      return try fail(
        index, missing.flatMap { picture.shape.encodings[$0] }, (error as? FileError)?.reason ?? "\(error)")
    }
    try handle(.opened(picture: index, try ContentIdentity(of: input)))
    var random = SeededRandom(seed: plan.seed &+ UInt64(index) &* 0x9E37_79B9)
    // No configuration is always the first to be decoded.
    let groups = picture.shape.compared(by: references)
      .map { $0.map { $0.filter(missing.contains) }.filter { !$0.isEmpty } }
    var waiting = random.permutation(of: groups.count).map { groups[$0] }[...]
    while !waiting.isEmpty, !totals.wasCutShort {
      var batch: [TimingLane.Rendered] = []
      while let group = waiting.first, batch.reduce(0, { $0 + $1.picture.byteCount }) < BenchRunner.maximumPixelBytes {
        waiting.removeFirst()
        for encodings in random.permutation(of: group.count).map({ group[$0] }) {
          do {
            let point = plan.points[picture.shape.encodings[encodings[0]][0]]
            batch.append(try lane.render(input, by: point, encodings: encodings))
          } catch {
            try fail(index, encodings.flatMap { picture.shape.encodings[$0] }, "\(error)")
          }
        }
      }
      try await measure(batch, of: index, &random)
    }
  }

  private mutating func fail(_ picture: Int, _ points: [Int], _ reason: String) throws {
    for point in points {
      try handle(.measured(Measurement(picture: picture, point: point, result: .failed(reason: reason))))
    }
    if plan.failsFast, !points.isEmpty { totals.wasCutShort = true }
  }

  // MARK: One batch of renderings

  private mutating func measure(
    _ batch: [TimingLane.Rendered], of index: Int, _ random: inout SeededRandom
  ) async throws {
    let shape = plan.pictures[index].shape
    var encodings: [TimingLane.Encoding] = []
    var members: [Int] = []
    for (place, rendered) in batch.enumerated() {
      for encoding in rendered.encodings {
        encodings.append(TimingLane.Encoding(point: shape.encodings[encoding][0], rendered: place))
        members.append(encoding)
      }
    }
    var scores = [[Double?]](repeating: [], count: encodings.count)
    var unscored: [Int] = []
    var untold: [Int] = []
    for round in 0..<plan.runs {
      for place in random.permutation(of: encodings.count) {
        lane.encode(&encodings[place], from: batch[encodings[place].rendered])
        try handle(.advanced(1))
        if round == 0 { unscored.append(place) }
        let isLast = round == plan.runs - 1
        if isLast { untold.append(place) }
        let bytes = unscored.reduce(0) { $0 + (encodings[$1].output?.image.bytes.count ?? 0) }
        guard bytes > BenchRunner.maximumOutputBytes || isLast && (unscored.count >= BenchRunner.chunk) else {
          continue
        }
        try await score(&unscored, &encodings, batch, &scores)
        if isLast { try tell(&untold, encodings, members, index, batch, scores) }
        if totals.wasCutShort { return }
      }
    }
    try await score(&unscored, &encodings, batch, &scores)
    try tell(&untold, encodings, members, index, batch, scores)
  }

  /// Scores what waits for it, on all cores, and lets the outputs go.
  private mutating func score(
    _ unscored: inout [Int], _ encodings: inout [TimingLane.Encoding], _ batch: [TimingLane.Rendered],
    _ scores: inout [[Double?]]
  ) async throws {
    guard !plan.measures.isEmpty, !plan.isHarnessOnly else {
      for place in unscored { encodings[place].output = nil }
      unscored = []
      return
    }
    let clock = ContinuousClock()
    let start = clock.now
    let work = unscored.compactMap { place -> Scorer.Work? in
      let encoding = encodings[place]
      return encoding.output.map {
        (place, batch[encoding.rendered].picture.pixels, $0.image, plan.points[encoding.point].request)
      }
    }
    for (place, result) in await scorer.score(work) {
      switch result {
      case .success(let values): scores[place] = values
      case .failure(let error): encodings[place].failure = "the output cannot be scored: \(error)"
      }
    }
    for place in unscored { encodings[place].output = nil }
    totals.scoringMilliseconds += (clock.now - start) / .milliseconds(1)
    try handle(.advanced(unscored.count))
    unscored = []
  }

  /// Hands out what is whole, in the order of the points.
  private mutating func tell(
    _ untold: inout [Int], _ encodings: [TimingLane.Encoding], _ members: [Int], _ picture: Int,
    _ batch: [TimingLane.Rendered], _ scores: [[Double?]]
  ) throws {
    let shape = plan.pictures[picture].shape
    for place in untold.sorted(by: { encodings[$0].point < encodings[$1].point }) {
      let points = shape.encodings[members[place]]
      totals.encodings += 1
      if let reason = encodings[place].failure {
        try fail(picture, points, reason)
        continue
      }
      guard let figures = figures(encodings[place], batch[encodings[place].rendered], scores[place]) else { continue }
      let measurement = Measurement(picture: picture, point: points[0], result: .measured(figures))
      try handle(.measured(measurement))
      for point in points.dropFirst() { try handle(.measured(measurement.shared(by: point))) }
    }
    untold = []
  }

  private func figures(
    _ encoding: TimingLane.Encoding, _ rendered: TimingLane.Rendered, _ scores: [Double?]
  ) -> Measurement.Figures? {
    guard let identity = encoding.identity else { return nil }
    return Measurement.Figures(
      format: plan.points[encoding.point].request.format ?? rendered.picture.info.format,
      size: rendered.picture.pixels.size, byteCount: identity.byteCount, hash: Fingerprint.text(identity),
      rendering: rendered.times, encodeMilliseconds: encoding.wall, encodeProcessorMilliseconds: encoding.processor,
      scores: scores)
  }
}

extension Measurement {
  /// The same figures for another point that comes to the same.
  func shared(by other: Int) -> Measurement {
    Measurement(picture: picture, point: other, sharedWith: sharedWith ?? point, result: result)
  }
}
