import Foundation
import Metrics
import Pixels
import TestSupport
import Testing

@Suite struct PSNRAndSSIMTests {
  @Test func psnrOfOneLevelEverywhere() throws {
    let a = flatPicture(20, 20, PixelFormat(.rgb), [100, 100, 100])
    // One channel of three is off by 3: a mean square of 3.
    let b = flatPicture(20, 20, PixelFormat(.rgb), [100, 103, 100])
    #expect(abs(try score(PSNR(), a, b).value - 10 * log10(255 * 255 / 3)) < 1e-9)
  }

  @Test func psnrOfBlackAndWhiteIsNothing() throws {
    let black = flatPicture(3, 2, PixelFormat(.gray), [0])
    #expect(abs(try score(PSNR(), black, flatPicture(3, 2, PixelFormat(.rgb), [255, 255, 255])).value) < 1e-9)
  }

  @Test func psnrOfFinerSteps() throws {
    let a = flatPicture(9, 9, PixelFormat(.gray, .sixteen), [30_000])
    let b = flatPicture(9, 9, PixelFormat(.gray, .sixteen), [30_001])
    #expect(abs(try score(PSNR(), a, b).value - 20 * log10(65_535)) < 0.05)
  }

  @Test func ssimOfFlatPicturesIsTheirBrightnessAlone() throws {
    let a = flatPicture(16, 16, PixelFormat(.gray), [100])
    let b = flatPicture(16, 16, PixelFormat(.gray), [150])
    let wanted = 30_006.5025 / 32_506.5025  // (2 a b + C1) / (a² + b² + C1)
    #expect(abs(try score(SSIM(), a, b).value - wanted) < 1e-4)
  }

  @Test func ssimDoesNotSeeWhatIsFiveFromABorder() throws {
    let a = MadePair.scene(30, 30, .gray)
    let corner = a.changed { value, x, y, _ in x == 0 && y == 0 ? 255 - value : value }
    // Only the window around (5, 5) reaches the corner, with a weight of a millionth.
    #expect(abs(try score(SSIM(), a, corner).value - 1) < 1e-5)
  }

  @Test func ssimIsNegativeForANegative() throws {
    let a = SyntheticPicture.noise.make(PixelSize(40, 40), PixelFormat(.gray))
    #expect(try score(SSIM(), a, a.changed { value, _, _, _ in 255 - value }).value < -0.9)
  }

  @Test func bothLeaveTransparencyOut() throws {
    let picture = MadePair.scene(24, 24, .rgba)
    let opaque = picture.changed { value, _, _, c in c == 3 ? 255 : value }
    #expect(try score(PSNR(), picture, opaque).value == .infinity)
    #expect(try score(SSIM(), picture, opaque).value == 1)
  }
}
