import Codecs
import Foundation
import Pipeline
import Pixels
import TestSupport
import Testing

/// Every form in which a picture may come goes through to the form that holds it.
struct SourceFormatTests {
  @Test func sixteenBitsAreRoundedToEight() throws {
    // Eight bits are sixteen divided by 257: 51,528 is 200.498, 51,529 is 200.502.
    for (sixteen, eight) in [(0, 0), (65_535, 255), (51_528, 200), (51_529, 201), (128, 0), (129, 1)] {
      let source = try png(flatPicture(16, 16, PixelFormat(.gray, .sixteen), [sixteen]))
      let outcome = try run(source, .plain(.jpeg))
      #expect(pixel(outcome.picture, 3, 3) == [eight], "\(sixteen)")
      #expect(outcome.compressed.changes == [.depthReduced, .reformatted])
    }
  }

  @Test(arguments: [PixelLayout.gray, .grayAlpha, .rgb, .rgba]) func sixteenBitsStaySixteenInPNG(
    layout: PixelLayout
  ) throws {
    let buffer = SyntheticPicture.noise.make(PixelSize(40, 70), PixelFormat(layout, .sixteen))
    let outcome = try run(try png(buffer), .plain())
    #expect(identical(outcome.picture, buffer))
    #expect(outcome.compressed.changes.isEmpty)
    let smaller = try run(try png(buffer), .plain(sizing: SizingParameters(maxDimension: 35)))
    #expect(smaller.info.pixelFormat == PixelFormat(layout, .sixteen))
    #expect(smaller.picture.size == PixelSize(20, 35))
  }

  @Test func grayStaysGrayInJPEG() throws {
    let buffer = SyntheticPicture.gradient.make(PixelSize(64, 48), PixelFormat(.gray))
    let outcome = try run(try png(buffer), .plain(.jpeg))
    #expect(outcome.info.pixelFormat == PixelFormat(.gray))
    #expect(psnr(outcome.picture, buffer) > 45)
    let again = try run(try jpeg(buffer), .plain())
    #expect(again.info.pixelFormat == PixelFormat(.gray))
  }

  @Test func grayBecomesColorInWebP() throws {
    let outcome = try run(try png(flatPicture(8, 8, PixelFormat(.gray), [77])), .plain(.webp))
    #expect(pixel(outcome.picture, 4, 4) == [77, 77, 77])
    let clear = try run(try png(flatPicture(8, 8, PixelFormat(.grayAlpha), [77, 128])), .plain(.webp))
    #expect(pixel(clear.picture, 4, 4) == [77, 77, 77, 128])
  }

