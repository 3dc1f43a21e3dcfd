import CCodecShims
import Metadata
import Pixels

/// Writes a PNG through libpng, rows as they come unless it is interlaced: what is too large for `PNGBufferedEncoder`.
enum PNGEncoder {
  static func encode(
    _ rows: any RowSource, _ parameters: PNGParameters, _ metadata: MetadataBlocks
  ) throws -> EncodedImage {
    guard let handle = ccodec_png_encoder_create() else { throw CodecError.outOfMemory(.png) }
    defer { ccodec_png_encoder_destroy(handle) }
    func check(_ status: ccodec_status) throws {
      guard status != CCODEC_OK else { return }
      guard status != CCODEC_OUT_OF_MEMORY else { throw CodecError.outOfMemory(.png) }
      throw CodecError.encodeFailed(
        .png, reason: String(cString: ccodec_report_message(ccodec_png_encoder_report(handle))))
    }
    var options = ccodec_png_options(
      width: UInt32(rows.size.width), height: UInt32(rows.size.height),
      channels: Int32(rows.format.layout.channels), depth: Int32(rows.format.depth.rawValue),
      level: Int32(min(9, max(0, parameters.level))), filters: Int32(bitPattern: parameters.filter.shim.rawValue),
      interlaced: parameters.interlace ? 1 : 0)
    try check(ccodec_png_encoder_start(handle, &options))
    for chunk in try PNGChunks.of(metadata) {
      try check(ccodec_png_encoder_chunk(handle, chunk.type, chunk.body, chunk.body.count))
    }
    func write(_ buffer: PixelBuffer, _ count: Int) throws {
      try check(
        ccodec_png_encoder_write(
          handle, buffer.base.assumingMemoryBound(to: UInt8.self), buffer.stride, UInt32(count)))
    }
    if parameters.interlace {
      try write(try rows.whole(), rows.size.height)
    } else {
      let batch = rows.makeBatch()
      var written = 0
      while written < rows.size.height {
        let count = min(try rows.read(into: batch), rows.size.height - written)
        guard count > 0 else { throw RowSourceError.ended(after: written, of: rows.size.height) }
        try write(batch, count)
        written += count
      }
    }
    try check(ccodec_png_encoder_finish(handle))
    var count = 0
    let bytes = ccodec_png_encoder_take(handle, &count)
    return EncodedImage(
      format: .png, size: rows.size, bytes: EncodedBytes(taking: bytes, count: count, from: .malloc),
      nativeQuality: "level \(parameters.level)")
  }
}

extension PNGFilter {
  fileprivate var shim: ccodec_png_filter {
    switch self {
    case .none: CCODEC_PNG_FILTER_NONE
    case .sub: CCODEC_PNG_FILTER_SUB
    case .up: CCODEC_PNG_FILTER_UP
    case .average: CCODEC_PNG_FILTER_AVERAGE
    case .paeth: CCODEC_PNG_FILTER_PAETH
    case .adaptive: CCODEC_PNG_FILTER_ADAPTIVE
    }
  }
}

extension RowSource {
  /// All rows in one buffer, without a copy where that buffer exists already and nothing of it has been read.
  func whole() throws -> PixelBuffer {
    if let buffered = self as? BufferedRows { return buffered.buffer }
    return try readAll()
  }
}
