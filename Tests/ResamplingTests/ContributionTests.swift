import Resampling
import Testing

@Suite struct ContributionTests {
  static let shapes: [(source: Int, extent: Double, target: Int)] = [
    (4, 4, 2), (2, 2, 1), (1, 1, 1), (1, 1, 9), (9, 9, 1), (900, 900, 100), (100, 100, 900), (4032, 4032, 1600),
    (2017, 2016.5, 1600), (17, 16.25, 40), (5, 5, 5), (5, 4.5, 5), (3, 0.25, 2),
  ]

  @Test(arguments: ResampleFilter.allCases)
  func weightsSumToOneInsideThePicture(filter: ResampleFilter) {
    for shape in Self.shapes {
      let table = ContributionTable(source: shape.source, extent: shape.extent, target: shape.target, filter: filter)
      #expect(table.count == shape.target)
      for t in 0..<table.count {
        #expect(abs(table.weights(t).reduce(0, +) - 1) < 1e-12)
        #expect(table.range(t).lowerBound >= 0 && table.range(t).upperBound <= shape.source)
        #expect(!table.range(t).isEmpty)
      }
    }
  }

  @Test func linearFourToTwoWeighsThreeToOne() {
    // Scale 2, so the triangle is 2 wide on each side; centre 1: samples at 0.5 and 1.5 weigh 3/4, at 2.5 1/4.
    let table = ContributionTable(source: 4, extent: 4, target: 2, filter: .linear)
    #expect(table.range(0) == 0..<3 && table.range(1) == 1..<4)
    #expect(zip(table.weights(0), [3.0 / 7, 3.0 / 7, 1.0 / 7]).allSatisfy { abs($0 - $1) < 1e-12 })
    #expect(zip(table.weights(1), [1.0 / 7, 3.0 / 7, 3.0 / 7]).allSatisfy { abs($0 - $1) < 1e-12 })
  }

  @Test func nearestTakesThePixelUnderTheCentre() {
    #expect(ContributionTable(source: 4, extent: 4, target: 2, filter: .nearest).starts == [1, 3])
    #expect(ContributionTable(source: 2, extent: 2, target: 5, filter: .nearest).starts == [0, 0, 1, 1, 1])
    #expect(ContributionTable(source: 3, extent: 2.5, target: 5, filter: .nearest).starts == [0, 0, 1, 1, 2])
  }

  @Test func pixelsUnderTheCentresMoveOn() {
    for shape in Self.shapes {
      let table = ContributionTable(source: shape.source, extent: shape.extent, target: shape.target, filter: .nearest)
      #expect(zip(table.starts, table.starts.dropFirst()).allSatisfy { $0 <= $1 })
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func theSameSizeTakesEachSampleAlone(filter: ResampleFilter) {
    let table = ContributionTable(source: 6, extent: 6, target: 6, filter: filter)
    #expect(table.starts == Array(0..<6) && table.weights == [1, 1, 1, 1, 1, 1])
  }

  @Test func aFractionalExtentMovesTheCentres() {
    // Sample t of 2 over 16.5 has its centre at (t + 1/2) · 8.25; the window is symmetric about it before clipping.
    let table = ContributionTable(source: 40, extent: 33, target: 4, filter: .lanczos3)
    for t in 1..<3 {
      let mean = zip(table.range(t), table.weights(t)).reduce(0) { $0 + (Double($1.0) + 0.5) * $1.1 }
      #expect(abs(mean - (Double(t) + 0.5) * 8.25) < 0.15)
    }
  }

  @Test func filtersHaveTheirKnownValues() {
    #expect(ResampleFilter.lanczos3.weight(at: 0) == 1)
    for zero in [1.0, -2, 3, 3.5] { #expect(abs(ResampleFilter.lanczos3.weight(at: zero)) < 1e-12) }
    // sinc(1/2) · sinc(1/6) = (2/π) · (3/π)
    #expect(abs(ResampleFilter.lanczos3.weight(at: 0.5) - 6 / (.pi * .pi)) < 1e-12)
    #expect(abs(ResampleFilter.mitchell.weight(at: 0) - 8.0 / 9) < 1e-12)
    #expect(abs(ResampleFilter.mitchell.weight(at: 1) - 1.0 / 18) < 1e-12)
    #expect(ResampleFilter.catmullRom.weight(at: 0) == 1 && ResampleFilter.catmullRom.weight(at: 1) == 0)
    #expect(abs(ResampleFilter.catmullRom.weight(at: 1.5) + 1.0 / 16) < 1e-12)
    #expect(ResampleFilter.linear.weight(at: -0.25) == 0.75)
    #expect(ResampleFilter.nearest.weight(at: 0.25) == 1 && ResampleFilter.nearest.weight(at: 0.75) == 0)
    for filter in ResampleFilter.allCases { #expect(abs(filter.weight(at: filter.supportRadius)) < 1e-12) }
  }
}
