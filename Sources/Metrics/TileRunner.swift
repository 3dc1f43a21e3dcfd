import CKernels
import Dispatch
import Pixels
import Synchronization

/// How a measurement is worked at; it does not change the result.
public struct MetricEffort: Sendable {
  public var threads: Int
  /// Asked between tiles.
  public var isCancelled: @Sendable () -> Bool
}

/// The tiles of a picture, worked on by several threads; which thread takes which is left to chance.
enum TileRunner {
  struct Tile: Sendable {
    var index: Int
    var left: Int32
    var top: Int32
    var right: Int32
    var bottom: Int32
  }

  /// The tiles of a picture of that size, from left to right and from top to bottom.
  static func tiles(_ size: PixelSize) -> [Tile] {
    let (width, height) = (Int(CK_TILE_WIDTH), Int(CK_TILE_HEIGHT))
    let columns = (size.width + width - 1) / width
    let rows = (size.height + height - 1) / height
    return (0..<(rows * columns)).map { index in
      let (left, top) = (index % columns * width, index / columns * height)
      return Tile(
        index: index, left: Int32(left), top: Int32(top), right: Int32(min(left + width, size.width)),
        bottom: Int32(min(top + height, size.height)))
    }
  }

  /// Does `work` for each tile.
  ///
  /// - Parameters:
  ///   - scratchCount: Floats of memory that each thread needs, aligned to 64 bytes.
  ///   - work: Called on several threads at once, with different tiles.
  /// - Returns: What `work` returned, in the order of the tiles.
  /// - Throws: `CancellationError`.
  static func run<Result: Sendable>(
    _ tiles: [Tile], scratchCount: Int, _ effort: MetricEffort,
    _ work: @Sendable (Tile, UnsafeMutablePointer<Float>) -> Result
  ) throws -> [Result] {
    let next = Atomic(0)
    let results = Mutex([Result?](repeating: nil, count: tiles.count))
    DispatchQueue.concurrentPerform(iterations: max(1, min(effort.threads, tiles.count))) { _ in
      let scratch = UnsafeMutableRawPointer.allocate(byteCount: scratchCount * 4, alignment: 64)
      defer { scratch.deallocate() }
      let floats = scratch.bindMemory(to: Float.self, capacity: scratchCount)
      while !effort.isCancelled() {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < tiles.count else { return }
        let result = work(tiles[index], floats)
        results.withLock { $0[index] = result }
      }
    }
    guard !effort.isCancelled() else { throw CancellationError() }
    return results.withLock { $0.map { $0! } }
  }
}

extension PixelBuffer {
  /// The picture as kernels see it; valid as long as the buffer lives.
  var kernelPicture: ck_picture {
    ck_picture(
      base: UnsafeRawPointer(base), stride: stride, channels: Int32(format.layout.channels),
      wide: format.depth == .sixteen, alpha: format.layout.hasAlpha)
  }
}
