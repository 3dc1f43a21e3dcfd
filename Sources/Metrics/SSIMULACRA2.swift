import CKernels
import Foundation
import Pixels

/// SSIMULACRA 2, version 2.1: structure, artifacts and lost detail in a perceptual colour space at six scales, weighed so
/// that the score agrees with what people say of pictures.
///
/// The window is the exact response of the recursive filter that the published program runs in single precision; its
/// rounding errors grow along each row, here there are none. So scores may differ from that program's: measured on pairs
/// of pictures up to 512 px by 0.01 on average below a score of 80, and by up to 0.9 above 90.
///
/// Source: J. Sneyers, SSIMULACRA 2.1 (2023).
public struct SSIMULACRA2: Metric {
  public init() {}

  public var name: String { "ssimulacra2" }
  public var title: String { "SSIMULACRA 2" }
  public var explanation: String { "What people would say of the difference; made for judging compression." }
  public var unit: String { "" }
  public var minimumSide: Int { 8 }
  public var decimals: Int { 2 }
  public var transparency: String {
    "judged on dark and on light gray (10 % and 90 %), the worse counts; on middle gray where only the candidate has alpha"
  }

  public func meaning(of score: Double) -> String {
    switch score {
    case 100...: "the pictures are equal"
    case 90..<100: "visually lossless: no difference even when flipping between the two in place"
    case 80..<90: "very high quality: no difference side by side at normal distance"
    case 70..<80: "high quality: differences are hardly noticed"
    case 50..<70: "medium quality: differences can be noticed"
    case 30..<50: "low quality: differences disturb"
    default: "very low quality"
    }
  }

  public func severity(of score: Double) -> Double { min(max((90 - score) / 80, 0), 1) }

  public func measure(_ reference: PixelBuffer, _ candidate: PixelBuffer, _ effort: MetricEffort) throws -> Measurement {
    let backgrounds: [Float] = reference.format.layout.hasAlpha ? [0.1, 0.9] : [0.5]
    let found = try backgrounds.map { try measure(reference, candidate, on: $0, effort) }
    return found.min { $0.score < $1.score }!
  }

  private func measure(
    _ reference: PixelBuffer, _ candidate: PixelBuffer, on background: Float, _ effort: MetricEffort
  ) throws -> Measurement {
    let sizes = SSIMULACRA2.scales(of: reference.size)
    var norms = [[[Double]]](repeating: [], count: 3)
    var grids: [CellGrid] = []
    var planes: LightPlanes?
    for (scale, size) in sizes.enumerated() {
      let half = scale + 1 < sizes.count ? LightPlanes(sizes[scale + 1]) : nil
      let grid = CellGrid(size, side: max(1, DamageMap.cellSide >> scale))
      let stage = SSIMULACRA2Scale(
        size: size, background: background, planes: planes, half: half, grid: grid,
        weights: SSIMULACRA2Weights.ofDamage(scale: scale, scales: sizes.count))
      let sums = try stage.sums(reference, candidate, effort)
      for plane in 0..<3 { norms[plane].append(SSIMULACRA2.norms(sums[plane], pixels: Double(size.pixels))) }
      grids.append(grid)
      planes = half
    }
    let all = norms.flatMap { $0 }.flatMap { $0 }
    let sum = zip(SSIMULACRA2Weights.all, all).reduce(0) { $0 + $1.0 * $1.1 }
    return Measurement(
      score: SSIMULACRA2Weights.score(ofWeightedSum: sum), damage: SSIMULACRA2.damage(reference.size, grids))
  }

  /// The sizes of the scales. Whether there is another one depends on the size before it is halved.
  static func scales(of size: PixelSize) -> [PixelSize] {
    var sizes = [size]
    while sizes.count < 6, let last = sizes.last, min(last.width, last.height) >= 8 {
      sizes.append(PixelSize((last.width + 1) / 2, (last.height + 1) / 2))
    }
    return sizes
  }

  /// The 1-norms and then the 4-norms of the three maps.
  private static func norms(_ sums: [Double], pixels: Double) -> [Double] {
    sums.prefix(3).map { $0 / pixels } + sums.suffix(3).map { pow($0 / pixels, 0.25) }
  }

  /// The damage at full size: that of each scale, where the place lies in it.
  private static func damage(_ size: PixelSize, _ grids: [CellGrid]) -> DamageMap {
    var damage = [Float](repeating: 0, count: grids[0].columns * grids[0].rows)
    for (scale, grid) in grids.enumerated() {
      // Cells of 8, 8, 8, 8, 16 and 32 pixels of the picture.
      let span = (grid.side << scale) / DamageMap.cellSide
      for row in 0..<grids[0].rows {
        for column in 0..<grids[0].columns {
          damage[row * grids[0].columns + column] += grid.mean(
            min(column / span, grid.columns - 1), min(row / span, grid.rows - 1))
        }
      }
    }
    return DamageMap(size: size, damage: damage) { SSIMULACRA2Weights.score(ofWeightedSum: $0) }
  }
}

/// Linear light of both pictures at one scale.
final class LightPlanes: @unchecked Sendable {  // unchecked: each tile writes its own rectangle, and later ones only read
  let stride: Int
  private let memory: UnsafeMutablePointer<Float>
  private let count: Int

  init(_ size: PixelSize) {
    stride = (size.width + 15) & ~15
    count = stride * size.height
    memory = .allocate(capacity: 6 * count)
  }

  deinit { memory.deallocate() }

  subscript(side: Int, plane: Int) -> UnsafeMutablePointer<Float> { memory + (side * 3 + plane) * count }
}
