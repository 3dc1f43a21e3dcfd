import Metadata
import Pixels

/// Reading and writing of one file format.
///
/// Every call is synchronous and keeps no state: one codec value serves any number of threads.
public protocol Codec: Sendable {
  var format: ImageFormat { get }

  /// Reads what the file says about itself; takes no memory that grows with the picture, but of a WebP file's own bytes.
  ///
  /// - Throws: `CodecError`; a picture past the limits is refused here already.
  func probe(_ input: ByteInput, limits: DecodeLimits) throws -> ImageInfo

  /// The picture as a stream of rows.
  ///
  /// - Parameter info: What `probe` said about the same input.
  /// - Throws: `CodecError`.
  func decoder(for input: ByteInput, info: ImageInfo, parameters: DecodeParameters) throws -> any DecodedRows

  /// Bytes that the decoder will hold at its peak, estimated, beside the rows it delivers.
  func decodingBytes(for info: ImageInfo, parameters: DecodeParameters) -> Int

  /// Writes a file from all rows of `rows`.
  ///
  /// - Parameters:
  ///   - rows: In a format that `accepts` agrees to.
  ///   - parameters: Of this codec's case.
  ///   - metadata: Blocks to embed.
  /// - Throws: `CodecError`, and what `rows` throws.
  func encode(_ rows: any RowSource, parameters: EncodeParameters, metadata: MetadataBlocks) throws -> EncodedImage

  /// Bytes that `encode` will hold at its peak, estimated, beside what `rows` holds.
  func encodingBytes(for size: PixelSize, format: PixelFormat, parameters: EncodeParameters) -> Int

  /// The format nearest to `format` that `encode` takes, losing as little as the file format allows.
  func encodableFormat(for format: PixelFormat) -> PixelFormat
}

extension Codec {
  /// Whether `encode` takes rows of that format as they are.
  public func accepts(_ format: PixelFormat) -> Bool { encodableFormat(for: format) == format }

  /// - Throws: `CodecError.changedWhileRead` when a decoder finds another picture than was probed.
  static func check(_ found: PixelSize, _ format: PixelFormat, against info: ImageInfo) throws {
    guard found == info.size, format == info.pixelFormat else { throw CodecError.changedWhileRead }
  }

  /// - Throws: `CodecError.sideTooLong` when the file format cannot say that size.
  public func checkSides(of size: PixelSize) throws {
    guard size.longestSide > format.maximumSide else { return }
    throw CodecError.sideTooLong(format, side: size.longestSide, maximum: format.maximumSide)
  }
}

/// A picture that is being decoded.
public protocol DecodedRows: RowSource {
  /// Width of the picture in delivered pixels; below `size.width` where a reduction rounded up.
  var extentWidth: Double { get }
  /// Height of the picture in delivered pixels; below `size.height` where a reduction rounded up.
  var extentHeight: Double { get }
  /// What was odd so far; complete after `finish`.
  var warnings: [String] { get }
  /// Whether damage was found and let pass; known after `finish`.
  var isDamaged: Bool { get }
  /// Whether something follows the end of the picture; known after `finish`.
  var hasTrailingBytes: Bool { get }

  /// Reads the rest of the file, to be called after the last row: only then is it known to be whole.
  ///
  /// - Throws: `CodecError.damaged`, unless damage is allowed.
  func finish() throws
}

/// Parameters of one codec.
public enum EncodeParameters: Hashable, Sendable {
  case jpeg(JPEGParameters)
  case png(PNGParameters)
  case webp(WebPParameters)

  public var format: ImageFormat {
    switch self {
    case .jpeg: .jpeg
    case .png: .png
    case .webp: .webp
    }
  }
}
