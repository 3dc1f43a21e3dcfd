import CKernels
import Pixels

/// Sums over cells, which tiles add to.
final class CellGrid: @unchecked Sendable {  // unchecked: tiles are made of whole cells, so no two threads share one
  let columns: Int
  let rows: Int
  let side: Int
  private let size: PixelSize
  let sums: UnsafeMutablePointer<Float>

  /// - Parameters:
  ///   - size: Of what the cells cover, in pixels.
  ///   - side: Pixels of a cell, each way.
  init(_ size: PixelSize, side: Int = MetricMap.cellSide) {
    self.size = size
    self.side = side
    columns = (size.width + side - 1) / side
    rows = (size.height + side - 1) / side
    sums = .allocate(capacity: columns * rows)
    sums.initialize(repeating: 0, count: columns * rows)
  }

  deinit { sums.deallocate() }

  /// The mean of a cell's pixels.
  func mean(_ column: Int, _ row: Int) -> Float {
    let pixels = min(side, size.width - column * side) * min(side, size.height - row * side)
    return sums[row * columns + column] / Float(pixels)
  }

  /// All means, row-major.
  var means: [Float] { (0..<(rows * columns)).map { mean($0 % columns, $0 / columns) } }
}
