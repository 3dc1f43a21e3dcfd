/// Every codec there is. A new one is a line in `all`.
public enum CodecCatalog {
  public static let all: [any Codec] = [JPEGCodec(), PNGCodec(), WebPCodec()]

  public static func codec(for format: ImageFormat) -> any Codec {
    guard let codec = all.first(where: { $0.format == format }) else {
      preconditionFailure("\(format) has no codec in the catalog")
    }
    return codec
  }

  /// The codec for what `input` really holds, whatever its name says.
  ///
  /// - Throws: `CodecError.unsupportedFormat` with the name of what it is instead, or `.readFailed`.
  public static func codec(for input: ByteInput) throws -> any Codec {
    codec(for: try ContentSniffer.format(of: input))
  }
}
