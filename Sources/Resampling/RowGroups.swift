import CKernels
import Pixels

/// Cuts a stream of rows into the groups that kernels take, whatever batches its source delivers.
final class RowGroups {
  private static let groupRows = Int(CK_GROUP_ROWS)

  private let upstream: any RowSource
  private let batch: PixelBuffer
  /// Where a group is put together that spans two batches.
  private let seam: PixelBuffer
  /// Rows of `batch` that hold picture, and the next one of them to hand out.
  private var filled = 0
  private var next = 0
  /// Rows of the picture received so far.
  private var received = 0

  init(_ upstream: any RowSource) {
    self.upstream = upstream
    let rows = upstream.makeBatch().size.height
    let whole = max(RowGroups.groupRows, rows / RowGroups.groupRows * RowGroups.groupRows)
    batch = PixelBuffer(size: PixelSize(upstream.size.width, whole), format: upstream.format)
    seam = PixelBuffer(size: PixelSize(upstream.size.width, RowGroups.groupRows), format: upstream.format)
  }

  /// The next rows, a full group unless the picture ends first; valid until the next call.
  ///
  /// - Throws: What upstream throws, or `RowSourceError.ended` when it delivers fewer rows than its size says.
  func nextGroup() throws -> ck_row_group {
    if next == filled { try refill() }
    let pictureEnds = received == upstream.size.height
    if filled - next >= RowGroups.groupRows || pictureEnds {
      let count = min(RowGroups.groupRows, filled - next)
      defer { next += count }
      return group(batch, from: next, count: count)
    }
    var gathered = 0
    while gathered < RowGroups.groupRows {
      if next == filled {
        if received == upstream.size.height { break }
        try refill()
      }
      let count = min(RowGroups.groupRows - gathered, filled - next)
      for row in 0..<count {
        seam.row(gathered + row).copyMemory(from: batch.row(next + row), byteCount: seam.rowBytes)
      }
      gathered += count
      next += count
    }
    return group(seam, from: 0, count: gathered)
  }

  /// Reads what is left of the picture, so that damage in its last rows is found even if no target row needs them.
  func drain() throws {
    while received < upstream.size.height { try refill() }
    next = filled
  }

  private func refill() throws {
    let count = try upstream.read(into: batch)
    guard count > 0 else { throw RowSourceError.ended(after: received, of: upstream.size.height) }
    received += count
    filled = count
    next = 0
  }

  private func group(_ buffer: PixelBuffer, from row: Int, count: Int) -> ck_row_group {
    ck_row_group(
      base: UnsafeRawPointer(buffer.row(row)), stride: buffer.stride, count: Int32(count),
      width: Int32(buffer.size.width))
  }
}
