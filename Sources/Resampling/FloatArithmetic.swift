import CKernels
import Pixels

/// The general way: transparency, 16 bits, light, windows of any length.
///
/// Colour is multiplied by alpha on the way into the ring and divided by it on the way out.
final class FloatArithmetic {
  private let targetWidth: Int
  private let format: ck_float_format
  private let vertical: ContributionTable
  private let verticalWeights: AlignedMemory
  private let starts: AlignedMemory
  private let weights: AlignedMemory
  private let axis: ck_float_axis
  private let work: AlignedMemory
  private let ringMemory: AlignedMemory
  private let ring: ck_ring
  private let layout: PixelLayout

  /// - Parameter groups: How many groups of rows the ring holds.
  init(
    format: PixelFormat, linearLight: Bool, sourceWidth: Int, horizontal: ContributionTable,
    vertical: ContributionTable, groups: Int
  ) {
    layout = format.layout
    targetWidth = horizontal.count
    self.vertical = vertical
    verticalWeights = AlignedMemory(vertical.weights.map { Float($0) })
    let decode = format.depth == .eight ? TransferCurve.decode8 : TransferCurve.decode16
    self.format = ck_float_format(
      channels: Int32(layout.channels), wide: format.depth == .sixteen, alpha: layout.hasAlpha,
      decode: linearLight ? UnsafePointer(decode.base.assumingMemoryBound(to: Float.self)) : nil,
      encode: linearLight ? UnsafePointer(TransferCurve.encodeLines.base.assumingMemoryBound(to: Float.self)) : nil)

    let workPixels = sourceWidth.roundedUp(toMultipleOf: Int(CK_CHUNK_PIXELS))
    work = AlignedMemory(bytes: workPixels * layout.channels * Int(CK_GROUP_ROWS) * 4)
    let padded = targetWidth.roundedUp(toMultipleOf: Int(CK_BLOCK_PIXELS))
    let taps = horizontal.longestWindow
    var paddedStarts = [Int32](repeating: 0, count: padded)
    var paddedWeights = [Float](repeating: 0, count: padded * taps)
    for t in 0..<targetWidth {
      // All windows are given the same length; one that would then reach past the end begins earlier instead.
      let range = horizontal.range(t)
      let start = min(range.lowerBound, workPixels - taps)
      paddedStarts[t] = Int32(start)
      for (offset, weight) in horizontal.weights(t).enumerated() {
        paddedWeights[t * taps + range.lowerBound - start + offset] = Float(weight)
      }
    }
    starts = AlignedMemory(paddedStarts)
    weights = AlignedMemory(paddedWeights)
    axis = ck_float_axis(
      starts: UnsafePointer(starts.base.assumingMemoryBound(to: Int32.self)),
      weights: UnsafePointer(weights.base.assumingMemoryBound(to: Float.self)),
      count: Int32(padded), taps: Int32(taps))

    let rows = groups * Int(CK_GROUP_ROWS)
    let stride = padded * layout.channels
    ringMemory = AlignedMemory(bytes: rows * stride * 4)
    ring = ck_ring(base: ringMemory.base, stride: stride, capacity: Int32(rows))
  }

  /// Takes over the ring of opaque rows, when the first transparent ones come.
  func adopt(_ fixed: FixedArithmetic) {
    var (from, to) = (fixed.ring, ring)
    for slot in stride(from: Int32(0), to: from.capacity, by: Int(CK_GROUP_ROWS) / 2) {
      ck_fixed_ring_to_float(&from, &to, slot, Int32(layout.channels), layout.hasAlpha)
    }
  }

  /// Takes a group into the ring.
  func take(_ group: ck_row_group, at ringGroup: Int) {
    var (group, format, axis, ring) = (group, format, axis, ring)
    ck_float_group(
      &group, &format, &axis, work.base.assumingMemoryBound(to: Float.self), &ring,
      Int32(ringGroup * Int(CK_GROUP_ROWS)))
  }

  /// Writes target row `y`, whose window is in the ring.
  func write(row y: Int, to out: UnsafeMutableRawPointer) {
    let window = vertical.range(y)
    var (format, ring) = (format, ring)
    ck_float_row(
      &ring, Int32(window.lowerBound) % ring.capacity,
      verticalWeights.base.assumingMemoryBound(to: Float.self) + vertical.offsets[y], Int32(window.count),
      &format, Int32(targetWidth * layout.channels), out)
  }
}
