import Codecs
import Metrics
import Pipeline
import Pixels

/// Measures what was written: the file decoded again, against the pixels that the encoder got.
package struct QualityMeasure {
  let metrics: [any Metric]
  /// Where the profile was kept, so it is here: both pictures are in it.
  let profile: ProfilePolicy
  /// Those that the source was read by.
  let limits: DecodeLimits
  let isCancelled: @Sendable () -> Bool

  /// About how many bytes measuring a picture of that size takes: both pictures, and linear light at half their size.
  package static func bytes(for size: PixelSize) -> Int { size.pixels * (2 * 4 + 8) }

  /// Adds a score for each metric. What cannot be measured becomes a warning: the file is written all the same.
  func measure(_ written: ByteInput, against rendered: PixelBuffer, _ outcome: inout PictureOutcome) {
    if case .skipped = outcome.delivery { return }
    // Damage that was let pass is let pass here too, where the original's own bytes were delivered.
    let decode = DecodeParameters(limits: limits, damage: .allow, animation: .firstFrame)
    do {
      let pixels = try CompressionPipeline().view(written, decode, profile: profile, isCancelled: isCancelled).pixels
      for metric in metrics {
        do throws(MetricError) {
          try metric.check(rendered.size, pixels.size)
        } catch {
          outcome.warnings.append("\(error)")
          continue
        }
        let found = try metric.score(
          reference: rendered, candidate: pixels, wantsMap: false, threads: 1, isCancelled: isCancelled)
        outcome.scores.append(Score(metric: metric, value: found.value))
      }
    } catch is CancellationError {
      outcome.warnings.append("not measured: interrupted")
    } catch {
      outcome.warnings.append("not measured: \(error)")
    }
  }
}
