import Pixels
import Resampling
import TestSupport
import Testing

@Suite struct LinearLightTests {
  @Test func theCurveIsThatOfTheStandard() {
    #expect(TransferCurve.light(0) == 0 && TransferCurve.light(1) == 1)
    #expect(abs(TransferCurve.light(0.5) - 0.214041) < 1e-6)
    #expect(abs(TransferCurve.value(0.214041) - 0.5) < 1e-5)
    for step in 0...100 {
      let value = Double(step) / 100
      #expect(abs(TransferCurve.value(TransferCurve.light(value)) - value) < 1e-6)
    }
  }

  @Test(arguments: SampleDepth.allCases)
  func everySampleValueSurvivesTheWayToLightAndBack(depth: SampleDepth) throws {
    // Twice the height of rows that are all alike: each column passes through the curve and back.
    let levels = Int(depth.maximum) + 1
    let width = min(levels, 4096)
    for first in stride(from: 0, to: levels, by: width) {
      let row = (first..<(first + width)).map { $0 }
      let source = picture(width, 2, PixelFormat(.gray, depth), row + row)
      #expect(samples(try resized(source, width, 1, linearLight: true)) == row)
    }
  }

  @Test func meansOfTwoAreTheExactCurvesToWithinALevel() throws {
    var pairs: [(Int, Int)] = []
    for low in stride(from: 0, through: 65_535, by: 771) { pairs.append((low, 65_535 - low / 3)) }
    let rows = pairs.map(\.0) + pairs.map(\.1)
    let source = picture(pairs.count, 2, PixelFormat(.gray, .sixteen), rows)
    let result = samples(try resized(source, pairs.count, 1, linearLight: true))
    for (pair, sample) in zip(pairs, result) {
      let light = (TransferCurve.light(Double(pair.0) / 65_535) + TransferCurve.light(Double(pair.1) / 65_535)) / 2
      #expect(abs(Double(sample) - TransferCurve.value(light) * 65_535) < 0.6)
    }
  }
}
