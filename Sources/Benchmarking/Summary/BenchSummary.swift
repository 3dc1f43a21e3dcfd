import Platform

/// What a run says about each of its points, over all pictures.
///
/// Ratios are those of each picture to the reference point of the same picture, and their mean is geometric: a picture
/// of ten times the size counts no more than another. Scores have arithmetic means.
public struct BenchSummary: Sendable {
  public let points: [PointSummary]
  /// Comparisons of rate-distortion curves; empty where the sweep makes none.
  public let curves: [CurveComparison]

  public init(_ results: BenchResults) {
    points = results.plan.points.map { PointSummary($0.index, results) }
    curves = results.plan.measures.indices.flatMap { CurveComparison.all(results, measure: $0) }
    signs = results.plan.measures.map(BenchMeasures.sign)
  }

  private let signs: [Double]

  /// The point at which a picture has the worst score of all.
  public func worst(_ measure: Int) -> (point: Int, score: PointSummary.Score)? {
    let scored = points.compactMap { point in point.scores[measure].map { (point.point, $0) } }
    return scored.min { $0.1.worstScore * signs[measure] < $1.1.worstScore * signs[measure] }
  }
}

/// One point over all pictures that could be measured at it and at its reference.
public struct PointSummary: Sendable, Equatable {
  /// A measure over pictures.
  public struct Score: Sendable, Equatable {
    public var mean: Double
    public var p10: Double
    public var p90: Double
    /// The picture with the worst score.
    public var worst: Int
    public var worstScore: Double
    /// The differences from the reference over the affected pictures, as for sizes; `nil` where none is affected.
    public var change: Change?
  }

  /// What a point does to the scores of the pictures that it affects.
  public struct Change: Sendable, Equatable {
    public var mean: Double
    /// The picture that loses most, or gains least.
    public var worst: Int
    public var worstDifference: Double

    /// Whether any of it is seen at two digits.
    public var isFelt: Bool { max(abs(mean), abs(worstDifference)) >= 0.005 }
  }

  public var point: Int
  public var reference: Int
  /// Pictures that count here.
  public var pictures = 0
  /// Of these, the ones for which the point comes to the same as its reference.
  public var unaffected = 0
  public var failures = 0
  public var bytes = 0
  /// Bits per pixel, the geometric mean.
  public var bitsPerPixel = Double.nan
  /// Bytes in proportion to the reference: the geometric mean over the affected pictures, with the tenth and the
  /// ninetieth of a hundred; `nan` where none is affected.
  public var sizeRatio = Double.nan
  public var sizeRatioP10 = Double.nan
  public var sizeRatioP90 = Double.nan
  /// Median milliseconds of encoding, the arithmetic mean over pictures.
  public var encodeMilliseconds = Double.nan
  /// The same with decoding, resizing and converting.
  public var totalMilliseconds = Double.nan
  /// Encoding time in proportion to the reference, as `sizeRatio`.
  public var encodeRatio = Double.nan
  /// The whole time in proportion to the reference, as `sizeRatio`.
  public var totalRatio = Double.nan
  /// One a measure; `nil` where no picture has a finite score. An infinite score, of two equal pictures, is left out.
  public var scores: [Score?] = []

  init(_ point: Int, _ results: BenchResults) {
    self.point = point
    reference = results.plan.reference(of: point)
    var pairs: [(picture: Int, own: Measurement.Figures, other: Measurement.Figures)] = []
    for picture in results.plan.pictures.indices {
      guard let own = results.figures(picture, point) else {
        if results[picture: picture, point: point] != nil { failures += 1 }
        continue
      }
      // Where the reference failed there is nothing to compare with.
      guard let other = results.figures(picture, reference) else { continue }
      pairs.append((picture, own, other))
      if reference != point, results.isShared(picture, point, with: reference) { unaffected += 1 }
    }
    pictures = pairs.count
    guard !pairs.isEmpty else {
      scores = results.plan.measures.map { _ in nil }
      return
    }
    let affected = pairs.filter { reference == point || !results.isShared($0.picture, point, with: reference) }
    bytes = pairs.reduce(0) { $0 + $1.own.byteCount }
    bitsPerPixel = Statistics.geometricMean(pairs.map { max($0.own.bitsPerPixel, .leastNormalMagnitude) })
    let sizes = affected.map { PointSummary.ratio(Double($0.own.byteCount), Double($0.other.byteCount)) }
    sizeRatio = Statistics.geometricMean(sizes)
    sizeRatioP10 = Statistics.quantile(0.1, of: sizes)
    sizeRatioP90 = Statistics.quantile(0.9, of: sizes)
    encodeMilliseconds = Statistics.mean(pairs.map(\.own.encode.median))
    totalMilliseconds = Statistics.mean(pairs.map(\.own.totalMilliseconds))
    encodeRatio = Statistics.geometricMean(
      affected.map { PointSummary.ratio($0.own.encode.median, $0.other.encode.median) })
    totalRatio = Statistics.geometricMean(
      affected.map { PointSummary.ratio($0.own.totalMilliseconds, $0.other.totalMilliseconds) })
    scores = results.plan.measures.indices.map { measure in
      let sign = BenchMeasures.sign(results.plan.measures[measure])
      let differences = affected.compactMap { pair in
        pair.own.score(measure).flatMap { own in pair.other.score(measure).map { (pair.picture, own - $0) } }
      }
      return PointSummary.score(
        pairs.compactMap { pair in pair.own.score(measure).map { (pair.picture, $0) } }, differences, sign: sign)
    }
  }

  /// Two nothings are equal, as where nothing is encoded.
  private static func ratio(_ a: Double, _ b: Double) -> Double {
    a == b ? 1 : max(a, .leastNormalMagnitude) / max(b, .leastNormalMagnitude)
  }

  /// - Parameter sign: What makes more better.
  private static func score(
    _ scores: [(picture: Int, value: Double)], _ differences: [(picture: Int, value: Double)], sign: Double
  ) -> Score? {
    func worst(_ list: [(picture: Int, value: Double)]) -> (picture: Int, value: Double)? {
      list.min { $0.value * sign < $1.value * sign }
    }
    guard let (picture, value) = worst(scores) else { return nil }
    let values = scores.map(\.value)
    return Score(
      mean: Statistics.mean(values), p10: Statistics.quantile(0.1, of: values),
      p90: Statistics.quantile(0.9, of: values), worst: picture, worstScore: value,
      change: worst(differences).map {
        Change(mean: Statistics.mean(differences.map(\.value)), worst: $0.picture, worstDifference: $0.value)
      })
  }
}

extension Measurement.Figures {
  /// Milliseconds of everything from the file to the output, the encoding being the median of its runs.
  public var totalMilliseconds: Double {
    rendering.decode + rendering.resize + rendering.convert + encode.median
  }

  /// A score; `nil` where it is infinite or was not computed.
  public func score(_ measure: Int) -> Double? { scores.indices.contains(measure) ? scores[measure] : nil }
}

extension BenchResults {
  /// Whether two points are one encoding for a picture.
  func isShared(_ picture: Int, _ point: Int, with other: Int) -> Bool {
    let first = self[picture: picture, point: point]?.sharedWith ?? point
    let second = self[picture: picture, point: other]?.sharedWith ?? other
    return first == second
  }
}
