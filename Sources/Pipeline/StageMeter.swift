import Pixels

/// The stages that a picture passes, in order.
public enum PipelineStage: String, Sendable, CaseIterable {
  case probe, decode, resize, convert, encode, transcode
}

/// Milliseconds spent in each stage of one picture, although the stages pull rows from each other.
///
/// An encoder's read runs the stages before it. Each stage says when it is entered and left; the time in between
/// is its own, less what the stages that it called have taken. Entering also looks whether the work was cancelled.
final class StageMeter {
  private let clock = ContinuousClock()
  private let isCancelled: @Sendable () -> Bool
  private var entered: [PipelineStage] = []
  private var since: ContinuousClock.Instant
  private var spent: [PipelineStage: Duration] = [:]

  init(isCancelled: @escaping @Sendable () -> Bool) {
    self.isCancelled = isCancelled
    since = clock.now
  }

  /// - Throws: `CancellationError` when the work is no longer wanted, or what `work` throws.
  func measure<Result>(_ stage: PipelineStage, _ work: () throws -> Result) throws -> Result {
    if isCancelled() { throw CancellationError() }
    book()
    entered.append(stage)
    defer {
      book()
      entered.removeLast()
    }
    return try work()
  }

  private func book() {
    let now = clock.now
    if let stage = entered.last { spent[stage, default: .zero] += now - since }
    since = now
  }

  /// What each stage took, in the order of the stages; a stage that did not run is missing.
  var milliseconds: [(stage: PipelineStage, milliseconds: Double)] {
    PipelineStage.allCases.compactMap { stage in
      spent[stage].map { (stage, Double($0.components.attoseconds) / 1e15 + Double($0.components.seconds) * 1e3) }
    }
  }
}

/// Rows whose time is booked on a stage.
final class MeteredRows: RowSource {
  private let upstream: any RowSource
  private let stage: PipelineStage
  private let meter: StageMeter

  init(_ upstream: any RowSource, _ stage: PipelineStage, _ meter: StageMeter) {
    self.upstream = upstream
    self.stage = stage
    self.meter = meter
  }

  var size: PixelSize { upstream.size }
  var format: PixelFormat { upstream.format }

  func read(into batch: PixelBuffer) throws -> Int {
    try meter.measure(stage) { try upstream.read(into: batch) }
  }
}
