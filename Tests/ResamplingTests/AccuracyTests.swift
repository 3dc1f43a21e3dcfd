import Pixels
import Resampling
import TestSupport
import Testing

/// Formats of every layout and depth.
let allFormats = PixelLayout.allCases.flatMap { layout in SampleDepth.allCases.map { PixelFormat(layout, $0) } }

func resized(
  _ buffer: PixelBuffer, _ width: Int, _ height: Int, _ filter: ResampleFilter = .lanczos3, linearLight: Bool = false
) throws -> PixelBuffer {
  let parameters = ResizeParameters(target: PixelSize(width, height), filter: filter, linearLight: linearLight)
  return try ResizedRows(BufferedRows(buffer), parameters: parameters).readAll()
}

@Suite struct AccuracyTests {
  /// Halves, odd ratios, thumbnails, enlargements, one side each way.
  static let targets = [(48, 36), (61, 37), (95, 71), (9, 7), (131, 97), (200, 150), (40, 100), (120, 20)]

  @Test(arguments: allFormats)
  func lanczosIsWithin60DecibelsOfTheReference(format: PixelFormat) throws {
    for picture in SyntheticPicture.allCases {
      let source = picture.make(PixelSize(96, 72), format)
      for (width, height) in Self.targets {
        let reference = referenceResize(source, to: PixelSize(width, height))
        let decibels = psnr(reference, try resized(source, width, height))
        #expect(decibels >= (format.depth == .eight ? 60 : 100), "\(picture) to \(width)x\(height)")
      }
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func everyFilterIsWithin60DecibelsOfTheReference(filter: ResampleFilter) throws {
    for format in allFormats {
      let source = SyntheticPicture.photo.make(PixelSize(70, 50), format)
      for (width, height) in [(33, 21), (90, 81)] {
        let reference = referenceResize(source, to: PixelSize(width, height), filter: filter)
        #expect(psnr(reference, try resized(source, width, height, filter)) >= 60, "\(format) to \(width)x\(height)")
      }
    }
  }

  @Test func aVeryLongWindowIsAsAccurate() throws {
    let source = SyntheticPicture.noise.make(PixelSize(1000, 3), PixelFormat(.rgb))
    let reference = referenceResize(source, to: PixelSize(7, 3))
    #expect(psnr(reference, try resized(source, 7, 3)) >= 60)
  }

  @Test func anOpaquePictureWithAlphaHasTheColoursOfOneWithout() throws {
    for depth in SampleDepth.allCases {
      let size = PixelSize(64, 48)
      let without = SyntheticPicture.photo.make(size, PixelFormat(.rgb, depth))
      let with = SyntheticPicture.photo.make(size, PixelFormat(.rgba, depth), opaque: true)
      for linearLight in [false, true] {
        let expected = try resized(without, 39, 31, linearLight: linearLight)
        let result = try resized(with, 39, 31, linearLight: linearLight)
        // Eight bits take the same way and are equal; in float the sum of the weights is divided out, a last digit.
        let allowed = depth == .eight && !linearLight ? 0 : 1
        for y in 0..<31 {
          for x in 0..<39 {
            #expect(result[x: x, y: y, channel: 3] == Int(depth.maximum))
            for c in 0..<3 {
              #expect(abs(result[x: x, y: y, channel: c] - expected[x: x, y: y, channel: c]) <= allowed)
            }
          }
        }
      }
    }
  }

  @Test func transparencyThatBeginsHalfwayDownIsAsAccurate() throws {
    // The first rows are opaque and go through fixed point; the ring is taken over when that ends.
    let source = SyntheticPicture.photo.make(PixelSize(80, 200), PixelFormat(.rgba))
    for y in 0..<101 { for x in 0..<80 { source[x: x, y: y, channel: 3] = 255 } }
    for (width, height) in [(40, 90), (80, 199), (30, 300)] {
      let reference = referenceResize(source, to: PixelSize(width, height))
      #expect(psnr(reference, try resized(source, width, height)) >= 60)
    }
  }

  @Test(arguments: allFormats)
  func constantsStayConstant(format: PixelFormat) throws {
    let maximum = Int(format.depth.maximum)
    for value in [0, 1, 77, maximum / 2, maximum - 1, maximum] {
      let pixel = (0..<format.layout.channels).map { min(maximum, value + $0 * 3) }
      let source = picture(37, 23, format, (0..<(37 * 23)).flatMap { _ in pixel })
      let expected = format.layout.hasAlpha && pixel.last == 0 ? pixel.map { _ in 0 } : pixel
      for filter in ResampleFilter.allCases {
        for (width, height) in [(20, 11), (50, 60), (37, 5)] {
          for linearLight in [false, true] {
            let result = samples(try resized(source, width, height, filter, linearLight: linearLight))
            let wanted = filter == .nearest ? pixel : expected
            let same = stride(from: 0, to: result.count, by: pixel.count).allSatisfy {
              Array(result[$0..<($0 + pixel.count)]) == wanted
            }
            #expect(same, "\(value) with \(filter), linear light \(linearLight), to \(width)x\(height)")
          }
        }
      }
    }
  }
}
