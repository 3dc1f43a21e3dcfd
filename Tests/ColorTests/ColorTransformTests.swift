import Color
import Pixels
import Testing

/// Expected values are worked out from the primaries and curves of the standards in floating point, clipped to sRGB.
struct ColorTransformTests {
  private static let colors = [[255, 255, 255], [200, 100, 50], [64, 128, 192], [30, 200, 90], [128, 128, 128]]

  @Test(arguments: [
    (
      "Display P3", MadeProfile.displayP3, Double?.none,
      [[255, 255, 255], [215, 93, 31], [32, 130, 197], [0, 204, 73], [128, 128, 128]]
    ),
    (
      "Adobe RGB", MadeProfile.adobeRGB, 2.19921875,
      [[255, 255, 255], [227, 100, 42], [0, 129, 196], [0, 201, 80], [129, 129, 129]]
    ),
    (
      "ProPhoto", MadeProfile.proPhoto, 1.8,
      [[255, 255, 255], [255, 80, 47], [0, 157, 211], [0, 230, 79], [146, 146, 146]]
    ),
  ])
  func wideSpacesBecomeSRGB(name: String, primaries: [Double], gamma: Double?, expected: [[Int]]) throws {
    let profile = try ColorProfile(icc: MadeProfile.rgb(primaries, gamma: gamma))
    for depth in SampleDepth.allCases {
      let result = try convert(Self.colors, .rgb, depth, by: profile)
      for (x, color) in expected.enumerated() {
        for channel in 0..<3 {
          let value = result[x: x, y: 0, channel: channel]
          let level = depth == .eight ? Double(value) : Double(value) / 257
          #expect(abs(level - Double(color[channel])) <= 1.5, "\(name) \(Self.colors[x]) channel \(channel), \(depth)")
        }
      }
    }
  }

  @Test func aLinearGammaBrightensAsTheCurveSays() throws {
    let profile = try ColorProfile(gamma: 1, chromaticities: nil, space: .rgb)
    let result = try convert([[200, 100, 50]], .rgb, .eight, by: profile)
    for (channel, level) in [229, 168, 122].enumerated() {
      #expect(abs(result[x: 0, y: 0, channel: channel] - level) <= 1)
    }
  }

  @Test func grayStaysGrayAndAlphaStaysAsItIs() throws {
    let profile = try ColorProfile(icc: MadeProfile.gray(gamma: 1))
    let transform = try ColorTransform(from: profile, format: PixelFormat(.grayAlpha))
    #expect(transform.output == PixelFormat(.grayAlpha))
    let picture = PixelBuffer(size: PixelSize(1, 1), format: transform.input)
    picture[x: 0, y: 0, channel: 0] = 128
    picture[x: 0, y: 0, channel: 1] = 77
    let result = try ColorConvertedRows(BufferedRows(picture), transform).readAll()
    #expect(abs(result[x: 0, y: 0, channel: 0] - 188) <= 1)
    #expect(result[x: 0, y: 0, channel: 1] == 77)
  }

  @Test func sRGBUnderAnotherNameIsRecognised() throws {
    let same = try ColorProfile(icc: MadeProfile.rgb(MadeProfile.sRGB, gamma: nil))
    #expect(try ColorTransform(from: same, format: PixelFormat(.rgb)).isIdentity)
    #expect(try ColorTransform(from: same, format: PixelFormat(.rgba, .sixteen)).isIdentity)
    let other = try ColorProfile(icc: MadeProfile.rgb(MadeProfile.displayP3, gamma: nil))
    #expect(try !ColorTransform(from: other, format: PixelFormat(.rgb)).isIdentity)
  }

  @Test func inksWithoutAProfileBecomeTheirComplement() throws {
    let picture = PixelBuffer(size: PixelSize(3, 1), format: PixelFormat(.cmyk))
    for (x, inks) in [[0, 0, 0, 0], [255, 0, 0, 0], [0, 128, 255, 51]].enumerated() {
      for channel in 0..<4 { picture[x: x, y: 0, channel: channel] = inks[channel] }
    }
    let result = try NaiveCMYKRows(BufferedRows(picture)).readAll()
    let colors = (0..<3).map { x in (0..<3).map { result[x: x, y: 0, channel: $0] } }
    // 0.8 of the light is left by the black ink, 127/255 of that by the magenta one.
    #expect(colors == [[255, 255, 255], [0, 255, 255], [204, 102, 0]])
  }

  @Test func whatIsNoProfileOfThePictureIsRefusedByItsReason() throws {
    #expect(throws: ColorProblem.self) { try ColorProfile(icc: Array("not a profile".utf8)) }
    #expect(throws: ColorProblem.self) { try ColorProfile(icc: []) }
    #expect(throws: ColorProblem.self) { try ColorProfile(icc: MadeProfile.link()) }
    let cut = Array(MadeProfile.rgb(MadeProfile.displayP3, gamma: nil).prefix(200))
    #expect(throws: ColorProblem.self) {
      _ = try ColorTransform(from: try ColorProfile(icc: cut), format: PixelFormat(.rgb))
    }
    let gray = try ColorProfile(icc: MadeProfile.gray(gamma: 2.2))
    do {
      _ = try ColorTransform(from: gray, format: PixelFormat(.rgb))
      Issue.record("a gray profile was taken for a coloured picture")
    } catch {
      #expect(error.description == "the colour profile is for gray but the picture is rgb; the profile is ignored")
    }
  }

  @Test(arguments: [
    (0.0, [Double]?.none), (100, nil), (0.45, [0.3, 0, 0.6, 0.3, 0.3, 0.6, 0.1, 0.1]), (0.45, [0.3, 0.3]),
  ])
  func numbersThatDescribeNoColoursAreRefused(gamma: Double, chromaticities: [Double]?) {
    #expect(throws: ColorProblem.self) { try ColorProfile(gamma: gamma, chromaticities: chromaticities, space: .rgb) }
  }

  private func convert(
    _ colors: [[Int]], _ layout: PixelLayout, _ depth: SampleDepth, by profile: ColorProfile
  ) throws -> PixelBuffer {
    let format = PixelFormat(layout, depth)
    let picture = PixelBuffer(size: PixelSize(colors.count, 1), format: format)
    for (x, color) in colors.enumerated() {
      for channel in 0..<color.count {
        picture[x: x, y: 0, channel: channel] = color[channel] * (depth == .eight ? 1 : 257)
      }
    }
    return try ColorConvertedRows(BufferedRows(picture), try ColorTransform(from: profile, format: format)).readAll()
  }
}
