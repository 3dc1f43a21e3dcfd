import Codecs
import Metadata
import Pixels

/// Which blocks beside the pixels go into the output.
public struct MetadataPolicy: Sendable, Hashable {
  public var keepsEXIF: Bool
  public var keepsXMP: Bool

  public init(keepsEXIF: Bool = false, keepsXMP: Bool = false) {
    self.keepsEXIF = keepsEXIF
    self.keepsXMP = keepsXMP
  }

  /// The blocks of an upright picture of `size`: what is kept never contradicts the pixels.
  func blocks(of info: ImageInfo, size: PixelSize, profile: [UInt8]?) -> MetadataBlocks {
    let isTurned = info.orientation != .up
    return MetadataBlocks(
      exif: keepsEXIF ? info.metadata.exif.map { ExifBlock($0).describing(size, isTurned: isTurned) } : nil,
      xmp: keepsXMP ? info.metadata.xmp.map { XMPPacket($0).describing(size) } : nil, icc: profile)
  }

  /// Whether a kept block says something else than it did in the file.
  func corrects(_ info: ImageInfo, _ kept: MetadataBlocks) -> Bool {
    kept.exif != nil && kept.exif != info.metadata.exif || kept.xmp != nil && kept.xmp != info.metadata.xmp
  }

  /// Whether something of the file is left out.
  func drops(from info: ImageInfo) -> Bool {
    info.metadata.exif != nil && !keepsEXIF || info.metadata.xmp != nil && !keepsXMP || info.hasOtherMetadata
      || !info.droppedContents.isEmpty
  }
}
