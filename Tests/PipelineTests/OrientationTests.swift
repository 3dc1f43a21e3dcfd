import Codecs
import Metadata
import Pipeline
import Pixels
import TestSupport
import Testing

/// Pictures that are stored turned come out upright, whatever the format and before any limit is looked at.
struct OrientationTests {
  /// Where the stored row 0 and the stored column 0 belong in the upright picture, by the words of the EXIF standard.
  private static let sides: [(row: String, column: String)] = [
    ("top", "left"), ("top", "right"), ("bottom", "right"), ("bottom", "left"),
    ("left", "top"), ("right", "top"), ("right", "bottom"), ("left", "bottom"),
  ]

  /// An upright picture with a colour of its own in each quarter: red, green, blue, yellow in reading order.
  private func upright(_ width: Int, _ height: Int) -> PixelBuffer {
    let buffer = PixelBuffer(size: PixelSize(width, height), format: PixelFormat(.rgb))
    for y in 0..<height {
      for x in 0..<width {
        let color = Self.corners[(y * 2 / height) * 2 + x * 2 / width]
        for channel in 0..<3 { buffer[x: x, y: y, channel: channel] = color[channel] }
      }
    }
    return buffer
  }

  private static let corners = [[220, 20, 20], [20, 200, 20], [20, 20, 220], [220, 220, 20]]

  /// The same picture as a camera that was held differently would store it.
  private func stored(_ upright: PixelBuffer, orientation: Int) -> PixelBuffer {
    let (row, column) = Self.sides[orientation - 1]
    let size = ["left", "right"].contains(row) ? upright.size.transposed : upright.size
    let (right, bottom) = (upright.size.width - 1, upright.size.height - 1)
    let buffer = PixelBuffer(size: size, format: upright.format)
    for r in 0..<size.height {
      for c in 0..<size.width {
        var (x, y) = (0, 0)
        for (side, distance) in [(row, r), (column, c)] {
          switch side {
          case "top": y = distance
          case "bottom": y = bottom - distance
          case "left": x = distance
          default: x = right - distance
          }
        }
        for channel in 0..<3 { buffer[x: c, y: r, channel: channel] = upright[x: x, y: y, channel: channel] }
      }
    }
    return buffer
  }

  private func file(_ format: ImageFormat, orientation: Int, _ upright: PixelBuffer) throws -> [UInt8] {
    let metadata = MetadataBlocks(exif: exifBlock(orientation: orientation, bigEndian: orientation.isMultiple(of: 2)))
    let parameters: EncodeParameters =
      switch format {
      case .jpeg: .jpeg(JPEGParameters(quality: 100, progressive: false, chroma: .s444))
      case .png: .png(PNGParameters(level: 1))
      case .webp: .webp(WebPParameters(quality: 50, lossless: true))
      }
    return try encoded(stored(upright, orientation: orientation), as: parameters, metadata: metadata)
  }

  private func expectUpright(_ picture: PixelBuffer, _ comment: Comment) {
    let (right, bottom) = (picture.size.width - 1, picture.size.height - 1)
    for (corner, place) in [(0, 0), (right, 0), (0, bottom), (right, bottom)].enumerated() {
      let found = pixel(picture, place.0, place.1)
      let distance = zip(found, Self.corners[corner]).map { abs($0 - $1) }.max()!
      #expect(distance <= 12, "\(comment): corner \(corner) is \(found)")
    }
  }

  @Test(arguments: 1...8, ImageFormat.allCases) func aStoredTurnIsBakedIn(orientation: Int, format: ImageFormat) throws
  {
    let source = try file(format, orientation: orientation, upright(48, 32))
    let outcome = try run(source, .plain(.png))
    #expect(outcome.picture.size == PixelSize(48, 32))
    #expect(outcome.info.orientation == .up, "a viewer must not turn it again")
    expectUpright(outcome.picture, "\(format) \(orientation)")
    #expect(outcome.compressed.changes.contains(.turned) == (orientation != 1))
    #expect(!outcome.compressed.changes.contains(.resized))
  }

  @Test(arguments: 1...8, ImageFormat.allCases)
  func limitsApplyToTheUprightPicture(orientation: Int, format: ImageFormat) throws {
    let source = try file(format, orientation: orientation, upright(96, 64))
    // The width of the stored picture is 64 for the turned ones: a limit on it would give another size.
    let outcome = try run(source, .plain(.png, sizing: SizingParameters(maxWidth: 24)))
    #expect(outcome.picture.size == PixelSize(24, 16))
    expectUpright(outcome.picture, "\(format) \(orientation)")
    #expect(outcome.compressed.changes.contains(.resized))
  }

  @Test(arguments: 1...8, ImageFormat.allCases)
  func everyFormatIsWrittenUpright(orientation: Int, format: ImageFormat) throws {
    let source = try file(.jpeg, orientation: orientation, upright(48, 32))
    let outcome = try run(source, .plain(format))
    #expect(outcome.info.format == format)
    #expect(outcome.picture.size == PixelSize(48, 32))
    expectUpright(outcome.picture, "\(format) \(orientation)")
  }

  @Test(arguments: 1...8) func everyPixelFindsItsPlace(orientation: Int) throws {
    // Odd sides, more rows than a batch, and no two pixels alike.
    let size = PixelSize(37, 131)
    let upright = SyntheticPicture.noise.make(size, PixelFormat(.rgb))
    let outcome = try run(try file(.png, orientation: orientation, upright), .plain())
    #expect(identical(outcome.picture, upright))
  }

  @Test(arguments: PixelLayout.allCases.filter { $0 != .cmyk }, SampleDepth.allCases)
  func everyPixelFormatIsTurned(layout: PixelLayout, depth: SampleDepth) throws {
    let upright = SyntheticPicture.noise.make(PixelSize(19, 23), PixelFormat(layout, depth))
    // 6: the stored row 0 is the upright right side.
    let stored = PixelBuffer(size: PixelSize(23, 19), format: upright.format)
    for y in 0..<23 {
      for x in 0..<19 {
        for channel in 0..<layout.channels {
          stored[x: y, y: 18 - x, channel: channel] = upright[x: x, y: y, channel: channel]
        }
      }
    }
    let source = try png(stored, metadata: MetadataBlocks(exif: exifBlock(orientation: 6)))
    #expect(identical(try run(source, .plain()).picture, upright))
  }

  @Test(arguments: [0, 9, 65_535]) func aTurnThatMakesNoSenseIsNone(orientation: Int) throws {
    let picture = upright(16, 8)
    let source = try png(picture, metadata: MetadataBlocks(exif: exifBlock(orientation: orientation)))
    let outcome = try run(source, .plain())
    #expect(identical(outcome.picture, picture))
    #expect(!outcome.compressed.changes.contains(.turned))
  }
}
