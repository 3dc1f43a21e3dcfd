import CKernels
import Pixels

/// One scale of SSIMULACRA 2: its maps summed up, its damage by cells, and the planes of the next one.
struct SSIMULACRA2Scale: Sendable {
  let size: PixelSize
  let background: Float
  /// Of this scale; nil at full size, where they come from the pictures.
  let planes: LightPlanes?
  /// Of the next scale, to be written; nil at the last one.
  let half: LightPlanes?
  let grid: CellGrid
  /// Of the damage, by plane and map.
  let weights: [[Float]]

  /// - Returns: For each plane, the sums of the three maps and of their fourth powers.
  /// - Throws: `CancellationError`.
  func sums(_ reference: PixelBuffer, _ candidate: PixelBuffer, _ effort: MetricEffort) throws -> [[Double]] {
    let tiles = try TileRunner.run(TileRunner.tiles(size), scratchCount: ck_s2_scratch_count(), effort) {
      place, scratch in
      withExtendedLifetime((reference, candidate)) {
        withUnsafePointer(to: (reference.kernelPicture, candidate.kernelPicture)) { pair in
          pair.withMemoryRebound(to: ck_picture.self, capacity: 2) { pictures in
            SampleTables.light.withKernelTable { table in
              withUnsafePointer(to: table) { light in
                var tile = self.tile(place)
                if planes == nil { tile.pictures = pictures }
                tile.light = light
                ck_s2_measure(&tile, scratch)
                return SSIMULACRA2Scale.sums(of: tile)
              }
            }
          }
        }
      }
    }
    return (0..<3).map { plane in (0..<6).map { sum in tiles.reduce(0) { $0 + $1[plane * 6 + sum] } } }
  }

  private func tile(_ place: TileRunner.Tile) -> ck_s2_tile {
    var tile = ck_s2_tile()
    (tile.width, tile.height) = (Int32(size.width), Int32(size.height))
    (tile.left, tile.top, tile.right, tile.bottom) = (place.left, place.top, place.right, place.bottom)
    tile.background = background
    if let planes {
      tile.planes.0 = (UnsafePointer(planes[0, 0]), UnsafePointer(planes[0, 1]), UnsafePointer(planes[0, 2]))
      tile.planes.1 = (UnsafePointer(planes[1, 0]), UnsafePointer(planes[1, 1]), UnsafePointer(planes[1, 2]))
      tile.plane_stride = planes.stride
    }
    if let half {
      tile.half.0 = (half[0, 0], half[0, 1], half[0, 2])
      tile.half.1 = (half[1, 0], half[1, 1], half[1, 2])
      tile.half_stride = half.stride
    }
    tile.weights.0 = (weights[0][0], weights[0][1], weights[0][2])
    tile.weights.1 = (weights[1][0], weights[1][1], weights[1][2])
    tile.weights.2 = (weights[2][0], weights[2][1], weights[2][2])
    tile.cells = grid.sums
    tile.cells_stride = Int32(grid.columns)
    tile.cell_side = Int32(grid.side)
    return tile
  }

  private static func sums(of tile: ck_s2_tile) -> [Double] {
    withUnsafeBytes(of: tile.sums) { Array($0.bindMemory(to: Double.self)) }
  }
}
