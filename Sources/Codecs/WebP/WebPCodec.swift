import CWebP
import Metadata
import Pixels

/// WebP through libwebp.
public struct WebPCodec: Codec {
  public init() {}

  public var format: ImageFormat { .webp }

  public func probe(_ input: ByteInput, limits: DecodeLimits) throws -> ImageInfo {
    let extent = try WebPFile.extent(of: input)
    return try input.withBytes(count: extent) { bytes in
      let features = try WebPFile.features(bytes)
      let size = PixelSize(Int(features.width), Int(features.height))
      try limits.check(size)
      try checkSides(of: size)
      let isAnimated = features.has_animation != 0
      let layout: PixelLayout = isAnimated || features.has_alpha != 0 ? .rgba : .rgb
      var info = ImageInfo(format: .webp, size: size, pixelFormat: PixelFormat(layout))
      // Lossless coding refers back to any pixel, and opacity is coded apart from the colours.
      info.isDecodedWhole = isAnimated || features.has_alpha != 0 || features.format != 1
      info.isAnimated = isAnimated
      let beside = WebPFile.contents(bytes, limits: limits)
      info.metadata = beside.metadata
      info.warnings = beside.warnings
      info.hasOtherMetadata = beside.hasOtherMetadata
      info.orientation = beside.metadata.exif.map { ExifBlock($0).orientation } ?? .up
      info.frameCount = max(1, beside.frames)
      if isAnimated, beside.frames > 1 {
        info.droppedContents.append(counted(beside.frames - 1, "further animation frame"))
      }
      info.codingDescription =
        switch features.format {
        case 1: "lossy"
        case 2: "lossless"
        default: "lossy or lossless by frame"
        }
      if features.has_alpha != 0 { info.codingDescription += " with alpha" }
      return info
    }
  }

  public func decoder(for input: ByteInput, info: ImageInfo, parameters: DecodeParameters) throws -> any DecodedRows {
    if info.isAnimated, parameters.animation == .refuse {
      throw CodecError.unsupportedVariant(
        .webp, what: "is animated (\(counted(info.frameCount, "frame")))",
        hint: "input.animation=firstFrame takes the first frame")
    }
    return WebPRows(input, info: info, parameters: parameters)
  }

  public func decodingBytes(for info: ImageInfo, parameters: DecodeParameters) -> Int {
    // libwebp's own: 4 bytes a pixel and some rows where they are coded losslessly, which opacity mostly is, with a plane of
    // its own; an animation decoder holds two canvases beside the frame. Rows of a lossy picture mostly come a few at a
    // time, but all at once where it is coded in hardly any bytes or in several partitions.
    let picture = PixelBuffer.byteCount(size: info.size, format: info.pixelFormat)
    let pixels = info.size.pixels
    let isLossy = info.codingDescription.hasPrefix("lossy")
    let own = info.isAnimated ? pixels * 12 : info.codingDescription == "lossy" ? 0 : pixels * 5
    // The file itself: noise takes what it takes, a lossy one at the best quality a byte a pixel.
    let file = isLossy ? pixels : pixels * info.pixelFormat.bytesPerPixel
    return picture + own + file + info.size.width * 64 + 1_048_576
  }

  public func encode(
    _ rows: any RowSource, parameters: EncodeParameters, metadata: MetadataBlocks
  ) throws -> EncodedImage {
    guard case .webp(let own) = parameters else { preconditionFailure("parameters of another codec") }
    precondition(accepts(rows.format), "rows in a format that WebP does not take")
    try checkSides(of: rows.size)
    return try WebPEncoder.encode(rows, own, metadata)
  }

  public func encodingBytes(for size: PixelSize, format: PixelFormat, parameters: EncodeParameters) -> Int {
    guard case .webp(let own) = parameters else { return 0 }
    return size.pixels * Self.encodingBytesPerPixel(own, hasAlpha: format.layout.hasAlpha) + 2_097_152
  }

  /// What libwebp 1.2 was seen to take for noise, the worst of pictures; photographs take a third of it at quality 80.
  private static func encodingBytesPerPixel(_ parameters: WebPParameters, hasAlpha: Bool) -> Int {
    // The pixels at 4 bytes and, from method 1 on, tables for the search of repeated ones.
    if parameters.lossless { return parameters.method == 0 ? 25 : 36 }
    // The pixels as they come beside their 1.5 bytes of luma and chroma; later, from method 3 on, the symbols of the whole
    // picture, which grow with quality.
    let colours = parameters.method >= 3 ? max(7, 28 - Int((100 - parameters.quality) / 2)) : 7
    // Opacity is coded losslessly, from method 5 on in several ways to choose from.
    let opacity = !hasAlpha ? 0 : parameters.method >= 5 ? 52 : 34
    return max(colours, opacity) + (parameters.sharpYUV ? 6 : 0)
  }

  public func encodableFormat(for format: PixelFormat) -> PixelFormat {
    PixelFormat(format.layout.hasAlpha ? .rgba : .rgb)
  }
}
