import CLCMS2
import Pixels

/// Converts pixels of one profile to sRGB.
///
/// Perceptual intent, as browsers use it; profiles made of a matrix and curves know only one intent anyway.
public final class ColorTransform: @unchecked Sendable {  // unchecked: lcms transforms without a cache are reentrant
  public let input: PixelFormat
  /// Gray stays gray, everything else becomes RGB; alpha and depth are kept.
  public let output: PixelFormat
  private let handle: cmsHTRANSFORM

  /// - Throws: `ColorProblem.mismatch` when the profile is of other colours than the picture, `.broken` when
  ///   LittleCMS cannot connect it to sRGB.
  public init(from profile: ColorProfile, format: PixelFormat) throws(ColorProblem) {
    let fits =
      switch format.layout {
      case .gray, .grayAlpha: profile.space == .gray
      case .rgb, .rgba: profile.space == .rgb
      case .cmyk: profile.space == .cmyk
      }
    guard fits else { throw .mismatch(profile: profile.space, picture: format.layout) }
    input = format
    output = PixelFormat(format.layout == .cmyk ? .rgb : format.layout, format.depth)
    let target = ColorProfile.sRGB(profile.space)
    let flags = cmsUInt32Number(cmsFLAGS_NOCACHE) | (format.layout.hasAlpha ? cmsUInt32Number(cmsFLAGS_COPY_ALPHA) : 0)
    guard
      let handle = cmsCreateTransform(
        profile.handle, ColorTransform.type(input), target.handle, ColorTransform.type(output),
        cmsUInt32Number(INTENT_PERCEPTUAL), flags)
    else { throw .broken }
    self.handle = handle
  }

  deinit { cmsDeleteTransform(handle) }

  private static func type(_ format: PixelFormat) -> cmsUInt32Number {
    let bytes = Int32(format.depth.bytes)
    return switch format.layout {
    case .gray: clcms_gray(bytes, 0)
    case .grayAlpha: clcms_gray(bytes, 1)
    case .rgb: clcms_rgb(bytes, 0)
    case .rgba: clcms_rgb(bytes, 1)
    case .cmyk: clcms_cmyk(bytes)
    }
  }

  /// Whether the profile is sRGB under another name: no colour of a grid moves by more than one level of 255.
  ///
  /// Such pictures are left as they are, which is faster and more exact than converting them.
  public var isIdentity: Bool {
    guard input == output else { return false }
    let levels = [0, 26, 51, 102, 153, 204, 230, 255]
    let channels = input.layout.channels - (input.layout.hasAlpha ? 1 : 0)
    let colors =
      channels == 1
      ? levels.map { [$0] } : levels.flatMap { r in levels.flatMap { g in levels.map { b in [r, g, b] } } }
    let full = input.depth == .eight ? 1 : 257
    let grid = PixelBuffer(size: PixelSize(colors.count, 1), format: input)
    for (x, color) in colors.enumerated() {
      for channel in 0..<input.layout.channels {
        grid[x: x, y: 0, channel: channel] = (channel < channels ? color[channel] : 255) * full
      }
    }
    let result = PixelBuffer(size: grid.size, format: output)
    apply(grid, to: result, rows: 1)
    return colors.enumerated().allSatisfy { x, color in
      (0..<channels).allSatisfy { abs(result[x: x, y: 0, channel: $0] - color[$0] * full) <= full }
    }
  }

  /// Converts the first rows of a batch.
  ///
  /// - Parameters:
  ///   - source: In `input`.
  ///   - target: In `output`, of the same width.
  func apply(_ source: PixelBuffer, to target: PixelBuffer, rows: Int) {
    cmsDoTransformLineStride(
      handle, source.base, target.base, cmsUInt32Number(source.size.width), cmsUInt32Number(rows),
      cmsUInt32Number(source.stride), cmsUInt32Number(target.stride), 0, 0)
  }
}

/// Rows converted to sRGB.
public final class ColorConvertedRows: RowSource {
  public var size: PixelSize { upstream.size }
  public var format: PixelFormat { transform.output }
  private let upstream: any RowSource
  private let transform: ColorTransform

  /// - Parameter upstream: In the transform's input format.
  public init(_ upstream: any RowSource, _ transform: ColorTransform) {
    precondition(upstream.format == transform.input, "the transform is for \(transform.input), not \(upstream.format)")
    self.upstream = upstream
    self.transform = transform
  }

  public func read(into batch: PixelBuffer) throws -> Int {
    let source = PixelBuffer(size: batch.size, format: transform.input)
    let count = try upstream.read(into: source)
    if count > 0 { transform.apply(source, to: batch, rows: count) }
    return count
  }
}

/// CMYK rows without a profile as sRGB by red = (1 - cyan)(1 - black), and likewise green and blue.
///
/// The formula knows no inks: it is what is left when nobody says which were meant.
public final class NaiveCMYKRows: RowSource {
  public var size: PixelSize { upstream.size }
  public let format = PixelFormat(.rgb)
  private let upstream: any RowSource

  /// - Parameter upstream: 8-bit `.cmyk`.
  public init(_ upstream: any RowSource) {
    precondition(upstream.format == PixelFormat(.cmyk), "only 8-bit CMYK is expected")
    self.upstream = upstream
  }

  public func read(into batch: PixelBuffer) throws -> Int {
    let source = PixelBuffer(size: batch.size, format: upstream.format)
    let count = try upstream.read(into: source)
    for row in 0..<count {
      let inks = source.row(row).assumingMemoryBound(to: UInt8.self)
      let colors = batch.row(row).assumingMemoryBound(to: UInt8.self)
      for x in 0..<size.width {
        let light = 255 - UInt32(inks[x * 4 + 3])
        for channel in 0..<3 {
          colors[x * 3 + channel] = UInt8(((255 - UInt32(inks[x * 4 + channel])) * light + 127) / 255)
        }
      }
    }
    return count
  }
}
