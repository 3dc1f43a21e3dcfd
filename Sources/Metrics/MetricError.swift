import Pixels

/// Why two pictures cannot be compared.
public enum MetricError: Error, Sendable, Hashable {
  case sizeMismatch(reference: PixelSize, candidate: PixelSize)
  case tooSmall(metric: String, size: PixelSize, minimumSide: Int)
}

extension MetricError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .sizeMismatch(let reference, let candidate):
      "the reference is \(reference) pixels and the candidate \(candidate): only pictures of one size are compared"
    case .tooSmall(let metric, let size, let side):
      "\(metric) is not defined below \(side) pixels a side, the pictures are \(size)"
    }
  }
}
