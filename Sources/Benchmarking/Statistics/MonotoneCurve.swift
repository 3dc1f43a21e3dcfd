/// A smooth curve through points that rise in both coordinates, which never swings beyond them.
///
/// Source: Fritsch and Butland 1984, the piecewise cubic Hermite interpolant with weighted harmonic slopes; its integral
/// is exact.
struct MonotoneCurve {
  private let x: [Double]
  private let y: [Double]
  private let slopes: [Double]

  /// - Parameters:
  ///   - x: At least two, strictly rising.
  ///   - y: As many.
  init(x: [Double], y: [Double]) {
    precondition(x.count == y.count && x.count >= 2, "a curve has two points")
    self.x = x
    self.y = y
    let widths = zip(x.dropFirst(), x).map { $0 - $1 }
    let secants = zip(zip(y.dropFirst(), y).map { $0 - $1 }, widths).map { $0 / $1 }
    var slopes = [Double](repeating: 0, count: x.count)
    if x.count == 2 {
      slopes = [secants[0], secants[0]]
    } else {
      for index in 1..<(x.count - 1) where secants[index - 1] * secants[index] > 0 {
        let (before, behind) = (widths[index - 1], widths[index])
        let (a, b) = (2 * behind + before, behind + 2 * before)
        slopes[index] = (a + b) / (a / secants[index - 1] + b / secants[index])
      }
      slopes[0] = MonotoneCurve.endSlope(widths[0], widths[1], secants[0], secants[1])
      let last = widths.count - 1
      slopes[x.count - 1] = MonotoneCurve.endSlope(
        widths[last], widths[last - 1], secants[last], secants[last - 1])
    }
    self.slopes = slopes
  }

  /// The slope of the parabola through the three points at an end, held so that the curve stays monotone.
  private static func endSlope(_ width: Double, _ next: Double, _ secant: Double, _ nextSecant: Double) -> Double {
    let slope = ((2 * width + next) * secant - width * nextSecant) / (width + next)
    if slope * secant <= 0 { return 0 }
    if secant * nextSecant <= 0, abs(slope) > 3 * abs(secant) { return 3 * secant }
    return slope
  }

  /// The mean height of the curve between two places inside it.
  ///
  /// - Precondition: `lower` < `upper`, both within the points.
  func mean(from lower: Double, to upper: Double) -> Double {
    var area = 0.0
    for index in 0..<(x.count - 1) {
      let from = max(lower, x[index])
      let to = min(upper, x[index + 1])
      if from < to { area += integral(index, to) - integral(index, from) }
    }
    return area / (upper - lower)
  }

  /// The integral of one piece from its begin to `place`.
  private func integral(_ index: Int, _ place: Double) -> Double {
    let width = x[index + 1] - x[index]
    let t = (place - x[index]) / width
    let (t2, t3, t4) = (t * t, t * t * t, t * t * t * t)
    // The integrals of the four Hermite basis polynomials.
    return width
      * (y[index] * (t4 / 2 - t3 + t) + width * slopes[index] * (t4 / 4 - 2 * t3 / 3 + t2 / 2)
        + y[index + 1] * (t3 - t4 / 2) + width * slopes[index + 1] * (t4 / 4 - t3 / 3))
  }
}
