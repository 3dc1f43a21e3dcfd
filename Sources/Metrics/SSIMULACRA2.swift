import CKernels
import Pixels
import Platform

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

  public let id = "ssimulacra2"
  public let title = "SSIMULACRA 2"
  public let unit = ""
  public let jsonKey = "ssimulacra2"
  public let summary = "how different the pictures look to people"
  public let higherIsBetter = true
  public let best = 100.0
  public let digits = 2
  public let minimumSide = 8
  public let transparency =
    "seen on gray of 10 % and of 90 %, the worse counts; where only the candidate has any, on 50 %"
  public let makesMap = true

  public let bands = [
    ScoreBand(from: 90, "visually lossless: not told apart even when flicked between in place"),
    ScoreBand(from: 80, "very high quality: not told apart side by side"),
    ScoreBand(from: 70, "high quality: differences are hardly noticed"),
    ScoreBand(from: 50, "medium quality: differences are noticed, few annoy"),
    ScoreBand(from: 30, "low quality: differences are plain"),
    ScoreBand(from: -.infinity, "very low quality: differences annoy"),
  ]

  public func damage(of score: Double) -> Double { min(1, max(0, (90 - score) / 80)) }

  public func measure(
    _ reference: PixelBuffer, _ candidate: PixelBuffer, wantsMap: Bool, _ effort: MetricEffort
  ) throws -> MetricScore {
    let backgrounds: [Float] = reference.format.layout.hasAlpha ? [0.1, 0.9] : [0.5]
    var worst: MetricScore?
    for background in backgrounds {
      var score = try measure(reference, candidate, on: background, effort)
      if !wantsMap { score.map = nil }
      if worst.map({ score.value < $0.value }) ?? true { worst = score }
    }
    return worst!
  }

  private func measure(
    _ reference: PixelBuffer, _ candidate: PixelBuffer, on background: Float, _ effort: MetricEffort
  ) throws -> MetricScore {
    let sizes = SSIMULACRA2.scales(of: reference.size)
    var norms = [[[Double]]](repeating: [], count: 3)
    var grids: [CellGrid] = []
    var planes: LightPlanes?
    for (scale, size) in sizes.enumerated() {
      let half = scale + 1 < sizes.count ? LightPlanes(sizes[scale + 1]) : nil
      let grid = CellGrid(size, side: max(1, MetricMap.cellSide >> scale))
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
    return MetricScore(
      value: SSIMULACRA2Weights.score(ofWeightedSum: sum), map: SSIMULACRA2.map(reference.size, grids, weightedSum: sum)
    )
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
  ///
  /// Of a region, a 4-norm is more than the mean that cells add up to. So all damage is scaled until its mean over the
  /// picture is the picture's own weighted sum: then no picture is better or worse than all of its tiles.
  private static func map(_ size: PixelSize, _ grids: [CellGrid], weightedSum: Double) -> MetricMap {
    var damage = [Float](repeating: 0, count: grids[0].columns * grids[0].rows)
    for (scale, grid) in grids.enumerated() {
      // Cells of 8, 8, 8, 8, 16 and 32 pixels of the picture.
      let span = (grid.side << scale) / MetricMap.cellSide
      for row in 0..<grids[0].rows {
        for column in 0..<grids[0].columns {
          damage[row * grids[0].columns + column] += grid.mean(
            min(column / span, grid.columns - 1), min(row / span, grid.rows - 1))
        }
      }
    }
    let score = { @Sendable (sum: Double) in SSIMULACRA2Weights.score(ofWeightedSum: sum) }
    let mean = MetricMap(size: size, damage: damage, score: score).meanDamage
    let factor = mean > 0 ? Float(weightedSum / mean) : 1
    return MetricMap(size: size, damage: damage.map { $0 * factor }, score: score)
  }
}

/// Linear light of both pictures at one scale.
final class LightPlanes: @unchecked Sendable {  // unchecked: tiles write rectangles of their own, and are read later
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
