import Codecs
import Metrics
import Pipeline
import Pixels

/// Computes the scores of outputs against the pixels that the encoder got.
public struct Scorer: Sendable {
  private let metrics: [any Metric]
  private let width: Int

  /// Pixels from which on one output takes all cores, so that not as many large ones are held at once.
  private static let largePixels = 4_000_000

  /// - Parameters:
  ///   - measures: Names of the catalog.
  ///   - width: Cores to work on, at least 1.
  public init(measures: [String], width: Int) {
    metrics = measures.compactMap(MetricCatalog.metric)
    self.width = max(1, width)
  }

  /// An output that waits for its scores.
  typealias Work = (place: Int, reference: PixelBuffer, image: EncodedImage, request: PipelineRequest)

  /// The scores of each output, one a measure; `nil` for an infinite one and where a metric is not defined for so small
  /// a picture.
  func score(_ work: [Work]) async -> [(Int, Result<[Double?], any Error>)] {
    guard let first = work.first else { return [] }
    let atOnce = first.reference.size.pixels >= Scorer.largePixels || work.count == 1 ? 1 : width
    let threads = atOnce == 1 ? width : 1
    return await withTaskGroup(of: (Int, Result<[Double?], any Error>).self) { group in
      var next = 0
      func addNext() {
        guard next < work.count else { return }
        let (item, threads) = (work[next], threads)
        group.addTask { (item.place, Result { try self.scores(item, threads: threads) }) }
        next += 1
      }
      for _ in 0..<atOnce { addNext() }
      var found: [(Int, Result<[Double?], any Error>)] = []
      for await result in group {
        addNext()
        found.append(result)
      }
      return found
    }
  }

  private func scores(_ work: Work, threads: Int) throws -> [Double?] {
    let candidate = try work.image.view(work.request)
    return try metrics.map { metric in
      do {
        let score = try metric.score(
          reference: work.reference, candidate: candidate, wantsMap: false, threads: threads, isCancelled: { false })
        return score.value.isFinite ? score.value : nil
      } catch MetricError.tooSmall {
        return nil
      }
    }
  }
}

extension EncodedImage {
  /// The pixels that a viewer gets; colours stay in a profile that was kept, as the encoder's own were.
  ///
  /// - Parameter request: What the picture was made by.
  /// - Throws: `CodecError`.
  func view(_ request: PipelineRequest) throws -> PixelBuffer {
    // Damage that was let pass may be in a file that was written without loss.
    let decode = DecodeParameters(limits: request.decode.limits, damage: .allow)
    return try CompressionPipeline().view(ByteInput(bytes: bytes.copy()), decode, profile: request.profile).pixels
  }
}
