import Pipeline
import Pixels
import Testing

struct SizingTests {
  private func target(_ width: Int, _ height: Int, _ sizing: SizingParameters) -> PixelSize {
    sizing.target(for: PixelSize(width, height))
  }

  @Test func sidesAreRoundedToNearest() {
    #expect(target(500, 399, SizingParameters(maxWidth: 100)) == PixelSize(100, 80))
    #expect(target(3_279, 6_016, SizingParameters(maxWidth: 1_800, maxHeight: 1_200)) == PixelSize(654, 1_200))
    #expect(target(4_032, 3_024, SizingParameters(maxDimension: 1_600)) == PixelSize(1_600, 1_200))
    // 5 · 3/10 = 1.5 goes up.
    #expect(target(10, 5, SizingParameters(maxWidth: 3)) == PixelSize(3, 2))
  }

  @Test func enlargingMeetsTheLimitExactly() {
    #expect(target(165, 220, SizingParameters(maxWidth: 300, enlarge: true)) == PixelSize(300, 400))
    #expect(target(165, 220, SizingParameters(maxDimension: 440, enlarge: true)) == PixelSize(330, 440))
  }

  @Test func aSideIsNeverZero() {
    #expect(target(900, 1, SizingParameters(maxWidth: 100)) == PixelSize(100, 1))
    #expect(target(1, 65_535, SizingParameters(maxDimension: 1)) == PixelSize(1, 1))
    #expect(target(65_535, 1, SizingParameters(maxHeight: 1)) == PixelSize(65_535, 1))
  }

  @Test func withoutLimitsNothingChanges() {
    #expect(target(123, 45, SizingParameters()) == PixelSize(123, 45))
    #expect(target(123, 45, SizingParameters(enlarge: true)) == PixelSize(123, 45))
  }

  @Test func limitsThatDoNotBindChangeNothing() {
    #expect(target(123, 45, SizingParameters(maxDimension: 123)) == PixelSize(123, 45))
    #expect(target(123, 45, SizingParameters(maxDimension: 9_000, maxWidth: 500, maxHeight: 45)) == PixelSize(123, 45))
  }

  @Test func theTightestLimitWins() {
    let sizing = SizingParameters(maxDimension: 400, maxWidth: 300, maxHeight: 100)
    #expect(target(800, 600, sizing) == PixelSize(133, 100))
    #expect(target(600, 800, sizing) == PixelSize(75, 100))
    #expect(target(900, 100, sizing) == PixelSize(300, 33))
    // Enlarging stops at the first limit that is met.
    #expect(target(10, 10, SizingParameters(maxWidth: 50, maxHeight: 20, enlarge: true)) == PixelSize(20, 20))
  }

  @Test(arguments: 1...200) func theLimitedSideIsTheLimit(side: Int) {
    for limit in 1...side {
      let result = target(side, 77, SizingParameters(maxWidth: limit))
      #expect(result.width == limit)
      // Nearest whole number of 77 · limit / side, worked out in another way.
      let exact = 77.0 * Double(limit) / Double(side)
      #expect(result.height == max(1, Int((exact + 1e-9).rounded())))
    }
  }
}
