import Pixels

/// Everything that decides what a resize makes of a picture.
public struct ResizeParameters: Hashable, Sendable {
  /// Both sides at least 1; larger or smaller than the source, each side for itself.
  public var target: PixelSize
  public var filter: ResampleFilter
  /// Whether samples are averaged as light and not as sRGB code values. CMYK is averaged as it is, always.
  public var linearLight: Bool

  public init(target: PixelSize, filter: ResampleFilter = .lanczos3, linearLight: Bool = false) {
    self.target = target
    self.filter = filter
    self.linearLight = linearLight
  }
}
