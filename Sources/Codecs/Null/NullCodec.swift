import Metadata
import Pixels

/// Stands in for an encoder and does nothing: what a run with it still takes is the cost of everything around encoders.
///
/// It is not in the catalog, because no file is of this kind.
public struct NullCodec: Codec {
  /// The format whose encoder it replaces.
  public let format: ImageFormat

  public init(instead format: ImageFormat) { self.format = format }

  /// - Throws: `CodecError.encodeFailed`: there is nothing to read.
  public func probe(_ input: ByteInput, limits: DecodeLimits) throws -> ImageInfo { throw NullCodec.nothing(format) }

  /// - Throws: As `probe`.
  public func decoder(
    for input: ByteInput, info: ImageInfo, parameters: DecodeParameters
  ) throws -> any DecodedRows { throw NullCodec.nothing(format) }

  public func decodingBytes(for info: ImageInfo, parameters: DecodeParameters) -> Int { 0 }

  /// - Returns: A file of no bytes; not a row is read.
  public func encode(
    _ rows: any RowSource, parameters: EncodeParameters, metadata: MetadataBlocks
  ) throws -> EncodedImage {
    EncodedImage(
      format: format, size: rows.size, bytes: EncodedBytes(taking: nil, count: 0, from: .malloc), nativeQuality: "null")
  }

  public func encodingBytes(for size: PixelSize, format: PixelFormat, parameters: EncodeParameters) -> Int { 0 }

  public func encodableFormat(for format: PixelFormat) -> PixelFormat { format }

  private static func nothing(_ format: ImageFormat) -> CodecError {
    .encodeFailed(format, reason: "the null codec holds no pictures")
  }
}
