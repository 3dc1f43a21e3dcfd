/// Width and height in pixels, both at least 1 for a real picture.
public struct PixelSize: Sendable, Hashable {
  public var width: Int
  public var height: Int

  public init(_ width: Int, _ height: Int) {
    self.width = width
    self.height = height
  }

  /// The number of pixels; saturates instead of overflowing, so that declared nonsense stays comparable.
  public var pixels: Int {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? .max : product
  }

  public var longestSide: Int { max(width, height) }

  /// Width and height exchanged.
  public var transposed: PixelSize { PixelSize(height, width) }
}

extension PixelSize: CustomStringConvertible {
  public var description: String { "\(width)x\(height)" }
}
