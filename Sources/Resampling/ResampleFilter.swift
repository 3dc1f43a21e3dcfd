import Platform

/// How new pixels are weighed from old ones: a kernel over the distance between their centres.
///
/// Sources: Mitchell and Netravali, "Reconstruction Filters in Computer Graphics", SIGGRAPH 1988, equation 8, for
/// `mitchell` (B = C = 1/3) and `catmullRom` (B = 0, C = 1/2); Duchon, "Lanczos Filtering in One and Two Dimensions",
/// Journal of Applied Meteorology 18, 1979, for `lanczos3`.
public enum ResampleFilter: String, CaseIterable, Sendable {
  case lanczos3, mitchell, catmullRom, linear, nearest

  /// The distance, in pixels of the coarser grid, beyond which a pixel has no weight.
  public var supportRadius: Double {
    switch self {
    case .lanczos3: 3
    case .mitchell, .catmullRom: 2
    case .linear: 1
    case .nearest: 0.5
    }
  }

  /// The weight at a distance, before normalisation; symmetric, 0 from the support radius on.
  ///
  /// `nearest` is a box here. Resizing with it picks one pixel instead, so that values stay exact.
  ///
  /// - Parameter distance: In pixels of the coarser grid.
  public func weight(at distance: Double) -> Double {
    let x = abs(distance)
    return switch self {
    case .lanczos3: Self.lanczos3Weight(x)
    case .mitchell: Self.cubicWeight(x, b: 1.0 / 3, c: 1.0 / 3)
    case .catmullRom: Self.cubicWeight(x, b: 0, c: 0.5)
    case .linear: max(0, 1 - x)
    case .nearest: x < 0.5 ? 1 : 0
    }
  }

  /// sinc(x) · sinc(x / 3) with sinc(x) = sin πx / πx.
  private static func lanczos3Weight(_ x: Double) -> Double {
    if x < 1e-9 { return 1 }
    if x >= 3 { return 0 }
    // sin 3θ = 3 sin θ − 4 sin³ θ gives both sines at the price of one; tables are on the way to every picture.
    let slow = sin(.pi * x / 3)
    let fast = slow * (3 - 4 * slow * slow)
    return 3 * fast * slow / (.pi * .pi * x * x)
  }

  private static func cubicWeight(_ x: Double, b: Double, c: Double) -> Double {
    if x < 1 {
      return (((12 - 9 * b - 6 * c) * x + (-18 + 12 * b + 6 * c)) * x * x + (6 - 2 * b)) / 6
    }
    if x < 2 {
      return (((-b - 6 * c) * x + (6 * b + 30 * c)) * x * x + (-12 * b - 48 * c) * x + (8 * b + 24 * c)) / 6
    }
    return 0
  }
}
