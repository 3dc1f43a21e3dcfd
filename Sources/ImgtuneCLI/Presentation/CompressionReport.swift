import Jobs

/// Totals of a run.
struct CompressionTotals {
  var delivered = 0
  var skipped = 0
  var failed = 0
  var inputBytes = 0
  var outputBytes = 0

  mutating func add(_ outcome: PictureOutcome) {
    switch outcome.delivery {
    case .result, .original:
      delivered += 1
      inputBytes += outcome.inputBytes ?? 0
      outputBytes += outcome.outputBytes ?? 0
    case .skipped: skipped += 1
    case .failed: failed += 1
    }
  }
}

/// Tells what becomes of the pictures of a run, while it runs and at its end.
protocol CompressionReport: AnyObject {
  /// Called for each picture, in the order of the inputs.
  func report(_ outcome: PictureOutcome)
  /// Called once, after the last picture.
  func finish(_ totals: CompressionTotals, passedOver: Int, elapsedMilliseconds: Double)
}
