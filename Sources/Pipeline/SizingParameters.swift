import Pixels

/// The limits that a picture's upright size is brought under.
public struct SizingParameters: Sendable, Hashable {
  /// The longest side allowed, in pixels; `nil` is no limit. Likewise the others.
  public var maxDimension: Int?
  public var maxWidth: Int?
  public var maxHeight: Int?
  /// Whether a picture smaller than the limits is made as large as they allow.
  public var enlarge: Bool

  public init(maxDimension: Int? = nil, maxWidth: Int? = nil, maxHeight: Int? = nil, enlarge: Bool = false) {
    self.maxDimension = maxDimension
    self.maxWidth = maxWidth
    self.maxHeight = maxHeight
    self.enlarge = enlarge
  }

  /// The size that a picture gets: the aspect ratio kept, sides rounded to nearest and never 0.
  ///
  /// The side that meets its limit is exactly the limit; the other follows by integer arithmetic, so that no
  /// rounding of a scale factor can shift it.
  ///
  /// - Parameter size: The upright size of the picture.
  public func target(for size: PixelSize) -> PixelSize {
    var limits: [(limit: Int, side: Int)] = []
    if let maxDimension { limits.append((maxDimension, size.longestSide)) }
    if let maxWidth { limits.append((maxWidth, size.width)) }
    if let maxHeight { limits.append((maxHeight, size.height)) }
    // The tightest limit has the smallest limit/side; compared crosswise.
    guard let tightest = limits.min(by: { $0.limit * $1.side < $1.limit * $0.side }) else { return size }
    guard tightest.limit < tightest.side || enlarge else { return size }
    return PixelSize(scaled(size.width, by: tightest), scaled(size.height, by: tightest))
  }

  private func scaled(_ side: Int, by ratio: (limit: Int, side: Int)) -> Int {
    max(1, (2 * side * ratio.limit + ratio.side) / (2 * ratio.side))
  }
}
