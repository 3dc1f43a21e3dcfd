import Codecs
import Foundation
import Pipeline
import Pixels
import Resampling
import TestSupport
import Testing

/// The whole way from file to pixels, held to a resize in 64-bit floating point of the whole decoded picture.
struct ReferenceQualityTests {
  private static let pictures = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Samples/Pictures")

  private func sample(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: Self.pictures.appending(path: name)))
  }

  /// Distance between what the pipeline makes and the reference, in decibels.
  private func closeness(
    _ bytes: [UInt8], _ sizing: SizingParameters, _ filter: ResampleFilter = .lanczos3
  ) throws -> Double {
    let outcome = try run(bytes, .plain(.png, sizing: sizing, filter: filter))
    let (info, stored) = try decoded(bytes)
    try #require(info.orientation == .up)
    return psnr(outcome.picture, referenceResize(stored, to: sizing.target(for: stored.size), filter: filter))
  }

  /// Whether the decoder delivers less than every pixel for such a target.
  private func isReduced(_ bytes: [UInt8], _ sizing: SizingParameters) throws -> Bool {
    let input = ByteInput(bytes: bytes)
    let codec = try CodecCatalog.codec(for: input)
    let info = try codec.probe(input, limits: DecodeLimits())
    let parameters = DecodeParameters(minimumSize: sizing.target(for: info.size))
    return try codec.decoder(for: input, info: info, parameters: parameters).size != info.size
  }

  @Test(arguments: ["astronaut.jpg", "chelsea.jpg", "coffee.jpg", "rocket.jpg", "camera.png", "espresso.webp"])
  func aFullDecodeAndResizeIsAtLeast60Decibels(name: String) throws {
    let bytes = try sample(name)
    for width in [401, 333] {
      let sizing = SizingParameters(maxWidth: width)
      #expect(try !isReduced(bytes, sizing))
      #expect(try closeness(bytes, sizing) >= 60, "\(name) to \(width)")
    }
  }

  @Test(arguments: ResampleFilter.allCases) func everyFilterIsAtLeast60Decibels(filter: ResampleFilter) throws {
    #expect(try closeness(try sample("coffee.jpg"), SizingParameters(maxWidth: 350), filter) >= 60)
    #expect(try closeness(try sample("coffee.jpg"), SizingParameters(maxWidth: 777, enlarge: true), filter) >= 60)
  }

  @Test(arguments: ["transparent-badge.png", "screenshot.png"]) func graphicsAreAtLeast60Decibels(name: String) throws {
    for width in [200, 57] { #expect(try closeness(try sample(name), SizingParameters(maxWidth: width)) >= 60) }
  }

  @Test func sixteenBitsAreAtLeast60DecibelsOfTheirOwn() throws {
    let buffer = SyntheticPicture.photo.make(PixelSize(301, 217), PixelFormat(.rgba, .sixteen))
    #expect(try closeness(try png(buffer), SizingParameters(maxWidth: 120)) >= 60)
  }

  @Test(arguments: ["astronaut.jpg", "chelsea.jpg", "coffee.jpg", "rocket.jpg"])
  func aReducedDecodeAndResizeIsAtLeast45Decibels(name: String) throws {
    let bytes = try sample(name)
    for width in [200, 160, 100, 70, 40, 24] {
      let sizing = SizingParameters(maxWidth: width)
      if width <= 100 { #expect(try isReduced(bytes, sizing), "\(name) to \(width)") }
      #expect(try closeness(bytes, sizing) >= 45, "\(name) to \(width)")
    }
  }

  /// Sides that no reduction divides: the decoder rounds up, and its last samples lie half outside the picture.
  @Test(arguments: [PixelSize(1_601, 1_203), PixelSize(1_207, 901), PixelSize(645, 1_009)])
  func oddSidesAreAtLeast45Decibels(size: PixelSize) throws {
    let buffer = SyntheticPicture.photo.make(size, PixelFormat(.rgb))
    for chroma in ChromaSubsampling.allCases {
      let bytes = try jpeg(buffer, chroma: chroma, quality: 90)
      for dimension in [500, 160] {
        let sizing = SizingParameters(maxDimension: dimension)
        #expect(try closeness(bytes, sizing) >= 45, "\(size) \(chroma.rawValue) to \(dimension)")
      }
      #expect(try isReduced(bytes, SizingParameters(maxDimension: 160)))
    }
  }

  @Test func linearLightAndNearestNeverReduce() throws {
    // A checkerboard of black and white has half the light, which is 188 of 255, not the mean of the stored values.
    let board = picture(128, 128, PixelFormat(.gray), (0..<(128 * 128)).map { ($0 / 128 + $0 % 128) % 2 * 255 })
    let bytes = try jpeg(board)
    let limit = SizingParameters(maxDimension: 8)
    let light = try run(bytes, .plain(.png, sizing: limit, linearLight: true)).picture
    #expect(abs(light[x: 4, y: 4, channel: 0] - 188) <= 2)
    let stored = try run(bytes, .plain(.png, sizing: limit)).picture
    #expect(abs(stored[x: 4, y: 4, channel: 0] - 128) <= 2)
    let nearest = try run(bytes, .plain(.png, sizing: limit, filter: .nearest)).picture
    #expect(samples(nearest).allSatisfy { $0 < 8 || $0 > 247 })
  }
}
