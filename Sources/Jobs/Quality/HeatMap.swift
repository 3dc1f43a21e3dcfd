import Codecs
import Files
import Metrics
import Pixels

/// A picture of where the damage sits: the reference in pale gray, and colours over it, from none over violet and red
/// to yellow, as much as a metric says that the place has suffered.
public struct HeatMap: Sendable {
  /// Colours at even distances of damage, from none to ruined, with their opacity over the gray: each step is as much
  /// lighter to the eye as the one before, so that it reads without colour too.
  private static let ramp: [(red: Double, green: Double, blue: Double, opacity: Double)] = [
    (60, 15, 110, 0), (110, 25, 130, 0.55), (185, 45, 95, 0.8), (240, 110, 35, 0.9), (255, 225, 90, 0.95),
  ]

  private let map: MetricMap
  /// Of each cell, 0…1.
  private let damage: [Double]
  private let reference: PixelBuffer

  /// - Returns: `nil` where the metric makes no map.
  public init?(_ comparison: PictureComparison, by score: Score) {
    guard let map = score.map else { return nil }
    self.map = map
    damage = (0..<(map.rows * map.columns)).map {
      score.metric.damage(of: map.score(column: $0 % map.columns, row: $0 / map.columns))
    }
    reference = comparison.referencePixels
  }

  /// Writes it as a PNG of the pictures' size.
  ///
  /// - Throws: `FileError`, `CodecError`.
  public func write(to path: FilePath) throws {
    let image = try CodecCatalog.codec(for: .png).encode(
      BufferedRows(pixels()), parameters: .png(PNGParameters(level: 6)), metadata: .init())
    try image.bytes.withUnsafeBytes { try writeWholeFile(path, mode: defaultFileMode(), $0) }
  }

  private func pixels() -> PixelBuffer {
    let size = reference.size
    let buffer = PixelBuffer(size: size, format: PixelFormat(.rgb))
    let columns = (0..<size.width).map { HeatMap.place($0, map.columns) }
    for y in 0..<size.height {
      let row = HeatMap.place(y, map.rows)
      let upper = row.cell * map.columns
      let lower = min(row.cell + 1, map.rows - 1) * map.columns
      for x in 0..<size.width {
        let column = columns[x]
        let next = min(column.cell + 1, map.columns - 1)
        let above = damage[upper + column.cell] * (1 - column.part) + damage[upper + next] * column.part
        let below = damage[lower + column.cell] * (1 - column.part) + damage[lower + next] * column.part
        let color = HeatMap.color(above * (1 - row.part) + below * row.part, over: gray(x, y))
        (buffer[x: x, y: y, channel: 0], buffer[x: x, y: y, channel: 1]) = (color.red, color.green)
        buffer[x: x, y: y, channel: 2] = color.blue
      }
    }
    return buffer
  }

  /// The cell whose middle is at or before a pixel, and how far the pixel is on the way to the next one.
  private static func place(_ pixel: Int, _ count: Int) -> (cell: Int, part: Double) {
    let middle = min(max((Double(pixel) + 0.5) / Double(MetricMap.cellSide) - 0.5, 0), Double(count - 1))
    return (Int(middle), middle - Double(Int(middle)))
  }

  /// The reference's luma, lifted so that dark pictures show too and leaves room above for no colour at all.
  private func gray(_ x: Int, _ y: Int) -> Double {
    let isColor = reference.format.layout.isColor
    let scale = reference.format.depth == .eight ? 1.0 : 1.0 / 257
    let (red, green, blue) = (
      reference[x: x, y: y, channel: 0], reference[x: x, y: y, channel: isColor ? 1 : 0],
      reference[x: x, y: y, channel: isColor ? 2 : 0]
    )
    return 60 + 0.6 * scale * (0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue))
  }

  private static func color(_ damage: Double, over gray: Double) -> (red: Int, green: Int, blue: Int) {
    let place = min(max(damage, 0), 1) * Double(ramp.count - 1)
    let (low, high) = (ramp[Int(place)], ramp[min(Int(place) + 1, ramp.count - 1)])
    let part = place - Double(Int(place))
    func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * part }
    let opacity = between(low.opacity, high.opacity)
    func mixed(_ low: Double, _ high: Double) -> Int {
      Int((gray * (1 - opacity) + between(low, high) * opacity).rounded())
    }
    return (mixed(low.red, high.red), mixed(low.green, high.green), mixed(low.blue, high.blue))
  }
}
