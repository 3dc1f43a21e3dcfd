import CWebP
import Metadata
import Pixels

/// Writes a WebP through libwebp, which wants the whole picture in its own form.
enum WebPEncoder {
  static func encode(
    _ rows: any RowSource, _ parameters: WebPParameters, _ metadata: MetadataBlocks
  ) throws -> EncodedImage {
    var config = try makeConfig(parameters, isOpaque: !rows.format.layout.hasAlpha)
    var picture = WebPPicture()
    guard WebPPictureInit(&picture) != 0 else { throw CodecError.outOfMemory(.webp) }
    defer { WebPPictureFree(&picture) }
    picture.width = Int32(rows.size.width)
    picture.height = Int32(rows.size.height)
    if parameters.lossless || parameters.sharpYUV {
      try fillARGB(&picture, rows)
    } else {
      try fillYUV(&picture, rows, exact: parameters.exact)
    }
    let output = try write(&picture, &config)
    let bytes = metadata.isEmpty ? output : try WebPMetadata.embed(metadata, in: output)
    let quality =
      !parameters.lossless
      ? "q\(number(parameters.quality))"
      : parameters.nearLossless < 100 ? "near-lossless \(parameters.nearLossless)" : "lossless"
    return EncodedImage(format: .webp, size: rows.size, bytes: bytes, nativeQuality: quality)
  }

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? String(Int(value)) : String(value)
  }

  private static func makeConfig(_ parameters: WebPParameters, isOpaque: Bool) throws -> WebPConfig {
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else { throw CodecError.encodeFailed(.webp, reason: "version mismatch") }
    config.quality = Float(min(100, max(0, parameters.quality)))
    config.method = Int32(min(6, max(0, parameters.method)))
    config.lossless = parameters.lossless ? 1 : 0
    config.near_lossless = parameters.lossless ? Int32(min(100, max(0, parameters.nearLossless))) : 100
    config.alpha_quality = Int32(min(100, max(0, parameters.alphaQuality)))
    config.use_sharp_yuv = parameters.sharpYUV ? 1 : 0
    config.exact = parameters.exact ? 1 : 0
    // The bytes are the same. Opacity, or a lossless picture, would take its own memory on the second thread.
    config.thread_level = isOpaque && !parameters.lossless ? 1 : 0
    guard WebPValidateConfig(&config) != 0 else {
      throw CodecError.encodeFailed(.webp, reason: "invalid configuration")
    }
    return config
  }

  /// Pixels as 32-bit numbers, alpha on top, filled batch by batch: the form of lossless coding, and the one from which
  /// the sharp conversion starts.
  private static func fillARGB(_ picture: inout WebPPicture, _ rows: any RowSource) throws {
    picture.use_argb = 1
    guard WebPPictureAlloc(&picture) != 0, let argb = picture.argb else { throw CodecError.outOfMemory(.webp) }
    let channels = rows.format.layout.channels
    let stride = Int(picture.argb_stride)
    let batch = rows.makeBatch()
    var filled = 0
    while filled < rows.size.height {
      let count = min(try rows.read(into: batch), rows.size.height - filled)
      guard count > 0 else { throw RowSourceError.ended(after: filled, of: rows.size.height) }
      for row in 0..<count {
        let source = batch.row(row).assumingMemoryBound(to: UInt8.self)
        let target = argb + (filled + row) * stride
        for x in 0..<rows.size.width {
          let pixel = source + x * channels
          let alpha = channels == 4 ? UInt32(pixel[3]) : 255
          target[x] = alpha << 24 | UInt32(pixel[0]) << 16 | UInt32(pixel[1]) << 8 | UInt32(pixel[2])
        }
      }
      filled += count
    }
  }

  /// Luma and halved chroma, converted by libwebp from the whole picture, which is let go before the encoder begins.
  private static func fillYUV(_ picture: inout WebPPicture, _ rows: any RowSource, exact: Bool) throws {
    picture.use_argb = 0
    let buffer = try rows.whole()
    let base = buffer.base.assumingMemoryBound(to: UInt8.self)
    let done =
      rows.format.layout.hasAlpha
      ? WebPPictureImportRGBA(&picture, base, Int32(buffer.stride))
      : WebPPictureImportRGB(&picture, base, Int32(buffer.stride))
    withExtendedLifetime(buffer) {}
    guard done != 0 else { throw CodecError.outOfMemory(.webp) }
    if !exact { WebPTransparency.flatten(picture) }
  }

  private static func write(_ picture: inout WebPPicture, _ config: inout WebPConfig) throws -> EncodedBytes {
    if let bytes = attempt(&picture, config) { return bytes }
    if config.thread_level > 0, isShortage(picture.error_code) {
      // Where no second thread can be had, one does the same work.
      config.thread_level = 0
      if let bytes = attempt(&picture, config) { return bytes }
    }
    guard !isShortage(picture.error_code) else { throw CodecError.outOfMemory(.webp) }
    throw CodecError.encodeFailed(.webp, reason: words(for: picture.error_code))
  }

  /// - Returns: `nil` where it failed, with the reason in `picture`, which is as it was.
  private static func attempt(_ picture: inout WebPPicture, _ config: WebPConfig) -> EncodedBytes? {
    var config = config
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    let done = withUnsafeMutablePointer(to: &writer) { writer in
      picture.writer = WebPMemoryWrite
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      return WebPEncode(&config, &picture)
    }
    guard done != 0 else {
      WebPMemoryWriterClear(&writer)
      return nil
    }
    return EncodedBytes(taking: writer.mem, count: writer.size, from: .webp)
  }

  /// Memory, or a thread: for the latter libwebp before 1.3.1 gives no reason at all.
  private static func isShortage(_ code: WebPEncodingError) -> Bool {
    [VP8_ENC_OK, VP8_ENC_ERROR_OUT_OF_MEMORY, VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY].contains(code)
  }

  /// libwebp's names for what went wrong, as words.
  private static func words(for code: WebPEncodingError) -> String {
    switch code {
    case VP8_ENC_ERROR_NULL_PARAMETER: "missing parameter"
    case VP8_ENC_ERROR_INVALID_CONFIGURATION: "invalid configuration"
    case VP8_ENC_ERROR_BAD_DIMENSION: "a side is longer than 16,383 pixels"
    case VP8_ENC_ERROR_PARTITION0_OVERFLOW: "the first partition grows past 512 KiB; a lower quality helps"
    case VP8_ENC_ERROR_PARTITION_OVERFLOW: "a partition grows past 16 MiB; a lower quality helps"
    case VP8_ENC_ERROR_BAD_WRITE: "the output could not be written"
    case VP8_ENC_ERROR_FILE_TOO_BIG: "the file grows past 4 GiB"
    default: "error \(code.rawValue)"
    }
  }
}
