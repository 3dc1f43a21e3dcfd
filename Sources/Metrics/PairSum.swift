import CKernels
import Pixels

/// The damage of a pair of pictures at full size, summed up over the whole and over cells.
struct PairSum {
  var total: Double
  var cells: CellGrid

  /// - Parameter kernel: Measures one tile.
  /// - Throws: `CancellationError`.
  init(
    _ reference: PixelBuffer, _ candidate: PixelBuffer, _ effort: MetricEffort,
    kernel: @Sendable (UnsafeMutablePointer<ck_pair_tile>, UnsafeMutablePointer<Float>) -> Void
  ) throws {
    let size = reference.size
    let cells = CellGrid(size)
    let sums = try TileRunner.run(TileRunner.tiles(size), scratchCount: ck_pair_scratch_count(), effort) {
      place, scratch in
      withExtendedLifetime((reference, candidate)) {
        withUnsafePointer(to: (reference.kernelPicture, candidate.kernelPicture)) { pair in
          pair.withMemoryRebound(to: ck_picture.self, capacity: 2) { pictures in
            SampleTables.codes.withKernelTable { table in
              withUnsafePointer(to: table) { codes in
                var tile = ck_pair_tile(
                  width: Int32(size.width), height: Int32(size.height), left: place.left, top: place.top,
                  right: place.right, bottom: place.bottom, pictures: pictures, codes: codes, cells: cells.sums,
                  cells_stride: Int32(cells.columns), sum: 0)
                kernel(&tile, scratch)
                return tile.sum
              }
            }
          }
        }
      }
    }
    total = sums.reduce(0, +)
    self.cells = cells
  }
}
