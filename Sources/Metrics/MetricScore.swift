/// What a metric found.
public struct MetricScore: Sendable {
  /// In the metric's unit; PSNR of equal pictures is infinite.
  public var value: Double
  /// Where the damage sits, when asked for.
  public var map: MetricMap?

  public init(value: Double, map: MetricMap? = nil) {
    self.value = value
    self.map = map
  }
}

/// A picture's score tile by tile: what the whole would score if all of it were like the tile.
public struct MetricMap: Sendable {
  /// Pixels a side; tiles at the right and lower border may be cut off.
  public let tileSide: Int
  public let columns: Int
  public let rows: Int
  /// `rows × columns` scores, row by row.
  public let scores: [Double]

  public init(tileSide: Int, columns: Int, rows: Int, scores: [Double]) {
    precondition(scores.count == columns * rows, "one score a tile")
    self.tileSide = tileSide
    self.columns = columns
    self.rows = rows
    self.scores = scores
  }

  public subscript(column column: Int, row row: Int) -> Double { scores[row * columns + column] }

  /// The worst tile; the first in reading order of several.
  public func worst(higherIsBetter: Bool) -> (column: Int, row: Int, score: Double) {
    var found = 0
    for index in scores.indices
    where higherIsBetter ? scores[index] < scores[found] : scores[index] > scores[found] { found = index }
    return (found % columns, found / columns, scores[found])
  }
}
