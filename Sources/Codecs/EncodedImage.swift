import CWebP
import Pixels
import Platform

/// A finished file, in memory.
public struct EncodedImage: Sendable {
  public var format: ImageFormat
  public var size: PixelSize
  public var bytes: EncodedBytes
  /// The encoder's own word for what was asked of it: "q80", "lossless", "level 6".
  public var nativeQuality: String?
}

/// Bytes that a C library allocated; freed with this object, never copied on the way out.
public final class EncodedBytes: @unchecked Sendable {  // unchecked: written by the encoder, read-only since
  enum Allocator { case malloc, webp }

  public let count: Int
  private let base: UnsafeMutablePointer<UInt8>?
  private let allocator: Allocator

  init(taking base: UnsafeMutablePointer<UInt8>?, count: Int, from allocator: Allocator) {
    self.base = base
    self.count = base == nil ? 0 : count
    self.allocator = allocator
  }

  deinit {
    switch allocator {
    case .malloc: free(base)
    case .webp: WebPFree(base)
    }
  }

  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try body(UnsafeRawBufferPointer(start: base, count: count))
  }

  /// A copy as an array; for tests and small work.
  public func copy() -> [UInt8] { withUnsafeBytes { [UInt8]($0) } }
}
