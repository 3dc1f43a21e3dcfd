import Pixels

/// A picture that is made row by row and never held, however large.
public final class MadeRows: RowSource {
  public let size: PixelSize
  public let format: PixelFormat
  private let fill: (Int, UnsafeMutableBufferPointer<UInt8>) -> Void
  private var delivered = 0

  /// - Parameter fill: Writes the bytes of the row that it is told the number of.
  public init(
    _ size: PixelSize, _ format: PixelFormat, fill: @escaping (Int, UnsafeMutableBufferPointer<UInt8>) -> Void
  ) {
    self.size = size
    self.format = format
    self.fill = fill
  }

  public func read(into batch: PixelBuffer) throws -> Int {
    let count = min(batch.size.height, size.height - delivered)
    for row in 0..<count {
      let bytes = batch.row(row).assumingMemoryBound(to: UInt8.self)
      fill(delivered + row, UnsafeMutableBufferPointer(start: bytes, count: batch.rowBytes))
    }
    delivered += count
    return count
  }
}
