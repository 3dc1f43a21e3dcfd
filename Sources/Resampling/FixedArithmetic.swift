import CKernels
import Pixels

/// The fast way: 8-bit samples, nothing transparent, averaged as code values.
///
/// A picture that has an alpha channel is taken as long as it is opaque, which most are.
final class FixedArithmetic {
  private let layout: PixelLayout
  private let targetWidth: Int
  private let vertical: FixedWeights
  private let verticalWeights: AlignedMemory
  private let starts: AlignedMemory
  private let weights: AlignedMemory
  private let axis: ck_fixed_axis
  private let work: AlignedMemory
  private let ringMemory: AlignedMemory
  private(set) var ring: ck_ring

  /// - Parameter groups: How many groups of rows the ring holds.
  init?(format: PixelFormat, sourceWidth: Int, horizontal: ContributionTable, vertical: ContributionTable, groups: Int)
  {
    guard format.depth == .eight, let across = FixedWeights(horizontal, largestSample: 255) else { return nil }
    let largestInRing = 255 * across.absoluteSum * Double(1 << CK_FIXED_FRACTION_BITS) + 1
    guard largestInRing <= 32_767, let down = FixedWeights(vertical, largestSample: largestInRing) else { return nil }
    layout = format.layout
    targetWidth = horizontal.count
    self.vertical = down
    verticalWeights = AlignedMemory(down.weights)

    let workPixels = sourceWidth.roundedUp(toMultipleOf: Int(CK_CHUNK_PIXELS))
    work = AlignedMemory(bytes: workPixels * layout.channels * Int(CK_GROUP_ROWS) * 2)
    let padded = targetWidth.roundedUp(toMultipleOf: Int(CK_BLOCK_PIXELS))
    let pairs = zip(across.offsets, across.offsets.dropFirst()).reduce(0) { max($0, $1.1 - $1.0) }
    var paddedStarts = [Int32](repeating: 0, count: padded)
    var paddedWeights = [Int16](repeating: 0, count: padded * pairs * 2)
    for t in 0..<targetWidth {
      // All windows are given the same length; one that would then reach past the end begins earlier instead.
      let start = min(Int(across.starts[t]), workPixels / 2 - pairs)
      let lead = Int(across.starts[t]) - start
      paddedStarts[t] = Int32(start)
      let window = across.weights[(2 * across.offsets[t])..<(2 * across.offsets[t + 1])]
      let place = 2 * (t * pairs + lead)
      paddedWeights.replaceSubrange(place..<(place + window.count), with: window)
    }
    starts = AlignedMemory(paddedStarts)
    weights = AlignedMemory(paddedWeights)
    axis = ck_fixed_axis(
      starts: UnsafePointer(starts.base.assumingMemoryBound(to: Int32.self)),
      weights: UnsafePointer(weights.base.assumingMemoryBound(to: Int32.self)),
      count: Int32(padded), pairs: Int32(pairs), shift: Int32(across.shift))

    let rows = groups * Int(CK_GROUP_ROWS) / 2
    let stride = padded * layout.channels
    ringMemory = AlignedMemory(bytes: rows * stride * 4)
    ring = ck_ring(base: ringMemory.base, stride: stride, capacity: Int32(rows))
  }

  /// Takes a group into the ring; false when something in it is transparent.
  func take(_ group: ck_row_group, at ringGroup: Int) -> Bool {
    var (group, axis, ring) = (group, axis, ring)
    return ck_fixed_group(
      &group, Int32(layout.channels), layout.hasAlpha, &axis, work.base.assumingMemoryBound(to: Int16.self), &ring,
      Int32(ringGroup * Int(CK_GROUP_ROWS) / 2))
  }

  /// Writes target row `y`, whose window is in the ring.
  func write(row y: Int, to out: UnsafeMutableRawPointer) {
    let offset = vertical.offsets[y]
    var ring = ring
    ck_fixed_row(
      &ring, vertical.starts[y] % ring.capacity,
      verticalWeights.base.assumingMemoryBound(to: Int32.self) + offset, Int32(vertical.offsets[y + 1] - offset),
      Int32(vertical.shift), Int32(targetWidth * layout.channels), out.assumingMemoryBound(to: UInt8.self))
  }
}
