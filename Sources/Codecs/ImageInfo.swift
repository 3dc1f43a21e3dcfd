import Metadata
import Pixels

/// What a picture file says about itself before any pixel is decoded.
public struct ImageInfo: Sendable {
  public var format: ImageFormat
  /// Pixels as stored, before any turning.
  public var size: PixelSize
  /// What the decoder delivers. `.cmyk` only where `DecodeParameters.deliversCMYK` asks for it; refused otherwise.
  public var pixelFormat: PixelFormat
  /// From the EXIF block; `.up` where there is none or its value makes no sense.
  public var orientation: Orientation
  /// As found, each block within the limits.
  public var metadata: MetadataBlocks
  /// Whether the file holds comments, thumbnails, texts or blocks of applications beside `metadata`.
  public var hasOtherMetadata: Bool
  /// How the pixels are coded, in the format's own terms: "progressive 4:2:0", "palette 8-bit interlaced", "lossless".
  public var codingDescription: String
  /// Whether the decoder holds the whole picture at once: a JPEG of several scans, an interlaced PNG, a WebP
  /// that is lossless, animated or has opacity.
  public var isDecodedWhole: Bool
  public var isAnimated: Bool
  /// 1 for a still picture.
  public var frameCount: Int
  /// What the file holds beside the picture and a conversion leaves out: "2 further pictures (MPO)", "gain map".
  public var droppedContents: [String]
  /// What is odd about the file without harm to its pixels.
  public var warnings: [String]
  /// The libjpeg quality, 1…100, whose luma table is nearest to the file's; nil for other formats.
  public var estimatedNativeQuality: Int?
  /// How finely a JPEG stores its colours; nil for gray, for rarer samplings and for other formats.
  public var chroma: ChromaSubsampling?
  /// What a PNG says about its colours without a profile.
  public var colorHints: ColorHints?

  public init(format: ImageFormat, size: PixelSize, pixelFormat: PixelFormat) {
    self.format = format
    self.size = size
    self.pixelFormat = pixelFormat
    orientation = .up
    metadata = MetadataBlocks()
    hasOtherMetadata = false
    codingDescription = ""
    isDecodedWhole = false
    isAnimated = false
    frameCount = 1
    droppedContents = []
    warnings = []
  }
}

/// Colour statements of PNG chunks. They are passed on, never applied while decoding.
public struct ColorHints: Sendable, Hashable {
  /// The encoding exponent of gAMA, 0.45455 for common files; nil when not stated.
  public var gamma: Double?
  /// White, red, green and blue as x, y pairs: eight numbers; nil when not stated.
  public var chromaticities: [Double]?
  /// Whether an sRGB chunk is there.
  public var isSRGB: Bool
}
