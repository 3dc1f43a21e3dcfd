import Codecs
import Files
import Jobs

/// Totals of a run.
struct CompressionTotals {
  var delivered = 0
  var skipped = 0
  /// Those that trying again may mend are among them.
  var failed = 0
  private var transientlyFailed = 0
  /// Pictures of kinds that cannot be read, by kind.
  var foreign: [ForeignPicture: Int] = [:]
  var inputBytes = 0
  var outputBytes = 0

  mutating func add(_ outcome: PictureOutcome) {
    if let kind = outcome.input.foreign { foreign[kind, default: 0] += 1 }
    switch outcome.delivery {
    case .result, .original:
      delivered += 1
      inputBytes += outcome.inputBytes ?? 0
      outputBytes += outcome.outputBytes ?? 0
    case .skipped: skipped += 1
    case .failed: addFailure(isTransient: outcome.isTransient)
    }
  }

  mutating func addFailure(isTransient: Bool) {
    failed += 1
    if isTransient { transientlyFailed += 1 }
  }

  var exitCode: ExitCode { failed == 0 ? .done : failed == transientlyFailed ? .tryAgain : .someFailed }

  /// "3 HEIC, 2 TIFF"; empty where there were none.
  var foreignText: String { ForeignPicture.text(foreign) }
}

/// Tells what becomes of the pictures of a run, while it runs and at its end.
protocol CompressionReport: AnyObject {
  /// Called for each picture, in the order of the inputs.
  func report(_ outcome: PictureOutcome)
  /// Called once, after the last picture.
  func finish(_ totals: CompressionTotals, passedOver: Int, elapsedMilliseconds: Double)
}
