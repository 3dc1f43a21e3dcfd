import Pixels
import Resampling
import TestSupport
import Testing

@Suite struct ResizedRowsTests {
  private let gray = PixelFormat(.gray)
  private let rgba = PixelFormat(.rgba)

  @Test func twoPixelsBecomeTheirMean() throws {
    for filter in [ResampleFilter.lanczos3, .mitchell, .catmullRom, .linear] {
      #expect(samples(try resized(picture(2, 1, gray, [10, 20]), 1, 1, filter)) == [15])
      #expect(samples(try resized(picture(1, 2, gray, [10, 21]), 1, 1, filter)) == [16], "halves go up")
    }
  }

  @Test func fourPixelsBecomeTwoByTheTriangle() throws {
    // (3 · 0 + 3 · 70 + 140) / 7 = 50 and (70 + 3 · 140 + 3 · 210) / 7 = 160
    #expect(samples(try resized(picture(4, 1, gray, [0, 70, 140, 210]), 2, 1, .linear)) == [50, 160])
    #expect(samples(try resized(picture(1, 4, gray, [0, 70, 140, 210]), 1, 2, .linear)) == [50, 160])
  }

  @Test func twoPixelsBecomeFourByTheTriangle() throws {
    // Centres at 1/4, 3/4, 5/4, 7/4: the outer ones reach one pixel only, the inner ones weigh 3/4 and 1/4.
    #expect(samples(try resized(picture(2, 1, gray, [0, 100]), 4, 1, .linear)) == [0, 25, 75, 100])
  }

  @Test func nearestNeverMakesANewValue() throws {
    let source = picture(4, 2, rgba, (0..<32).map { $0 * 5 })
    #expect(samples(try resized(source, 2, 1, .nearest)) == [20, 21, 22, 23, 28, 29, 30, 31].map { $0 * 5 })
  }

  @Test(arguments: allFormats)
  func theSameSizeIsTheSamePicture(format: PixelFormat) throws {
    let source = SyntheticPicture.noise.make(PixelSize(33, 19), format)
    for filter in ResampleFilter.allCases {
      #expect(identical(source, try resized(source, 33, 19, filter)))
      #expect(identical(source, try resized(source, 33, 19, filter, linearLight: true)))
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func picturesOnePixelWideWork(filter: ResampleFilter) throws {
    for format in allFormats {
      let cases = [((1, 1), (1, 1)), ((1, 1), (3, 5)), ((1, 40), (1, 7)), ((40, 1), (7, 1)), ((900, 1), (100, 1))]
      for (from, to) in cases {
        let source = SyntheticPicture.gradient.make(PixelSize(from.0, from.1), format)
        let result = try resized(source, to.0, to.1, filter)
        #expect(result.size == PixelSize(to.0, to.1))
        let reference = referenceResize(source, to: result.size, filter: filter)
        #expect(largestDifference(result, reference) <= 1, "\(format) from \(from) to \(to)")
      }
    }
  }

  @Test func transparentGreenDoesNotBleedIntoOpaqueRed() throws {
    let row = [255, 0, 0, 255, 255, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0]
    let source = picture(4, 4, rgba, row + row + row + row)
    for (width, height) in [(2, 2), (3, 3), (9, 9), (1, 1)] {
      let result = samples(try resized(source, width, height))
      for pixel in stride(from: 0, to: result.count, by: 4) {
        let visible = result[pixel + 3] > 0
        #expect(Array(result[pixel..<(pixel + 3)]) == (visible ? [255, 0, 0] : [0, 0, 0]))
      }
    }
  }

  @Test func fullyTransparentPixelsHaveNoColour() throws {
    let source = picture(8, 8, rgba, (0..<64).flatMap { _ in [200, 100, 50, 0] })
    #expect(samples(try resized(source, 5, 5)).allSatisfy { $0 == 0 })
  }

  @Test func aCheckerboardAveragesToItsLight() throws {
    // Half the light is 1.055 · 0.5^(1 / 2.4) − 0.055 = 0.735357 in sRGB: 187.5 of 255, but for a hair, and 48,191.6.
    for (depth, dark, light) in [(SampleDepth.eight, 128, 188), (.sixteen, 32_768, 48_192)] {
      let board = (0..<256).map { ($0 % 16 + $0 / 16) % 2 * Int(depth.maximum) }
      let source = picture(16, 16, PixelFormat(.gray, depth), board)
      #expect(try resized(source, 1, 1)[x: 0, y: 0, channel: 0] == dark)
      #expect(try resized(source, 1, 1, linearLight: true)[x: 0, y: 0, channel: 0] == light)
    }
  }

  @Test func cmykIsNeverTakenForLight() throws {
    let source = SyntheticPicture.noise.make(PixelSize(20, 20), PixelFormat(.cmyk))
    #expect(identical(try resized(source, 9, 9), try resized(source, 9, 9, linearLight: true)))
  }
}
