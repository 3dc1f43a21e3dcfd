import Pixels

/// Rows turned upright.
///
/// Mirroring left to right is done row by row. Every other turn needs rows from the bottom before those from the
/// top, so the picture is gathered first; that is why turning comes after resizing.
final class OrientedRows: RowSource {
  let size: PixelSize
  var format: PixelFormat { upstream.format }

  private let upstream: any RowSource
  private let orientation: Orientation
  private var gathered: PixelBuffer?
  private var next = 0

  init(_ upstream: any RowSource, orientation: Orientation) {
    self.upstream = upstream
    self.orientation = orientation
    size = orientation.oriented(upstream.size)
  }

  func read(into batch: PixelBuffer) throws -> Int {
    if orientation == .up { return try upstream.read(into: batch) }
    if orientation == .upMirrored { return try readMirrored(into: batch) }
    let stored = try gathered ?? upstream.readAll()
    gathered = stored
    let count = min(batch.size.height, size.height - next)
    for row in 0..<max(0, count) {
      let start = orientation.storedPosition(x: 0, y: next + row, stored: stored.size)
      let second = orientation.storedPosition(x: 1, y: next + row, stored: stored.size)
      let step = (second.y - start.y) * stored.stride + (second.x - start.x) * format.bytesPerPixel
      copyPixels(from: stored.row(start.y) + start.x * format.bytesPerPixel, step: step, to: batch.row(row))
    }
    next += max(0, count)
    return max(0, count)
  }

  private func readMirrored(into batch: PixelBuffer) throws -> Int {
    let source = PixelBuffer(size: batch.size, format: format)
    let count = try upstream.read(into: source)
    for row in 0..<count {
      let last = source.row(row) + (size.width - 1) * format.bytesPerPixel
      copyPixels(from: last, step: -format.bytesPerPixel, to: batch.row(row))
    }
    return count
  }

  private func copyPixels(from source: UnsafeMutableRawPointer, step: Int, to target: UnsafeMutableRawPointer) {
    switch format.bytesPerPixel {
    case 1: copy(UInt8.self)
    case 2: copy(UInt16.self)
    case 3: copy((UInt8, UInt8, UInt8).self)
    case 4: copy(UInt32.self)
    case 6: copy((UInt16, UInt16, UInt16).self)
    default: copy(UInt64.self)
    }

    func copy<Pixel: BitwiseCopyable>(_: Pixel.Type) {
      let pixels = target.assumingMemoryBound(to: Pixel.self)
      var from = source
      for x in 0..<size.width {
        pixels[x] = from.loadUnaligned(as: Pixel.self)
        from += step
      }
    }
  }
}
