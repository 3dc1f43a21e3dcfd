import Foundation
import Metrics
import Testing

/// Each step against values that an independent program gave for it.
@Suite(
  .enabled(
    if: PublishedVectors.areThere, "there is no ../shared/ssimulacra2, and IMGTUNE_SSIMULACRA2 names no such folder"))
struct PublishedStepTests {
  private struct Steps: Decodable {
    struct Light: Decodable {
      var codes: [Int]
      var exact: [Double]
    }
    struct Color: Decodable {
      var rgb: [Int]
      var exactXyb: [Double]
    }
    struct Halving: Decodable {
      var inWidth, inHeight, outWidth, outHeight: Int
      var `in`, out: [Double]
    }
    struct Blur: Decodable {
      var width, height: Int
      var exact: [Double]
    }
    struct Maps: Decodable {
      var x1, x2, mu1, mu2, s11, s22, s12, ssim, artifact, lost: Double
    }
    struct Curve: Decodable {
      var weightedSum, score: Double
    }

    var linear: Light
    var shiftedXyb: [Color]
    var halve: Halving
    var blur: [Blur]
    var errorMaps: [Maps]
    var final: [Curve]
  }

  private func steps() throws -> Steps {
    let url = try #require(PublishedVectors.folder).appendingPathComponent("unit_vectors.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Steps.self, from: Data(contentsOf: url))
  }

  private func rows(_ values: [Double], _ width: Int) -> [[Double]] {
    stride(from: 0, to: values.count, by: width).map { Array(values[$0..<$0 + width]) }
  }

  @Test func light() throws {
    let steps = try steps()
    for (code, wanted) in zip(steps.linear.codes, steps.linear.exact) {
      #expect(abs(MetricKernels.light(code) - wanted) <= 6e-8, "\(code)")
    }
  }

  @Test func colors() throws {
    for color in try steps().shiftedXyb {
      let found = MetricKernels.xyb(color.rgb.map(MetricKernels.light))
      // X is seven times a difference of roots.
      for (value, wanted) in zip(found, color.exactXyb) { #expect(abs(value - wanted) <= 2e-6, "\(color.rgb)") }
    }
  }

  @Test func halving() throws {
    let halve = try steps().halve
    let found = MetricKernels.halved(rows(halve.in, halve.inWidth))
    #expect(found.count == halve.outHeight && found[0].count == halve.outWidth)
    for (value, wanted) in zip(found.joined(), halve.out) { #expect(abs(value - wanted) <= 1e-7) }
  }

  @Test func blurs() throws {
    for blur in try steps().blur {
      let sample = { (x: Int, y: Int) -> Double in
        let step: Int = 7 * x + 13 * y + x * y
        return Double(step % 32) / 32
      }
      let plane: [[Double]] = (0..<blur.height).map { y in (0..<blur.width).map { sample($0, y) } }
      let found = MetricKernels.blur(plane)
      for (value, wanted) in zip(found.joined(), blur.exact) {
        #expect(abs(value - wanted) <= 2e-7, "\(blur.width)x\(blur.height)")
      }
    }
  }

  @Test func maps() throws {
    for maps in try steps().errorMaps {
      let found = MetricKernels.maps(
        x1: maps.x1, x2: maps.x2, mu1: maps.mu1, mu2: maps.mu2, s11: maps.s11, s22: maps.s22, s12: maps.s12)
      // 1 - ssim is a ratio of two small differences of moments: of each a rounding or two, over that difference.
      let spread = maps.s11 - maps.mu1 * maps.mu1 + maps.s22 - maps.mu2 * maps.mu2 + 0.0009
      let rounding = Double(Float(maps.s11 + maps.s22).ulp)
      #expect(abs(found.ssim - maps.ssim) <= 2 * rounding * (1 + maps.ssim) / spread)
      #expect(abs(found.artifact - maps.artifact) <= 5e-7)
      #expect(abs(found.lost - maps.lost) <= 5e-7)
    }
  }

  @Test func curve() throws {
    for curve in try steps().final {
      #expect(abs(SSIMULACRA2Weights.score(ofWeightedSum: curve.weightedSum) - curve.score) <= 1e-9)
    }
  }
}
