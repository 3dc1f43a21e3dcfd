import Pixels

/// An opaque colour, 8 bits a channel, gamma-encoded sRGB.
public struct BackgroundColor: Sendable, Hashable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  public static let white = BackgroundColor(red: 255, green: 255, blue: 255)

  /// Whether a gray picture stays gray on it.
  public var isNeutral: Bool { red == green && green == blue }
}

/// Rows in another format: transparency flattened on a background, gray spread to colour, 16 bits rounded to 8.
///
/// Conversions only ever go the way an encoder needs; colour is never made gray, 8 bits never 16.
final class ConvertedRows: RowSource {
  let format: PixelFormat
  var size: PixelSize { upstream.size }

  private let upstream: any RowSource
  private let background: BackgroundColor
  private let batch: PixelBuffer

  init(_ upstream: any RowSource, to format: PixelFormat, background: BackgroundColor) {
    precondition(format.layout.isColor || !upstream.format.layout.isColor, "colour is not made gray here")
    precondition(format.depth.rawValue <= upstream.format.depth.rawValue, "8 bits are not made 16 here")
    self.upstream = upstream
    self.format = format
    self.background = background
    batch = upstream.makeBatch()
  }

  func read(into target: PixelBuffer) throws -> Int {
    let source =
      target.size.height < batch.size.height
      ? PixelBuffer(size: target.size, format: upstream.format) : batch
    let count = try upstream.read(into: source)
    for row in 0..<count {
      switch (upstream.format.depth, format.depth) {
      case (.eight, _): convert(source.row(row), UInt8.self, target.row(row), UInt8.self)
      case (.sixteen, .sixteen): convert(source.row(row), UInt16.self, target.row(row), UInt16.self)
      case (.sixteen, .eight): convert(source.row(row), UInt16.self, target.row(row), UInt8.self)
      }
    }
    return count
  }

  @inline(__always)
  private func convert<Source: FixedWidthInteger, Target: FixedWidthInteger>(
    _ source: UnsafeMutableRawPointer, _: Source.Type, _ target: UnsafeMutableRawPointer, _: Target.Type
  ) {
    let from = source.assumingMemoryBound(to: Source.self)
    let to = target.assumingMemoryBound(to: Target.self)
    let (sourceChannels, targetChannels) = (upstream.format.layout.channels, format.layout.channels)
    let (sourceHasAlpha, targetHasAlpha) = (upstream.format.layout.hasAlpha, format.layout.hasAlpha)
    let sourceColors = sourceChannels - (sourceHasAlpha ? 1 : 0)
    let targetColors = targetChannels - (targetHasAlpha ? 1 : 0)
    let full = UInt32(Source.max)
    let widen = full / 255
    let ground = (UInt32(background.red) * widen, UInt32(background.green) * widen, UInt32(background.blue) * widen)

    for x in 0..<size.width {
      let pixel = from + x * sourceChannels
      let result = to + x * targetChannels
      let alpha = sourceHasAlpha ? UInt32(pixel[sourceColors]) : full
      for channel in 0..<targetColors {
        var value = UInt32(pixel[sourceColors == 1 ? 0 : channel])
        if sourceHasAlpha, !targetHasAlpha {
          let behind = channel == 0 ? ground.0 : channel == 1 ? ground.1 : ground.2
          // The weights add up to `full`, so that the sum just fits 32 bits even for 16-bit samples.
          value = (value * alpha + behind * (full - alpha) + full / 2) / full
        }
        result[channel] = narrow(value)
      }
      if targetHasAlpha { result[targetColors] = narrow(alpha) }
    }

    func narrow(_ value: UInt32) -> Target {
      Target(truncatingIfNeeded: MemoryLayout<Source>.size > MemoryLayout<Target>.size ? (value + 128) / 257 : value)
    }
  }
}
