import Metrics
import Pixels

/// The score of a pair, by default without a map and on one thread.
func score(
  _ metric: any Metric, _ reference: PixelBuffer, _ candidate: PixelBuffer, wantsMap: Bool = false, threads: Int = 1
) throws -> MetricScore {
  try metric.score(
    reference: reference, candidate: candidate, wantsMap: wantsMap, threads: threads, isCancelled: { false })
}

func score(_ metric: any Metric, _ pair: MadePair, threads: Int = 1) throws -> Double {
  try score(metric, pair.reference, pair.candidate, threads: threads).value
}
