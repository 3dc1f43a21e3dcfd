import CKernels
import Foundation
import Metrics
import Pixels
import TestSupport
import Testing

/// Each step of SSIMULACRA 2, by the very functions that measure pictures.
enum MetricKernels {
  static let stride = Int(CK_TILE_STRIDE)
  static let margin = 8

  static func light(_ code: Int) -> Double {
    SampleTables.light.withKernelTable { Double($0.narrow[code]) }
  }

  /// Shifted X, Y, B of one pixel of light.
  static func xyb(_ light: [Double]) -> [Double] {
    let planes = light.map { value in
      let plane = Floats(8)
      for i in 0..<8 { plane.base[i] = Float(value) }
      return plane
    }
    let colors = (0..<3).map { _ in Floats(8) }
    withExtendedLifetime((planes, colors)) {
      ck_s2_xyb(planes.map { UnsafePointer($0.base) }, 8, colors.map(\.base))
    }
    return colors.map { Double($0.base[0]) }
  }

  /// A plane blurred as pictures are: zeros around it. At most 512 wide.
  static func blur(_ plane: [[Double]]) -> [[Double]] {
    let (width, height) = (plane[0].count, plane.count)
    let zeros = Floats(4 * stride)
    let rows = plane.map { values in
      let row = Floats(4 * stride)
      for (x, value) in values.enumerated() { row.base[margin + x] = Float(value) }
      return row
    }
    let (moments, out) = (Floats(4 * stride), Floats(stride))
    defer { withExtendedLifetime((zeros, rows, moments, out)) {} }
    return (0..<height).map { y in
      let window = (y - 4...y + 4).map { UnsafePointer<Float>?((0..<height).contains($0) ? rows[$0].base : zeros.base) }
      ck_s2_blur(window, Int32((width + 7) & ~7), moments.base, out.base)
      return (0..<width).map { Double(out.base[$0]) }
    }
  }

  /// The three maps of one pixel of which all moments are known.
  static func maps(
    x1: Double, x2: Double, mu1: Double, mu2: Double, s11: Double, s22: Double, s12: Double
  ) -> (ssim: Double, artifact: Double, lost: Double) {
    let (slot, moments, damage) = (Floats(4 * stride), Floats(4 * stride), Floats(stride))
    defer { withExtendedLifetime((slot, moments, damage)) {} }
    slot.base[margin] = Float(x1)
    slot.base[stride + margin] = Float(x2)
    // Summed down already; along the row all neighbours are alike.
    for (plane, value) in [mu1, mu2, s11 + s22, s11 + s22 - 2 * s12].enumerated() {
      for x in 0..<32 { moments.base[plane * stride + x] = Float(value) }
    }
    var sums = [Double](repeating: 0, count: 6)
    ck_s2_maps(slot.base, moments.base, 1, damage.base, &sums)
    return (sums[0], sums[1], sums[2])
  }

  /// A plane at half its size.
  static func halved(_ plane: [[Double]]) -> [[Double]] {
    let (width, height) = (plane[0].count, plane.count)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    let (light, half) = (Floats(width * height), Floats(6 * halfWidth * halfHeight))
    for y in 0..<height { for x in 0..<width { light.base[y * width + x] = Float(plane[y][x]) } }
    let (cells, scratch) = (Floats(width * height), Floats(ck_s2_scratch_count()))
    defer { withExtendedLifetime((light, half, cells, scratch)) {} }
    var tile = ck_s2_tile()
    (tile.width, tile.height, tile.right, tile.bottom) = (Int32(width), Int32(height), Int32(width), Int32(height))
    let source = UnsafePointer<Float>(light.base)
    tile.planes.0 = (source, source, source)
    tile.planes.1 = (source, source, source)
    tile.plane_stride = width
    let part = { half.base + $0 * halfWidth * halfHeight }
    tile.half.0 = (part(0), part(1), part(2))
    tile.half.1 = (part(3), part(4), part(5))
    tile.half_stride = halfWidth
    (tile.cells, tile.cells_stride, tile.cell_side) = (cells.base, Int32(width), 1)
    ck_s2_measure(&tile, scratch.base)
    return (0..<halfHeight).map { y in (0..<halfWidth).map { Double(half.base[y * halfWidth + $0]) } }
  }
}

/// Zeros on a 64-byte boundary. Who hands `base` on keeps the object alive, as the optimiser would not.
final class Floats {
  let base: UnsafeMutablePointer<Float>

  init(_ count: Int) {
    base = UnsafeMutableRawPointer.allocate(byteCount: count * 4, alignment: 64).bindMemory(
      to: Float.self, capacity: count)
    base.initialize(repeating: 0, count: count)
  }

  deinit { base.deallocate() }
}

