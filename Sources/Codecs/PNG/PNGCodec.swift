import CCodecShims
import Metadata
import Pixels

/// PNG, read by libpng, and written by libdeflate where the picture is small enough, else by libpng.
public struct PNGCodec: Codec {
  public init() {}

  public var format: ImageFormat { .png }

  public func probe(_ input: ByteInput, limits: DecodeLimits) throws -> ImageInfo {
    // The header comes first in every file, so the limit can be judged before anything else is read.
    var cursor = ByteCursor(input, at: 12, blockBytes: 16)
    if try cursor.next(4) == Array("IHDR".utf8), let width = try cursor.nextUInt32(),
      let height = try cursor.nextUInt32()
    {
      try limits.check(PixelSize(width, height))
    }
    let structure = try PNGStructure(input, limits: limits)
    let decoder = try PNGDecoder(input, limits: limits, damage: .refuse)
    let header = decoder.header
    let size = PixelSize(Int(header.width), Int(header.height))
    try limits.check(size)
    try checkSides(of: size)
    var info = ImageInfo(format: .png, size: size, pixelFormat: Self.pixelFormat(of: header))
    info.metadata = MetadataBlocks(exif: structure.exif, xmp: structure.xmp, icc: decoder.profile)
    info.hasOtherMetadata = structure.hasOtherMetadata
    info.orientation = structure.exif.map { ExifBlock($0).orientation } ?? .up
    info.codingDescription = Self.codingDescription(of: header)
    info.isDecodedWhole = header.interlaced != 0
    info.warnings = structure.warnings + decoder.warnings
    if let frames = structure.animationFrames {
      info.isAnimated = true
      info.frameCount = max(1, frames)
      if frames > 1 { info.droppedContents.append(counted(frames - 1, "further animation frame")) }
    }
    info.colorHints = Self.colorHints(of: header)
    return info
  }

  static func pixelFormat(of header: ccodec_png_header) -> PixelFormat {
    let layouts: [PixelLayout] = [.gray, .grayAlpha, .rgb, .rgba]
    return PixelFormat(layouts[Int(header.channels) - 1], header.depth == 16 ? .sixteen : .eight)
  }

  private static func codingDescription(of header: ccodec_png_header) -> String {
    let kind =
      switch header.color_type {
      case 0: "gray"
      case 2: "RGB"
      case 3: "palette"
      case 4: "gray and alpha"
      default: "RGBA"
      }
    return "\(kind) \(header.bit_depth)-bit" + (header.interlaced != 0 ? " interlaced" : "")
  }

  private static func colorHints(of header: ccodec_png_header) -> ColorHints? {
    guard header.gamma > 0 || header.has_chromaticities != 0 || header.has_srgb != 0 else { return nil }
    let c = header.chromaticities
    return ColorHints(
      gamma: header.gamma > 0 ? header.gamma : nil,
      chromaticities: header.has_chromaticities != 0 ? [c.0, c.1, c.2, c.3, c.4, c.5, c.6, c.7] : nil,
      isSRGB: header.has_srgb != 0)
  }

  public func decoder(for input: ByteInput, info: ImageInfo, parameters: DecodeParameters) throws -> any DecodedRows {
    if info.isAnimated, parameters.animation == .refuse {
      throw CodecError.unsupportedVariant(
        .png, what: "is animated (\(counted(info.frameCount, "frame")))",
        hint: "input.animation=firstFrame takes the first frame")
    }
    return try PNGRows(input, info: info, parameters: parameters)
  }

  public func decodingBytes(for info: ImageInfo, parameters: DecodeParameters) -> Int {
    // libpng's two rows and what it makes of them, the inflater, a profile.
    let rows = info.size.width * info.pixelFormat.bytesPerPixel * 4 + 1_048_576
    return info.isDecodedWhole ? rows + PixelBuffer.byteCount(size: info.size, format: info.pixelFormat) : rows
  }

  public func encode(
    _ rows: any RowSource, parameters: EncodeParameters, metadata: MetadataBlocks
  ) throws -> EncodedImage {
    guard case .png(let own) = parameters else { preconditionFailure("parameters of another codec") }
    precondition(accepts(rows.format), "rows in a format that PNG does not take")
    try checkSides(of: rows.size)
    return PNGBufferedEncoder.takes(rows.size, rows.format, own)
      ? try PNGBufferedEncoder.encode(rows, own, metadata) : try PNGEncoder.encode(rows, own, metadata)
  }

  public func encodingBytes(for size: PixelSize, format: PixelFormat, parameters: EncodeParameters) -> Int {
    guard case .png(let own) = parameters else { return 0 }
    // The file as large as its pixels, which noise can make it; beside it all filtered rows at once, or, interlaced, all
    // pixels. Then a batch of rows and the deflater's own tables, the largest for the near-optimal parsing of high levels.
    let pixels = size.pixels * format.bytesPerPixel
    let collected = PNGBufferedEncoder.takes(size, format, own) || own.interlace
    let tables = own.level >= 8 ? 10_485_760 : 2_097_152
    return (collected ? 2 : 1) * pixels + 6 * size.width * format.bytesPerPixel + tables
  }

  public func encodableFormat(for format: PixelFormat) -> PixelFormat {
    format.layout == .cmyk ? PixelFormat(.rgb, format.depth) : format
  }
}
