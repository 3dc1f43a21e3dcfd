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
    // libwebp's own: all pixels at 4 bytes where they are coded losslessly, which opacity mostly is, with a plane of its
    // own; an animation decoder holds two canvases beside the frame. Rows mostly come a few at a time, but of a picture
    // that is coded in hardly any bytes, or in several partitions, nearly all at once.
    let picture = PixelBuffer.byteCount(size: info.size, format: info.pixelFormat)
    let pixels = info.size.pixels
    let own = info.isAnimated ? pixels * 12 : info.codingDescription == "lossy" ? 0 : pixels * 5
    // The file itself: generously half a byte a pixel, lossless ones two.
    let file = info.codingDescription.hasPrefix("lossy") ? pixels / 2 : pixels * 2
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
    // Lossless: the picture at 4 bytes, and about four times that for the search. Lossy: the pixels as they come,
    // turned into 1.5 bytes (2.5 with alpha), then a byte of the encoder's own.
    if own.lossless { return size.pixels * 20 }
    return size.pixels * (own.sharpYUV ? 12 : format.bytesPerPixel + 4)
  }

  public func encodableFormat(for format: PixelFormat) -> PixelFormat {
    PixelFormat(format.layout.hasAlpha ? .rgba : .rgb)
  }
}
