import CCodecShims
import Metadata
import Pixels

/// Writes a JPEG anew from the coefficients of another one: no pixel changes, metadata and the order of blocks may.
///
/// Markers of the source are left out, but for JFIF with its density and for Adobe's where the meaning of the samples
/// depends on it. Huffman tables are made for the picture; what was coded arithmetically becomes readable everywhere.
public struct JPEGTranscoder: Sendable {
  public init() {}

  /// Whether `transcode` can turn the picture upright without loss.
  ///
  /// Mirroring along a side brings its last blocks to the front. They have to be full for that: of a picture in 4:2:0,
  /// the side must be a multiple of 16 pixels. Which sides are mirrored depends on the orientation; a mere
  /// transposition mirrors none.
  ///
  /// - Parameter orientation: What the picture is stored as.
  /// - Throws: `CodecError` when the header cannot be read.
  public func canTurn(
    _ input: ByteInput, from orientation: Orientation, limits: DecodeLimits = DecodeLimits()
  ) throws -> Bool {
    try JPEGDecoder(input, limits: limits).canTurn(from: orientation)
  }

  /// The picture turned upright, as a file of its own.
  ///
  /// - Parameters:
  ///   - info: What `JPEGCodec.probe` said about the same input.
  ///   - orientation: What the picture is stored as; `.up` leaves it as it is, whatever its EXIF block says.
  ///   - progressive: nil for what the source is.
  ///   - limits: The time limit is for reading and writing together.
  ///   - metadata: Blocks to embed, as they are: the caller has set the orientation tag of a kept EXIF block right.
  ///   - note: Gets what is odd about the file beyond the warnings in `info`, without harm to its pixels.
  /// - Throws: `CodecError`. `.damaged` where decoding would refuse damage; `.unsupportedVariant` where there is no way
  ///   without loss, but decoding and encoding would still work.
  public func transcode(
    _ input: ByteInput, info: ImageInfo, orientation: Orientation, progressive: Bool?, limits: DecodeLimits,
    metadata: MetadataBlocks, note: (String) -> Void = { _ in }
  ) throws -> EncodedImage {
    precondition(info.format == .jpeg, "only a JPEG is made of such coefficients")
    // Judged first: it costs nothing, and memory for the coefficients would be wasted.
    let segments = try JPEGEncoder.segments(metadata)
    let decoder = try JPEGDecoder(input, limits: limits)
    let stored = PixelSize(Int(decoder.header.width), Int(decoder.header.height))
    try JPEGCodec.check(stored, try JPEGCodec.pixelFormat(of: decoder.header), against: info)
    try limits.check(stored)
    guard decoder.canTurn(from: orientation) else {
      throw CodecError.unsupportedVariant(
        .jpeg, what: "of \(stored) pixels cannot be turned without loss: blocks at the edge are not full", hint: nil)
    }
    let end = try decoder.readCoefficients()
    decoder.warnings.filter { !info.warnings.contains($0) }.forEach(note)
    if info.droppedContents.isEmpty, let text = try TrailingBytes.note(in: input, after: end, of: .jpeg) { note(text) }
    let (bytes, count) = try decoder.write(from: orientation, progressive: progressive, segments: segments)
    return EncodedImage(
      format: .jpeg, size: orientation.oriented(stored),
      bytes: EncodedBytes(taking: bytes, count: count, from: .malloc), nativeQuality: "lossless")
  }

  /// Bytes that `transcode` will hold at its peak, estimated: all coefficients, twice when they are turned, and the
  /// file.
  public func transcodingBytes(for info: ImageInfo, orientation: Orientation) -> Int {
    let samples = info.size.pixels.multipliedReportingOverflow(by: info.pixelFormat.layout.channels)
    let (bytes, overflow) = samples.partialValue.multipliedReportingOverflow(by: orientation == .up ? 2 : 4)
    return samples.overflow || overflow ? .max : bytes + samples.partialValue / 4
  }
}

extension JPEGDecoder {
  func canTurn(from orientation: Orientation) -> Bool {
    ccodec_jpeg_transcode_can_turn(handle, Int32(orientation.rawValue)) != 0
  }

  /// Reads all coefficients, and with them the picture to its end; returns the offset just behind it.
  ///
  /// - Throws: `CodecError`, also for damage of which libjpeg only warns.
  fileprivate func readCoefficients() throws -> Int {
    var end: UInt64 = 0
    let status = ccodec_jpeg_transcode_read(handle, &end)
    guard status == CCODEC_OK else { throw report.error(for: status) }
    if let damage = report.damage { throw damage }
    guard ccodec_jpeg_transcode_is_complete(handle) != 0 else {
      throw CodecError.unsupportedVariant(
        .jpeg, what: "of which scans are missing cannot be written anew without loss", hint: nil)
    }
    return Int(end)
  }

  /// Writes what has been read; the memory returned is the caller's to free.
  fileprivate func write(
    from orientation: Orientation, progressive: Bool?, segments: [JPEGEncoder.Segment]
  ) throws -> (bytes: UnsafeMutablePointer<UInt8>?, count: Int) {
    guard let encoder = ccodec_jpeg_encoder_create() else { throw CodecError.outOfMemory(.jpeg) }
    defer { ccodec_jpeg_encoder_destroy(encoder) }
    // The encoder reads the coefficients until its end, from memory that goes with this object.
    defer { withExtendedLifetime(self) {} }
    func check(_ status: ccodec_status) throws {
      switch status {
      case CCODEC_OK: return
      case CCODEC_OUT_OF_MEMORY, CCODEC_TOO_SLOW: throw report.error(for: status)
      default:
        throw CodecError.encodeFailed(
          .jpeg, reason: String(cString: ccodec_report_message(ccodec_jpeg_encoder_report(encoder))))
      }
    }
    var options = ccodec_jpeg_transcode_options(
      orientation: Int32(orientation.rawValue), progressive: progressive.map { $0 ? 1 : 0 } ?? -1)
    try check(ccodec_jpeg_transcode_start(encoder, handle, &options))
    for segment in segments {
      try check(ccodec_jpeg_encoder_marker(encoder, segment.number, segment.bytes, segment.bytes.count))
    }
    try check(ccodec_jpeg_encoder_finish(encoder))
    var count = 0
    let bytes = ccodec_jpeg_encoder_take(encoder, &count)
    return (bytes, count)
  }
}
