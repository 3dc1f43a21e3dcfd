import CKernels
import Pixels

/// Each target pixel is the source pixel under its centre, unchanged.
final class NearestResize: ResizeStrategy {
  private let upstream: any RowSource
  private let batch: PixelBuffer
  private let columns: [Int32]
  private let rows: [Int]
  /// The source rows that `batch` holds, and the next target row.
  private var held = 0..<0
  private var nextRow = 0

  init(_ upstream: any RowSource, horizontal: ContributionTable, vertical: ContributionTable) {
    self.upstream = upstream
    batch = upstream.makeBatch()
    columns = horizontal.starts.map { Int32($0) }
    rows = vertical.starts
  }

  func read(into target: PixelBuffer) throws -> Int {
    var written = 0
    while written < target.size.height, nextRow < rows.count {
      while rows[nextRow] >= held.upperBound { try refill() }
      ck_pick_pixels(
        batch.row(rows[nextRow] - held.lowerBound), columns, Int32(columns.count),
        Int32(upstream.format.bytesPerPixel), target.row(written))
      written += 1
      nextRow += 1
    }
    // Damage in the last rows is found even if no target row needs them.
    if nextRow == rows.count { while held.upperBound < upstream.size.height { try refill() } }
    return written
  }

  private func refill() throws {
    let count = try upstream.read(into: batch)
    guard count > 0 else { throw RowSourceError.ended(after: held.upperBound, of: upstream.size.height) }
    held = held.upperBound..<(held.upperBound + count)
  }
}
