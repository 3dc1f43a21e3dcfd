import Benchmarking
import Foundation
import Testing

struct StatisticsTests {
  @Test func aSampleTellsMinimumMedianAndDeviation() {
    let sample = Sample([12, 10, 11, 30, 10.5])
    #expect(sample.count == 5)
    #expect(sample.minimum == 10)
    #expect(sample.median == 11)
    // Differences from 11: 1, 1, 0, 19, 0.5; the middle one is 1.
    #expect(sample.medianAbsoluteDeviation == 1)
  }

  @Test func ofAnEvenNumberTheMedianIsBetween() {
    #expect(Sample([4, 1, 3, 2]).median == 2.5)
    #expect(Sample([7]).medianAbsoluteDeviation == 0)
  }

  @Test func quantilesLieBetweenNeighbours() {
    let values = [40.0, 10, 20, 30, 50]
    #expect(Statistics.quantile(0, of: values) == 10)
    #expect(Statistics.quantile(0.1, of: values) == 14)
    #expect(Statistics.quantile(0.9, of: values) == 46)
    #expect(Statistics.quantile(1, of: values) == 50)
    #expect(Statistics.median([]).isNaN)
  }

  @Test func theGeometricMeanIsTheSameBothWaysRound() {
    let ratios = [0.5, 2, 4]
    #expect(abs(Statistics.geometricMean(ratios) - pow(4, 1.0 / 3)) < 1e-12)
    #expect(abs(Statistics.geometricMean(ratios.map { 1 / $0 }) * Statistics.geometricMean(ratios) - 1) < 1e-12)
    #expect(Statistics.mean([1, 2, 6]) == 3)
  }

  @Test func anIntervalIsTheSameForTheSameSeed() throws {
    let ratios: [[Double]] = (0..<12).map { picture in
      (0..<5).map { run -> Double in 1.1 + 0.01 * Double((picture * 7 + run * 3) % 11) }
    }
    let first = try #require(PairedRatio(ratios, seed: 7))
    #expect(PairedRatio(ratios, seed: 7) == first)
    #expect(PairedRatio(ratios, seed: 8) != first)
    #expect(first.lower < first.mean && first.mean < first.upper)
    #expect(first.pictures == 12 && first.pairs == 60)
    #expect(first.lower > 1.1 && first.upper < 1.2, "no draw can leave the values")
  }

  @Test func constantRatiosLeaveNoDoubt() throws {
    let ratio = try #require(PairedRatio([[1.25, 1.25], [1.25]], seed: 1))
    #expect(abs(ratio.mean - 1.25) < 1e-12 && abs(ratio.lower - 1.25) < 1e-12 && abs(ratio.upper - 1.25) < 1e-12)
    #expect(PairedRatio([[], []], seed: 1) == nil)
    #expect(PairedRatio([[2], []], seed: 1)?.pictures == 1, "a picture without pairs counts for nothing")
  }

  @Test func aRealDifferenceIsFoundAndNoiseIsNot() throws {
    // Noise of ±20 % around no change, then around a quarter more: the interval contains 1, then it does not.
    var state: UInt64 = 3
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return 0.8 + 0.4 * Double(state >> 11) * 0x1p-53
    }
    let same = (0..<20).map { _ in (0..<5).map { _ in noise() } }
    let interval = try #require(PairedRatio(same, seed: 1))
    #expect(interval.lower < 1 && interval.upper > 1)
    let slower = try #require(PairedRatio(same.map { $0.map { $0 * 1.25 } }, seed: 1))
    #expect(slower.lower > 1)
  }
}

struct RateDistortionTests {
  private func curve(_ rates: [Double], _ scores: [Double]) -> [RatePoint] {
    zip(rates, scores).map { RatePoint(rate: $0, score: $1) }
  }

  @Test func aCurveOfATenthFewerBytesIsATenthBetter() throws {
    let scores = [50.0, 60, 70, 80, 90]
    let reference = curve([0.3, 0.5, 0.8, 1.4, 3], scores)
    let better = curve([0.27, 0.45, 0.72, 1.26, 2.7], scores)
    let result = try #require(RateDistortion.rateRatio(of: better, to: reference))
    #expect(abs(result.ratio - 0.9) < 1e-12)
    #expect(result.scores == 50...90)
    let back = try #require(RateDistortion.rateRatio(of: reference, to: better))
    #expect(abs(back.ratio - 1 / 0.9) < 1e-12)
  }

  @Test func onlyTheScoresThatBothReachCount() throws {
    // Both are the line log(rate) = score / 10, so that they are equal wherever they overlap.
    func line(_ scores: [Double]) -> [RatePoint] { curve(scores.map { exp($0 / 10) }, scores) }
    let result = try #require(RateDistortion.rateRatio(of: line([30, 40, 55]), to: line([35, 41, 47, 60])))
    #expect(abs(result.ratio - 1) < 1e-9)
    #expect(result.scores == 35...55)
  }

  @Test func curvesWithoutACommonRangeAreNotCompared() {
    let low = curve([1, 2], [10, 20])
    let high = curve([3, 4], [30, 40])
    #expect(RateDistortion.rateRatio(of: low, to: high) == nil)
    #expect(RateDistortion.rateRatio(of: curve([1], [10]), to: low) == nil)
  }

  @Test func theMeanOfAKnownDifferenceOfCurvesIsExact() throws {
    // Two points each make straight lines: log rate from 0 to 1 against 0 to 2 over the same scores; mean difference 0.5.
    let flat = curve([1, exp(1)], [0, 10])
    let steep = curve([1, exp(2)], [0, 10])
    let result = try #require(RateDistortion.rateRatio(of: steep, to: flat))
    #expect(abs(result.ratio - exp(0.5)) < 1e-12)
  }

  @Test func theFrontIsWhatNothingBeats() {
    let points = curve([3, 1, 2, 2, 4], [30, 10, 25, 20, 28])
    #expect(RateDistortion.front(points) == curve([1, 2, 3], [10, 25, 30]))
  }

  @Test func aPointThatTheSameCurveBeatsDoesNotBendIt() throws {
    let scores = [50.0, 60, 70]
    let reference = curve([1, 2, 4], scores)
    let withOutlier = reference + [RatePoint(rate: 5, score: 65)]
    let result = try #require(RateDistortion.rateRatio(of: withOutlier, to: reference))
    #expect(abs(result.ratio - 1) < 1e-12)
  }
}
