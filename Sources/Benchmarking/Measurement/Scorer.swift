import Codecs
import Pixels

/// Computes the scores of outputs against the pixels that the encoder got.
public struct Scorer: Sendable {
  public let measures: [String]
  public let width: Int

  public init(measures: [String], width: Int) {
    self.measures = measures
    self.width = width
  }

  /// An output that waits for its scores.
  typealias Work = (place: Int, reference: PixelBuffer, image: EncodedImage)

  func score(_ work: [Work]) async -> [(Int, Result<[Double?], any Error>)] { [] }
}
