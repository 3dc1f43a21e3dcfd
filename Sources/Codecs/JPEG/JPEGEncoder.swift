import CCodecShims
import Metadata
import Pixels

/// Writes a JPEG through libjpeg, rows as they come.
enum JPEGEncoder {
  static func encode(
    _ rows: any RowSource, _ parameters: JPEGParameters, _ metadata: MetadataBlocks
  ) throws -> EncodedImage {
    guard let handle = ccodec_jpeg_encoder_create() else { throw CodecError.outOfMemory(.jpeg) }
    defer { ccodec_jpeg_encoder_destroy(handle) }
    func check(_ status: ccodec_status) throws {
      guard status != CCODEC_OK else { return }
      guard status != CCODEC_OUT_OF_MEMORY else { throw CodecError.outOfMemory(.jpeg) }
      throw CodecError.encodeFailed(
        .jpeg, reason: String(cString: ccodec_report_message(ccodec_jpeg_encoder_report(handle))))
    }
    var options = ccodec_jpeg_options(
      width: UInt32(rows.size.width), height: UInt32(rows.size.height),
      components: Int32(rows.format.layout.channels), quality: Int32(min(100, max(1, parameters.quality))),
      horizontal_sampling: Int32(parameters.chroma.horizontal), vertical_sampling: Int32(parameters.chroma.vertical),
      progressive: parameters.progressive ? 1 : 0, optimize_coding: parameters.optimizeCoding ? 1 : 0)
    let segments = try self.segments(metadata)
    try check(ccodec_jpeg_encoder_start(handle, &options))
    for segment in segments {
      try check(ccodec_jpeg_encoder_marker(handle, segment.number, segment.bytes, segment.bytes.count))
    }
    let batch = rows.makeBatch()
    var written = 0
    while written < rows.size.height {
      let count = min(try rows.read(into: batch), rows.size.height - written)
      guard count > 0 else { throw RowSourceError.ended(after: written, of: rows.size.height) }
      try check(
        ccodec_jpeg_encoder_write(
          handle, batch.base.assumingMemoryBound(to: UInt8.self), batch.stride, UInt32(count)))
      written += count
    }
    try check(ccodec_jpeg_encoder_finish(handle))
    var count = 0
    let bytes = ccodec_jpeg_encoder_take(handle, &count)
    return EncodedImage(
      format: .jpeg, size: rows.size, bytes: EncodedBytes(taking: bytes, count: count, from: .malloc),
      nativeQuality: "q\(parameters.quality)")
  }

  struct Segment {
    var number: Int32
    var bytes: [UInt8]
  }

  /// What fits behind the two bytes that say a segment's length.
  private static let segmentBytes = 65_533

  static func segments(_ metadata: MetadataBlocks) throws -> [Segment] {
    var segments: [Segment] = []
    func single(_ block: [UInt8]?, named name: String, head: [UInt8], maximum: Int) throws {
      guard let block else { return }
      guard block.count <= maximum else {
        throw CodecError.metadataTooLarge(.jpeg, block: name, bytes: block.count, maximum: maximum)
      }
      segments.append(Segment(number: 1, bytes: head + block))
    }
    try single(metadata.exif, named: "EXIF", head: JPEGStructure.exifHead, maximum: segmentBytes - 6)
    // XMP's own limit, two bytes below what would fit. Source: XMP specification, part 3, 1.1.3.
    try single(metadata.xmp, named: "XMP", head: JPEGStructure.xmpHead, maximum: 65_502)
    guard let profile = metadata.icc else { return segments }
    // Each part is headed by its number and the number of parts, one byte each.
    let partBytes = segmentBytes - JPEGStructure.profileHead.count - 2
    let parts = max(1, (profile.count + partBytes - 1) / partBytes)
    guard parts <= 255 else {
      throw CodecError.metadataTooLarge(.jpeg, block: "ICC profile", bytes: profile.count, maximum: partBytes * 255)
    }
    for part in 0..<parts {
      let slice = profile[(part * partBytes)..<min(profile.count, (part + 1) * partBytes)]
      segments.append(Segment(number: 2, bytes: JPEGStructure.profileHead + [UInt8(part + 1), UInt8(parts)] + slice))
    }
    return segments
  }
}