@Suite struct KernelTests {
  @Test func lightFollowsTheCurveOfSRGB() {
    #expect(MetricKernels.light(0) == 0)
    #expect(MetricKernels.light(255) == 1)
    #expect(abs(MetricKernels.light(10) - 10 / 255.0 / 12.92) < 1e-9, "the straight part")
    #expect(abs(MetricKernels.light(188) - 0.502886458) < 1e-7)
  }

  @Test func neutralLightHasNoColor() {
    for level in [0, 0.002, 0.05, 0.4, 1] {
      let found = MetricKernels.xyb([level, level, level])
      let root = cbrt(level + 0.0037930732552754493) - cbrt(0.0037930732552754493)
      #expect(abs(found[0] - 0.42) < 2e-6)
      #expect(abs(found[1] - (root + 0.01)) < 5e-7)
      #expect(abs(found[2] - 0.55) < 5e-7)
    }
  }

  @Test func theCubeRootIsRightToAFewUnitsInTheLastPlace() {
    // Of neutral light, Y is the root less two constants; the smallest there is, and on to the largest.
    var worst = 0.0
    for step in 0...20_000 {
      let level = Double(Float(pow(10, -6 * (1 - Double(step) / 20_000))))
      let wanted = cbrt(level + 0.0037930732552754493) - cbrt(0.0037930732552754493) + 0.01
      worst = max(worst, abs(MetricKernels.xyb([level, level, level])[1] - wanted))
    }
    #expect(worst < 2.5e-7, "\(worst)")
  }

  @Test func theWindowIsItsOwnImpulseResponse() {
    let taps = [0.00941436780965374, 0.0360111146583644, 0.1093353727774603, 0.2129285920104222, 0.2646211054881985]
    let row = taps + taps.dropLast().reversed()
    var plane = [[Double]](repeating: [Double](repeating: 0, count: 13), count: 13)
    plane[6][6] = 1
    let found = MetricKernels.blur(plane)
    for y in 0..<13 {
      for x in 0..<13 {
        let inside = (2...10).contains(x) && (2...10).contains(y)
        #expect(abs(found[y][x] - (inside ? row[x - 2] * row[y - 2] : 0)) < 1e-8)
      }
    }
  }

  @Test func beyondTheBorderIsNothing() {
    let ones = [[Double]](repeating: [Double](repeating: 1, count: 20), count: 20)
    let found = MetricKernels.blur(ones)
    #expect(abs(found[10][10] - 1) < 3e-7)
    #expect(abs(found[0][10] - 0.632311) < 1e-6, "an edge")
    #expect(abs(found[0][0] - 0.399817) < 1e-6, "a corner")
  }

  @Test func anOddEdgeCountsTwiceWhenHalved() {
    // 3 x 3: the last column and row have no neighbour.
    let found = MetricKernels.halved([[0, 0.5, 1], [0.25, 0.25, 0], [1, 0, 0.5]])
    #expect(found == [[0.25, 0.5], [0.5, 0.5]])
  }

  @Test func theMapsAreWhatTheFormulasSay() {
    // No structure in either: only the means differ, by 0.2, and the similarity is 1 - 0.04.
    let flat = MetricKernels.maps(x1: 0.5, x2: 0.7, mu1: 0.5, mu2: 0.7, s11: 0.25, s22: 0.49, s12: 0.35)
    #expect(abs(flat.ssim - 0.04) < 1e-4)
    #expect(flat.artifact < 1e-6 && flat.lost < 1e-6)
    // A step of 0.1 where none was, and the other way round.
    let added = MetricKernels.maps(x1: 0.5, x2: 0.6, mu1: 0.5, mu2: 0.5, s11: 0.25, s22: 0.26, s12: 0.25)
    #expect(abs(added.artifact - 0.1) < 1e-6 && added.lost == 0)
    // Variances 0, 0.01, covariance 0: 1 - 0.0009 / 0.0109.
    #expect(abs(added.ssim - (1 - 0.0009 / 0.0109)) < 1e-4)
    let taken = MetricKernels.maps(x1: 0.6, x2: 0.5, mu1: 0.5, mu2: 0.5, s11: 0.26, s22: 0.25, s12: 0.25)
    #expect(abs(taken.lost - (1 - 1 / 1.1)) < 1e-6 && taken.artifact == 0)
  }

  @Test func theCurveStartsAtAHundredAndGoesDown() {
    #expect(SSIMULACRA2Weights.score(ofWeightedSum: 0) == 100)
    let scores = stride(from: 0.0, to: 400, by: 0.5).map(SSIMULACRA2Weights.score)
    #expect(zip(scores, scores.dropFirst()).allSatisfy { $0 >= $1 })
  }
}
