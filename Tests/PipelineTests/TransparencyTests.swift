import Codecs
import Pipeline
import Pixels
import TestSupport
import Testing

struct TransparencyTests {
  private func flattened(
    _ layout: PixelLayout, _ pixel: [Int], depth: SampleDepth = .eight, on background: BackgroundColor = .white
  ) throws -> Outcome {
    let source = try png(flatPicture(16, 16, PixelFormat(layout, depth), pixel))
    return try run(source, .plain(.jpeg, background: background))
  }

  /// JPEG of a flat colour at quality 100 is off by one level at most, from the change to YCbCr and back.
  private func expect(_ outcome: Outcome, _ wanted: [Int], _ comment: Comment = "") {
    let found = pixel(outcome.picture, 8, 8)
    #expect(found.count == wanted.count, comment)
    #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= (wanted.count == 1 ? 0 : 1) }, "\(comment): \(found)")
  }

  @Test func whatIsTransparentBecomesWhiteNeverBlack() throws {
    expect(try flattened(.rgba, [0, 0, 0, 0]), [255, 255, 255])
    expect(try flattened(.rgba, [200, 10, 10, 0]), [255, 255, 255])
    expect(try flattened(.grayAlpha, [0, 0]), [255])
  }

  @Test func anotherBackgroundShowsThrough() throws {
    let background = BackgroundColor(red: 10, green: 200, blue: 90)
    expect(try flattened(.rgba, [255, 255, 255, 0], on: background), [10, 200, 90])
    expect(try flattened(.rgba, [255, 0, 40, 255], on: background), [255, 0, 40], "opaque stays as it is")
  }

  @Test func whatIsHalfTransparentIsMixedExactly() throws {
    // (100 · 128 + 255 · 127) / 255 = 177.2; (0 · 64 + 255 · 191) / 255 = 191
    expect(try flattened(.grayAlpha, [100, 128]), [177])
    expect(try flattened(.grayAlpha, [0, 64]), [191])
    expect(try flattened(.rgba, [100, 0, 255, 128]), [177, 127, 255])
    // 16 bits: (20,000 · 16,384 + 65,535 · 49,151) / 65,535 = 54,151.1, and that / 257 = 210.7
    expect(try flattened(.grayAlpha, [20_000, 16_384], depth: .sixteen), [211])
  }

  @Test func grayOnANeutralBackgroundStaysGray() throws {
    let outcome = try flattened(.grayAlpha, [100, 128], on: BackgroundColor(red: 50, green: 50, blue: 50))
    // (100 · 128 + 50 · 127) / 255 = 75.1
    expect(outcome, [75])
    #expect(outcome.info.pixelFormat.layout == .gray)
  }

  @Test func grayOnAColoredBackgroundBecomesColor() throws {
    let outcome = try flattened(.grayAlpha, [100, 128], on: BackgroundColor(red: 255, green: 0, blue: 0))
    expect(outcome, [177, 50, 50])
    #expect(outcome.info.pixelFormat.layout == .rgb)
  }

  @Test func opaqueGrayOnAColoredBackgroundStaysGray() throws {
    let source = try png(flatPicture(16, 16, PixelFormat(.gray), [90]))
    let outcome = try run(source, .plain(.jpeg, background: BackgroundColor(red: 255, green: 0, blue: 0)))
    expect(outcome, [90])
  }

  @Test(arguments: [ImageFormat.png, .webp]) func formatsWithTransparencyKeepIt(format: ImageFormat) throws {
    let buffer = SyntheticPicture.gradient.make(PixelSize(33, 21), PixelFormat(.rgba))
    let outcome = try run(try png(buffer), .plain(format))
    #expect(identical(outcome.picture, buffer))
    #expect(!outcome.compressed.changes.contains(.flattened))
  }

  /// Columns in turn: opaque red, and a green that nobody sees.
  private var stripes: PixelBuffer {
    picture(
      64, 16, PixelFormat(.rgba), (0..<(64 * 16)).flatMap { $0.isMultiple(of: 2) ? [255, 0, 0, 255] : [0, 255, 0, 0] })
  }

  @Test(arguments: [false, true]) func unseenColorDoesNotBleedWhenResized(linearLight: Bool) throws {
    let request = PipelineRequest.plain(sizing: SizingParameters(maxWidth: 16), linearLight: linearLight)
    let result = try run(try png(stripes), request).picture
    #expect(result.size == PixelSize(16, 4))
    for x in 0..<16 {
      let found = pixel(result, x, 2)
      #expect(found[0] >= 254 && found[1] <= 1 && found[2] <= 1, "green came in at \(x): \(found)")
      #expect((100...155).contains(found[3]), "half of it is seen at \(x): \(found)")
    }
  }

  @Test func unseenColorDoesNotBleedWhenResizedAndFlattened() throws {
    let result = try run(try png(stripes), .plain(.jpeg, sizing: SizingParameters(maxWidth: 16))).picture
    for x in 0..<16 {
      let found = pixel(result, x, 2)
      // Red and white in equal parts: no channel but red differs from the others.
      #expect(found[0] >= 252 && abs(found[1] - found[2]) <= 3 && (95...160).contains(found[1]), "at \(x): \(found)")
    }
  }
}
