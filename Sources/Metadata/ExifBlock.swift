import Pixels

/// An EXIF block: what it says about the pixels, and how to make it say what is true of changed ones.
///
/// Source: EXIF 2.3; TIFF 6.0.
public struct ExifBlock: Sendable {
  private enum Tag {
    static let imageWidth = 0x0100
    static let imageLength = 0x0101
    static let orientation = 0x0112
    static let exifDirectory = 0x8769
    static let pixelXDimension = 0xA002
    static let pixelYDimension = 0xA003
  }

  private let bytes: [UInt8]

  /// - Parameter bytes: A TIFF structure, without `Exif\0\0` before it.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// How the pixels are to be turned.
  ///
  /// Whatever is odd about the block, from a wrong type to offsets past its end, the answer is `.up`: a picture is
  /// not refused for what stands beside it.
  public var orientation: Orientation {
    guard let structure = TIFFStructure(bytes),
      let entry = structure.entries(of: Tag.orientation, directoryAt: structure.firstDirectory).first,
      entry.type == TIFFStructure.NumberType.short, let value = structure.value(of: entry)
    else { return .up }
    return Orientation(rawValue: value) ?? .up
  }

  /// The block for an upright picture of another size.
  ///
  /// The orientation becomes 1, whatever its type and value were, and sizes become the new ones. Where the picture
  /// was turned, the thumbnail is unlinked: it still lies on its side. All other bytes stay as they are.
  ///
  /// - Parameters:
  ///   - size: The upright size in pixels.
  ///   - isTurned: Whether the pixels were turned.
  public func describing(_ size: PixelSize, isTurned: Bool) -> [UInt8] {
    guard var structure = TIFFStructure(bytes) else { return bytes }
    let first = structure.firstDirectory
    setSize(size, Tag.imageWidth, Tag.imageLength, directoryAt: first, in: &structure)
    for entry in structure.entries(of: Tag.exifDirectory, directoryAt: first) {
      guard let directory = structure.value(of: entry) else { continue }
      setSize(size, Tag.pixelXDimension, Tag.pixelYDimension, directoryAt: directory, in: &structure)
    }
    if isTurned, let field = structure.nextDirectoryField(afterDirectoryAt: first) {
      structure.write(0, at: field, width: 4)
    }
    // At the end: in a block that was made to deceive, directories overlap, and what was written above may lie here.
    for entry in structure.entries(of: Tag.orientation, directoryAt: first) {
      structure.write(TIFFStructure.NumberType.short, at: entry.offset + 2, width: 2)
      structure.write(1, at: entry.offset + 4, width: 4)
      structure.write(1, at: entry.offset + 8, width: 2)
      structure.write(0, at: entry.offset + 10, width: 2)
    }
    return structure.bytes
  }

  private func setSize(
    _ size: PixelSize, _ widthTag: Int, _ heightTag: Int, directoryAt directory: Int, in structure: inout TIFFStructure
  ) {
    for (tag, side) in [(widthTag, size.width), (heightTag, size.height)] {
      for entry in structure.entries(of: tag, directoryAt: directory) {
        switch (entry.type, entry.count) {
        // Some cameras write the number with a zero behind it.
        case (TIFFStructure.NumberType.short, 1...2) where side <= 0xFFFF:
          structure.write(side, at: entry.offset + 8, width: 2)
        case (TIFFStructure.NumberType.long, 1): structure.write(side, at: entry.offset + 8, width: 4)
        // A type that the tag may not have, such as signed numbers, or one too narrow for the new size.
        default:
          structure.write(TIFFStructure.NumberType.long, at: entry.offset + 2, width: 2)
          structure.write(1, at: entry.offset + 4, width: 4)
          structure.write(side, at: entry.offset + 8, width: 4)
        }
      }
    }
  }
}
