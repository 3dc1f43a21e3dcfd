import CKernels
import Pixels

/// Where the damage sits: how much each cell of 8 x 8 pixels was damaged, and what that means as a score.
public struct MetricMap: Sendable {
  /// A part of the picture and the score that it would have by itself.
  public struct Tile: Sendable, Equatable {
    public var left: Int
    public var top: Int
    public var size: PixelSize
    public var score: Double
  }

  /// Pixels of a cell, each way; those at the right and bottom edge may be cut off.
  public static let cellSide = Int(CK_CELL_SIDE)
  public let size: PixelSize
  public let columns: Int
  public let rows: Int
  /// Mean damage of each cell, row-major; it adds up, unlike scores.
  let damage: [Float]
  private let scoreOf: @Sendable (Double) -> Double

  init(size: PixelSize, damage: [Float], score: @escaping @Sendable (Double) -> Double) {
    self.size = size
    columns = MetricMap.cells(size.width)
    rows = MetricMap.cells(size.height)
    precondition(damage.count == columns * rows, "a number for each cell")
    self.damage = damage
    scoreOf = score
  }

  static func cells(_ side: Int) -> Int { (side + cellSide - 1) / cellSide }

  /// What the whole picture would score if all of it were like that cell.
  public func score(column: Int, row: Int) -> Double { scoreOf(Double(damage[row * columns + column])) }

  /// The most damaged of the tiles of `side` pixels that cover the picture.
  ///
  /// - Parameter side: A multiple of the cells' side.
  public func worstTile(side: Int = 64) -> Tile {
    precondition(side > 0 && side % MetricMap.cellSide == 0, "tiles are made of whole cells")
    let step = side / MetricMap.cellSide
    var worst = (damage: -Double.infinity, column: 0, row: 0)
    for row in stride(from: 0, to: rows, by: step) {
      for column in stride(from: 0, to: columns, by: step) {
        let mean = meanDamage(row..<min(row + step, rows), column..<min(column + step, columns))
        if mean > worst.damage { worst = (mean, column, row) }
      }
    }
    let (left, top) = (worst.column * MetricMap.cellSide, worst.row * MetricMap.cellSide)
    return Tile(
      left: left, top: top, size: PixelSize(min(side, size.width - left), min(side, size.height - top)),
      score: scoreOf(worst.damage))
  }

  /// Over the whole picture.
  var meanDamage: Double { meanDamage(0..<rows, 0..<columns) }

  private func meanDamage(_ rows: Range<Int>, _ columns: Range<Int>) -> Double {
    var sum = 0.0
    var pixels = 0
    for row in rows {
      let height = min(MetricMap.cellSide, size.height - row * MetricMap.cellSide)
      for column in columns {
        let count = height * min(MetricMap.cellSide, size.width - column * MetricMap.cellSide)
        sum += Double(damage[row * self.columns + column]) * Double(count)
        pixels += count
      }
    }
    return sum / Double(pixels)
  }
}
