import CKernels
import Pixels

/// Rows in, weighed across and down, rows out.
///
/// Source rows are made as wide as the target first, in groups; a ring keeps as many of those as the longest vertical
/// window spans. Memory is therefore the ring, one group of expanded source rows and one batch.
final class SeparableResize: ResizeStrategy {
  private enum Arithmetic {
    case fixed(FixedArithmetic)
    case float(FloatArithmetic)
  }

  private let source: RowGroups
  private let sourceSize: PixelSize
  private let format: PixelFormat
  private let linearLight: Bool
  private let horizontal: ContributionTable
  private let vertical: ContributionTable
  private let ringGroups: Int
  private var arithmetic: Arithmetic
  private var groupsTaken = 0
  private var nextRow = 0

  init(_ upstream: any RowSource, horizontal: ContributionTable, vertical: ContributionTable, linearLight: Bool) {
    source = RowGroups(upstream)
    sourceSize = upstream.size
    format = upstream.format
    self.horizontal = horizontal
    self.vertical = vertical
    self.linearLight = linearLight && upstream.format.layout != .cmyk
    ringGroups = Self.groupsInFlight(vertical)
    if !self.linearLight,
      let fixed = FixedArithmetic(
        format: format, sourceWidth: sourceSize.width, horizontal: horizontal, vertical: vertical, groups: ringGroups)
    {
      arithmetic = .fixed(fixed)
    } else {
      arithmetic = .float(
        FloatArithmetic(
          format: format, linearLight: self.linearLight, sourceWidth: sourceSize.width, horizontal: horizontal,
          vertical: vertical, groups: ringGroups))
    }
  }

  func read(into batch: PixelBuffer) throws -> Int {
    var written = 0
    while written < batch.size.height, nextRow < vertical.count {
      let end = vertical.range(nextRow).upperBound
      while groupsTaken * Int(CK_GROUP_ROWS) < end { try takeGroup() }
      switch arithmetic {
      case .fixed(let fixed): fixed.write(row: nextRow, to: batch.row(written))
      case .float(let float): float.write(row: nextRow, to: batch.row(written))
      }
      written += 1
      nextRow += 1
    }
    if nextRow == vertical.count { try source.drain() }
    return written
  }

  /// The most groups that lie between the first one a window needs and the last one taken by then.
  private static func groupsInFlight(_ table: ContributionTable) -> Int {
    let groupRows = Int(CK_GROUP_ROWS)
    var most = 1
    var taken = 0
    for t in 0..<table.count {
      let window = table.range(t)
      taken = max(taken, (window.upperBound + groupRows - 1) / groupRows)
      most = max(most, taken - window.lowerBound / groupRows)
    }
    return most
  }

  private func takeGroup() throws {
    let group = try source.nextGroup()
    let place = groupsTaken % ringGroups
    switch arithmetic {
    case .fixed(let fixed):
      if !fixed.take(group, at: place) { goOnInFloat(from: fixed).take(group, at: place) }
    case .float(let float):
      float.take(group, at: place)
    }
    groupsTaken += 1
  }

  private func goOnInFloat(from fixed: FixedArithmetic) -> FloatArithmetic {
    let float = FloatArithmetic(
      format: format, linearLight: linearLight, sourceWidth: sourceSize.width, horizontal: horizontal,
      vertical: vertical, groups: ringGroups)
    float.adopt(fixed)
    arithmetic = .float(float)
    return float
  }
}
