/// Guesses libjpeg's quality from a luma quantisation table.
enum JPEGQuality {
  /// The standard's example table for luma, in row order. Source: ITU-T T.81, table K.1.
  private static let standard = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
    14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
    18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
    49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
  ]

  /// Where the n-th coefficient of a table in the file stands in row order. Source: ITU-T T.81, figure A.6.
  static let zigzag = [
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20, 13, 6, 7, 14, 21,
    28,
    35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47,
    55, 62, 63,
  ]

  /// libjpeg's table for a quality: the standard one scaled, each entry within 1…255.
  static func table(quality: Int) -> [Int] {
    let scale = quality < 50 ? 5000 / quality : 200 - quality * 2
    return standard.map { min(255, max(1, ($0 * scale + 50) / 100)) }
  }

  /// The quality, 1…100, whose table differs least from `table`.
  ///
  /// - Parameter table: 64 entries in row order.
  static func estimate(_ table: [Int]) -> Int? {
    guard table.count == 64, table.allSatisfy({ $0 > 0 }) else { return nil }
    func distance(_ quality: Int) -> Int {
      zip(self.table(quality: quality), table).reduce(0) { $0 + abs($1.0 - $1.1) }
    }
    return (1...100).min { distance($0) < distance($1) }
  }
}
