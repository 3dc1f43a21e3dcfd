import Pixels

/// A buffer as a stream that delivers at most `rows` rows a call, and fails after `failsAfter` rows if that is given.
public final class UnevenRows: RowSource {
  private let buffer: PixelBuffer
  private let rows: [Int]
  private let failsAfter: Int?
  private var calls = 0
  /// Rows delivered so far.
  public private(set) var delivered = 0

  /// - Parameter rows: Rows of the first call, the second, …, and again from the start.
  public init(_ buffer: PixelBuffer, rows: [Int], failsAfter: Int? = nil) {
    self.buffer = buffer
    self.rows = rows
    self.failsAfter = failsAfter
  }

  public var size: PixelSize { buffer.size }
  public var format: PixelFormat { buffer.format }

  public func read(into batch: PixelBuffer) throws -> Int {
    if let failsAfter, delivered >= failsAfter { throw TestFailure.damaged(row: delivered) }
    let count = min(rows[calls % rows.count], batch.size.height, size.height - delivered)
    for row in 0..<count {
      batch.row(row).copyMemory(from: buffer.row(delivered + row), byteCount: buffer.rowBytes)
    }
    calls += 1
    delivered += count
    return count
  }
}

/// The error that test sources throw.
public enum TestFailure: Error, Equatable {
  case damaged(row: Int)
}

/// A picture from its samples in reading order.
public func picture(_ width: Int, _ height: Int, _ format: PixelFormat, _ samples: [Int]) -> PixelBuffer {
  precondition(samples.count == width * height * format.layout.channels)
  let buffer = PixelBuffer(size: PixelSize(width, height), format: format)
  var next = samples.makeIterator()
  for y in 0..<height {
    for x in 0..<width {
      for c in 0..<format.layout.channels { buffer[x: x, y: y, channel: c] = next.next() ?? 0 }
    }
  }
  return buffer
}
