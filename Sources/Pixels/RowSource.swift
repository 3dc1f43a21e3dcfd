/// A picture as a stream of rows, top to bottom, read once.
///
/// Decoders are row sources, and so is every stage that changes rows; an encoder pulls from the last one. That way
/// a picture that only has to become smaller is never held in full.
public protocol RowSource: AnyObject {
  /// The size of what this source delivers.
  var size: PixelSize { get }
  /// The format of what this source delivers.
  var format: PixelFormat { get }

  /// Writes the next rows into `batch`, from its row 0 on.
  ///
  /// - Parameter batch: As wide as `size`, of the same `format`, any height of at least 1.
  /// - Returns: The number of rows written, at most `batch.size.height`; 0 only when all rows have been delivered.
  /// - Throws: What the stage or those before it find wrong with the picture.
  func read(into batch: PixelBuffer) throws -> Int
}

extension RowSource {
  /// All rows that are left, in one buffer.
  ///
  /// - Throws: What `read(into:)` throws, or `RowSourceError.ended` when rows are missing.
  public func readAll() throws -> PixelBuffer {
    let whole = PixelBuffer(size: size, format: format)
    let batch = makeBatch()
    var filled = 0
    while filled < size.height {
      let count = try read(into: batch)
      guard count > 0 else { throw RowSourceError.ended(after: filled, of: size.height) }
      for row in 0..<count {
        whole.row(filled + row).copyMemory(from: batch.row(row), byteCount: whole.rowBytes)
      }
      filled += count
    }
    return whole
  }

  /// A buffer that fits `read(into:)`: a batch is about 256 KiB, so that it stays in the processor's cache.
  public func makeBatch(maximumRows: Int = 64) -> PixelBuffer {
    let rows = max(1, min(maximumRows, size.height, 262_144 / max(1, size.width * format.bytesPerPixel)))
    return PixelBuffer(size: PixelSize(size.width, rows), format: format)
  }
}

/// What can go wrong between stages, as opposed to inside one.
public enum RowSourceError: Error, CustomStringConvertible {
  case ended(after: Int, of: Int)

  public var description: String {
    switch self {
    case .ended(let rows, let height): "the rows end after \(rows) of \(height)"
    }
  }
}

/// A buffer as a stream of its rows.
public final class BufferedRows: RowSource {
  public let buffer: PixelBuffer
  private var next = 0

  public init(_ buffer: PixelBuffer) { self.buffer = buffer }

  public var size: PixelSize { buffer.size }
  public var format: PixelFormat { buffer.format }

  public func read(into batch: PixelBuffer) -> Int {
    let count = min(batch.size.height, size.height - next)
    for row in 0..<max(0, count) {
      batch.row(row).copyMemory(from: buffer.row(next + row), byteCount: buffer.rowBytes)
    }
    next += count
    return count
  }
}
