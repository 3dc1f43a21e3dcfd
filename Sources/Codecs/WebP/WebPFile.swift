import CWebP
import Metadata

/// The container of a WebP: its true length, what it declares, and what it holds beside the picture.
enum WebPFile {
  /// Bytes of the file that belong to the picture, by its RIFF header; all of it when that makes no sense.
  ///
  /// - Throws: `CodecError.readFailed`.
  static func extent(of input: ByteInput) throws -> Int {
    min(input.count, try declaredLength(of: input) ?? input.count)
  }

  /// The length that the RIFF header states, with its own 8 bytes; nil without one.
  static func declaredLength(of input: ByteInput) throws -> Int? {
    let head = try input.read(at: 4, count: 4)
    guard head.count == 4 else { return nil }
    return 8 + head.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// What the header of the picture says.
  ///
  /// - Throws: `CodecError.damaged` when it cannot be read.
  static func features(_ bytes: UnsafeBufferPointer<UInt8>) throws -> WebPBitstreamFeatures {
    var features = WebPBitstreamFeatures()
    let status = WebPGetFeatures(bytes.baseAddress, bytes.count, &features)
    guard status == VP8_STATUS_OK else {
      let ends = status == VP8_STATUS_NOT_ENOUGH_DATA
      throw CodecError.damaged(
        .webp, what: "\(ends ? "ends" : "is damaged") before the picture begins", library: words(for: status),
        rowsRead: nil, rowsDeclared: nil)
    }
    return features
  }

  /// libwebp's names for what went wrong, as words; it has no texts of its own.
  static func words(for status: VP8StatusCode) -> String {
    switch status {
    case VP8_STATUS_OUT_OF_MEMORY: "out of memory"
    case VP8_STATUS_INVALID_PARAM: "invalid parameter"
    case VP8_STATUS_BITSTREAM_ERROR: "bitstream error"
    case VP8_STATUS_UNSUPPORTED_FEATURE: "unsupported feature"
    case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA: "not enough data"
    case VP8_STATUS_USER_ABORT: "aborted"
    default: "status \(status.rawValue)"
    }
  }

  private static let knownChunks: Set<String> = [
    "VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP", "EXIF", "XMP ",
  ]

  /// Walks over the chunks behind the RIFF header: four letters, a length, and an even number of bytes.
  ///
  /// - Returns: Whether there is one, of which `wanted` gets the name and the offset behind its last byte, that is wanted.
  private static func hasChunk(_ bytes: UnsafeBufferPointer<UInt8>, _ wanted: (String, Int) -> Bool) -> Bool {
    var offset = 12
    while offset + 8 <= bytes.count {
      let name = String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
      let length = bytes[(offset + 4)..<(offset + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
      if wanted(name, offset + 8 + length) { return true }
      offset += 8 + length + length % 2
    }
    return false
  }

  /// Whether the coded pixels of a lossy picture are cut off. The arithmetic decoder can do without the last byte or two.
  static func endsWithinPicture(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    hasChunk(bytes) { name, end in name == "VP8 " && end > bytes.count }
  }

  struct Contents {
    var metadata = MetadataBlocks()
    /// Chunks that neither hold the picture nor are read here.
    var hasOtherMetadata = false
    var frames = 1
    var warnings: [String] = []
  }

  /// The metadata chunks and the number of frames.
  static func contents(_ bytes: UnsafeBufferPointer<UInt8>, limits: DecodeLimits) -> Contents {
    var contents = Contents()
    var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
    // The partial reader, so that a file that is cut off still tells what it can.
    var state = WEBP_DEMUX_PARSE_ERROR
    guard let demuxer = WebPDemuxInternal(&data, 1, &state, WEBP_DEMUX_ABI_VERSION) else { return contents }
    defer { WebPDemuxDelete(demuxer) }
    contents.hasOtherMetadata = hasChunk(bytes) { name, _ in !knownChunks.contains(name) }
    contents.frames = Int(WebPDemuxGetI(demuxer, WEBP_FF_FRAME_COUNT))
    func chunk(_ name: String, _ block: String, _ limit: Int, _ setting: String) -> [UInt8]? {
      var iterator = WebPChunkIterator()
      guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return nil }
      defer { WebPDemuxReleaseChunkIterator(&iterator) }
      guard iterator.chunk.size <= limit else {
        contents.warnings.append(
          "the \(block) is left out: \(counted(iterator.chunk.size, "byte")) are more than "
            + "\(grouped(limit)) (\(setting))")
        return nil
      }
      return [UInt8](UnsafeBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size))
    }
    contents.metadata.icc = chunk("ICCP", "colour profile", limits.maximumProfileBytes, "limits.profileSize")
    contents.metadata.xmp = chunk("XMP ", "XMP packet", limits.maximumTextBytes, "limits.textSize")
    if var exif = chunk("EXIF", "EXIF block", limits.maximumProfileBytes, "limits.profileSize") {
      // Some writers copy the head that only JPEG wants.
      if exif.starts(with: Array("Exif\0\0".utf8)) { exif.removeFirst(6) }
      if exif.starts(with: [0x49, 0x49]) || exif.starts(with: [0x4D, 0x4D]) {
        contents.metadata.exif = exif
      } else {
        contents.warnings.append("the EXIF block is no TIFF structure and is left out")
      }
    }
    return contents
  }
}