  private static let palette: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 10, 20, 30]

  @Test(arguments: [2, 4, 8], [false, true]) func aPaletteBecomesColor(bitDepth: Int, isInterlaced: Bool) throws {
    // 13 columns: the last byte of a row is not full at any depth.
    var source = HandmadePNG(13, 11, .palette, bitDepth: bitDepth, samples: (0..<(13 * 11)).map { $0 * 7 % 4 })
    source.palette = Self.palette
    source.isInterlaced = isInterlaced
    let result = try run(source.bytes, .plain()).picture
    #expect(result.format == PixelFormat(.rgb))
    let wanted = source.samples.flatMap { index in Self.palette[(index * 3)...].prefix(3).map(Int.init) }
    #expect(samples(result) == wanted)
  }

  @Test(arguments: [false, true]) func aPaletteMayBeTransparent(isInterlaced: Bool) throws {
    var source = HandmadePNG(9, 9, .palette, samples: (0..<81).map { $0 % 4 })
    source.palette = Self.palette
    source.transparency = [0, 128]  // entries behind its end are opaque
    source.isInterlaced = isInterlaced
    let result = try run(source.bytes, .plain()).picture
    #expect(result.format == PixelFormat(.rgba))
    let opacity = [0, 128, 255, 255]
    #expect(
      samples(result) == source.samples.flatMap { Self.palette[($0 * 3)...].prefix(3).map(Int.init) + [opacity[$0]] })
  }

  @Test(arguments: [1, 2, 4, 8, 16], [false, true]) func grayOfEveryDepthComesIn(
    bitDepth: Int, isInterlaced: Bool
  ) throws {
    let top = 1 << bitDepth - 1
    var source = HandmadePNG(17, 10, .gray, bitDepth: bitDepth, samples: (0..<170).map { $0 * 31 % (top + 1) })
    source.isInterlaced = isInterlaced
    let result = try run(source.bytes, .plain()).picture
    #expect(result.format == PixelFormat(.gray, bitDepth == 16 ? .sixteen : .eight))
    let scale = bitDepth < 8 ? 255 / top : 1
    #expect(samples(result) == source.samples.map { $0 * scale })
  }

  @Test func oneGrayMayBeTransparent() throws {
    var source = HandmadePNG(8, 8, .gray, samples: (0..<64).map { $0 * 4 })
    source.transparency = [0, 40]
    let result = try run(source.bytes, .plain()).picture
    #expect(samples(result) == source.samples.flatMap { [$0, $0 == 40 ? 0 : 255] })
  }

  @Test func oneColorMayBeTransparent() throws {
    var source = HandmadePNG(2, 2, .rgb, samples: [1, 2, 3, 4, 5, 6, 1, 2, 4, 1, 2, 3])
    source.transparency = [0, 1, 0, 2, 0, 3]
    let result = try run(source.bytes, .plain()).picture
    #expect(samples(result) == [1, 2, 3, 0, 4, 5, 6, 255, 1, 2, 4, 255, 1, 2, 3, 0])
  }

  @Test(arguments: [HandmadePNG.ColorType.rgb, .grayAlpha, .rgba], [8, 16])
  func interlacedPicturesComeIn(colorType: HandmadePNG.ColorType, bitDepth: Int) throws {
    let channels = [HandmadePNG.ColorType.rgb: 3, .grayAlpha: 2, .rgba: 4][colorType]!
    let values = (0..<(21 * 14 * channels)).map { $0 * 97 % (1 << bitDepth) }
    var source = HandmadePNG(21, 14, colorType, bitDepth: bitDepth, samples: values)
    source.isInterlaced = true
    #expect(samples(try run(source.bytes, .plain()).picture) == values)
  }

  @Test(arguments: ChromaSubsampling.allCases, [false, true])
  func everyKindOfJPEGComesIn(chroma: ChromaSubsampling, progressive: Bool) throws {
    let buffer = SyntheticPicture.gradient.make(PixelSize(83, 61), PixelFormat(.rgb))
    let source = try jpeg(buffer, chroma: chroma, progressive: progressive)
    let outcome = try run(source, .plain(.png))
    #expect(outcome.compressed.source.codingDescription.contains(chroma.rawValue))
    #expect(outcome.compressed.source.codingDescription.contains("progressive") == progressive)
    #expect(psnr(outcome.picture, buffer) > 40)
    let smaller = try run(source, .plain(.png, sizing: SizingParameters(maxDimension: 41))).picture
    #expect(psnr(smaller, referenceResize(buffer, to: PixelSize(41, 30))) > 35)
  }

  @Test func everyKindOfWebPComesIn() throws {
    let buffer = SyntheticPicture.gradient.make(PixelSize(60, 45), PixelFormat(.rgb))
    let lossy = try run(try encoded(buffer, as: .webp(WebPParameters(quality: 95))), .plain(.png))
    #expect(psnr(lossy.picture, buffer) > 35)
    let lossless = try run(try encoded(buffer, as: .webp(WebPParameters(quality: 50, lossless: true))), .plain(.png))
    #expect(identical(lossless.picture, buffer))
    let clear = SyntheticPicture.gradient.make(PixelSize(60, 45), PixelFormat(.rgba))
    let alpha = try run(try encoded(clear, as: .webp(WebPParameters(quality: 95))), .plain(.png))
    #expect(alpha.picture.format == PixelFormat(.rgba))
    #expect(psnr(alpha.picture, clear) > 33)
    for y in 0..<45 { #expect(alpha.picture[x: 30, y: y, channel: 3] == clear[x: 30, y: y, channel: 3]) }
  }

  @Test func arithmeticallyCodedJPEGComesIn() throws {
    // 16x8 pixels, gray.
    let text =
      "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxO"
      + "UlNSMj5aYVpQYEpRUk//yQALCAAIABABAREA/8wABgAQEAX/2gAIAQEAAD8A/svgKRJ0RazaIb5dlVFVHQa9kNg5NA729ZzmXIZG"
      + "wOTtShBWqJGn36wMJco7gP/Z"
    let outcome = try run([UInt8](try #require(Data(base64Encoded: text))), .plain(.png))
    #expect(outcome.compressed.source.codingDescription.contains("arithmetic"))
    #expect(outcome.picture.size == PixelSize(16, 8) && outcome.picture.format == PixelFormat(.gray))
    #expect(Set(samples(outcome.picture)).count > 8, "it has a picture in it")
  }

  @Test func flatHandmadeJPEGsComeInButNotInInks() throws {
    var source = HandmadeJPEG()
    #expect(pixel(try run(source.bytes, .plain(.png)).picture, 4, 4) == [128, 128, 128])
    source.components = 4
    let error = #expect(throws: CodecError.self) { try run(source.bytes, .plain(.png)) }
    #expect(error?.description.contains("CMYK") == true)
  }
}
