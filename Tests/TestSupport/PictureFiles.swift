import Codecs
import Metadata
import Pixels

/// The bytes of a picture file.
///
/// - Parameter buffer: In a format that the codec takes.
/// - Throws: What the codec throws.
public func encoded(
  _ buffer: PixelBuffer, as parameters: EncodeParameters, metadata: MetadataBlocks = MetadataBlocks()
) throws -> [UInt8] {
  try CodecCatalog.codec(for: parameters.format)
    .encode(BufferedRows(buffer), parameters: parameters, metadata: metadata).bytes.copy()
}

/// Everything that a picture file holds, read to its end.
///
/// - Throws: What the codec throws.
public func decoded(
  _ bytes: [UInt8], _ parameters: DecodeParameters = DecodeParameters()
) throws -> (info: ImageInfo, picture: PixelBuffer) {
  let input = ByteInput(bytes: bytes)
  let codec = try CodecCatalog.codec(for: input)
  let info = try codec.probe(input, limits: parameters.limits)
  let rows = try codec.decoder(for: input, info: info, parameters: parameters)
  let picture = try rows.readAll()
  try rows.finish()
  return (info, picture)
}

/// An EXIF block that says nothing but how the picture is turned.
///
/// - Parameter bigEndian: The byte order of its numbers.
public func exifBlock(orientation: Int, bigEndian: Bool = false) -> [UInt8] {
  func number(_ value: Int, _ width: Int) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(value >> (8 * $0) & 0xFF) }
    return bigEndian ? bytes.reversed() : bytes
  }
  let head = Array((bigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
  let entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + number(0, 2)
  return head + number(1, 2) + entry + number(0, 4)
}

/// A picture whose every pixel is `pixel`.
public func flatPicture(_ width: Int, _ height: Int, _ format: PixelFormat, _ pixel: [Int]) -> PixelBuffer {
  picture(width, height, format, (0..<(width * height)).flatMap { _ in pixel })
}

/// One pixel's samples.
public func pixel(_ buffer: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
  (0..<buffer.format.layout.channels).map { buffer[x: x, y: y, channel: $0] }
}
