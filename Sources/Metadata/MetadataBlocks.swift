/// The blocks beside the pixels that a file carries, as raw bytes without the container's own framing.
public struct MetadataBlocks: Sendable, Hashable {
  /// A TIFF structure, beginning with `II` or `MM` (no `Exif\0\0` before it).
  public var exif: [UInt8]?
  /// An XMP packet, UTF-8 XML.
  public var xmp: [UInt8]?
  /// An ICC profile, complete and in order.
  public var icc: [UInt8]?

  public init(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, icc: [UInt8]? = nil) {
    self.exif = exif
    self.xmp = xmp
    self.icc = icc
  }

  public var isEmpty: Bool { exif == nil && xmp == nil && icc == nil }
}
