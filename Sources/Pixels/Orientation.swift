/// How stored pixels are turned to be seen upright: the eight values of EXIF tag 0x0112.
///
/// ```
///    1      2      3      4        5          6          7          8
///   ###    ###      #    #      #####        #              #    #####
///   #        #      #    #      # #        # #            # #      # #
///   ##      ##     ##    ##     #          #####      #####          #
///   #        #      #    #
///   #        #    ###    ###
/// ```
/// The drawing shows what is stored when the picture is an upright letter F. The name of a case is the side of
/// the upright picture on which the stored row 0 belongs.
public enum Orientation: Int, Sendable, Hashable, CaseIterable {
  case up = 1
  case upMirrored
  case down
  case downMirrored
  case leftMirrored
  case right
  case rightMirrored
  case left

  /// Whether width and height change places when the picture is turned upright.
  public var swapsSides: Bool { rawValue >= 5 }

  /// The upright size of a picture stored as `size`, and the stored size of one that is upright as `size`.
  public func oriented(_ size: PixelSize) -> PixelSize { swapsSides ? size.transposed : size }

  /// Where the upright pixel (x, y) is found in a stored picture of the size `stored`.
  public func storedPosition(x: Int, y: Int, stored: PixelSize) -> (x: Int, y: Int) {
    let right = stored.width - 1
    let bottom = stored.height - 1
    return switch self {
    case .up: (x, y)
    case .upMirrored: (right - x, y)
    case .down: (right - x, bottom - y)
    case .downMirrored: (x, bottom - y)
    case .leftMirrored: (y, x)
    case .right: (y, bottom - x)
    case .rightMirrored: (right - y, bottom - x)
    case .left: (right - y, x)
    }
  }
}
