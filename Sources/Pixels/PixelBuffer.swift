/// A rectangle of pixels in memory: `height` rows of `stride` bytes, row-major, alpha straight.
///
/// It serves whole pictures and batches of rows alike. One maker fills it; after that it is only read.
public final class PixelBuffer: @unchecked Sendable {  // unchecked: written by its one maker, read-only once handed on
  public let size: PixelSize
  public let format: PixelFormat
  /// Bytes from one row to the next, a multiple of 64 for the sake of the vector kernels.
  public let stride: Int
  /// The first byte of row 0; valid as long as the buffer lives.
  package let base: UnsafeMutableRawPointer

  /// - Parameter size: Both sides at least 1. The memory is not cleared.
  public init(size: PixelSize, format: PixelFormat) {
    precondition(size.width > 0 && size.height > 0, "a pixel buffer has at least one pixel")
    self.size = size
    self.format = format
    stride = PixelBuffer.stride(width: size.width, format: format)
    base = UnsafeMutableRawPointer.allocate(byteCount: stride * size.height, alignment: 64)
  }

  deinit { base.deallocate() }

  /// Bytes that a buffer of this shape occupies.
  public static func byteCount(size: PixelSize, format: PixelFormat) -> Int {
    stride(width: size.width, format: format) * size.height
  }

  private static func stride(width: Int, format: PixelFormat) -> Int { (width * format.bytesPerPixel + 63) & ~63 }

  /// The bytes of one row that hold pixels.
  public var rowBytes: Int { size.width * format.bytesPerPixel }

  /// The first byte of row `y`.
  package func row(_ y: Int) -> UnsafeMutableRawPointer { base + y * stride }

  /// One sample, 0…255 or 0…65,535; for tests and small work, not for loops over pictures.
  public subscript(x x: Int, y y: Int, channel channel: Int) -> Int {
    get {
      precondition(x >= 0 && x < size.width && y >= 0 && y < size.height && channel < format.layout.channels)
      let index = x * format.layout.channels + channel
      return format.depth == .eight
        ? Int(row(y).load(fromByteOffset: index, as: UInt8.self))
        : Int(row(y).load(fromByteOffset: index * 2, as: UInt16.self))
    }
    set {
      precondition(x >= 0 && x < size.width && y >= 0 && y < size.height && channel < format.layout.channels)
      let index = x * format.layout.channels + channel
      if format.depth == .eight {
        row(y).storeBytes(of: UInt8(newValue), toByteOffset: index, as: UInt8.self)
      } else {
        row(y).storeBytes(of: UInt16(newValue), toByteOffset: index * 2, as: UInt16.self)
      }
    }
  }
}
