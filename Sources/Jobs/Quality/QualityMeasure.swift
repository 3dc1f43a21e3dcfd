import Codecs
import Metrics
import Pipeline
import Pixels

/// Measures what was written: the file decoded again, against the pixels that the encoder got.
struct QualityMeasure {
  let metrics: [any Metric]
  /// Where the profile was kept, so it is here: both pictures are in it.
  let profile: ProfilePolicy
  let isCancelled: @Sendable () -> Bool

  /// About how many bytes measuring a picture of that size takes: both pictures, and linear light at half their size.
  static func bytes(for size: PixelSize) -> Int { size.pixels * (2 * 4 + 8) }

  /// Adds a score for each metric; one that is not defined for so small a picture becomes a warning.
  ///
  /// - Throws: `CodecError` where the written file cannot be decoded, `CancellationError`.
  func measure(_ written: ByteInput, against rendered: PixelBuffer, _ outcome: inout PictureOutcome) throws {
    if case .skipped = outcome.delivery { return }
    // Damage that was let pass is let pass here too, where the original's own bytes were delivered.
    var decode = DecodeParameters()
    decode.damage = .allow
    decode.animation = .firstFrame
    let pixels = try CompressionPipeline().view(written, decode, profile: profile, isCancelled: isCancelled).pixels
    for metric in metrics {
      do {
        let found = try metric.score(
          reference: rendered, candidate: pixels, wantsMap: false, threads: 1, isCancelled: isCancelled)
        outcome.scores.append(Score(metric: metric, value: found.value))
      } catch let error as MetricError {
        outcome.warnings.append("\(error)")
      }
    }
  }
}
