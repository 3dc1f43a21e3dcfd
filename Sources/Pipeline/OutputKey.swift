import Codecs
import Pixels
import Resampling

/// What decides which pixels an encoder gets of a picture: requests with equal ones share them, whatever they encode.
///
/// What has no effect on the picture stands in it as if it were not set: a filter where nothing is resized, a background
/// where nothing is transparent.
public struct RenderKey: Sendable, Hashable {
  /// The upright size of the result.
  public let target: PixelSize
  /// What the encoder is given.
  fileprivate let pixels: PixelFormat
  fileprivate var decode: DecodeParameters
  private let filter: ResampleFilter
  private let linearLight: Bool
  private let background: BackgroundColor
  private let profile: ProfilePolicy

  public init(_ request: PipelineRequest, for info: ImageInfo) {
    let upright = info.orientation.oriented(info.size)
    let written = request.format ?? info.format
    let isResized = request.sizing.target(for: upright) != upright
    target = request.sizing.target(for: upright)
    decode = request.decode
    filter = isResized ? request.filter : .lanczos3
    linearLight = isResized && request.linearLight
    let isFlattened = info.pixelFormat.layout.hasAlpha && !written.supportsAlpha
    background = isFlattened ? request.background : .white
    profile = info.metadata.icc == nil ? .srgb : request.profile
    var delivered = info.pixelFormat
    if delivered.layout == .cmyk { delivered.layout = .rgb }
    pixels = CodecCatalog.codec(for: written).encodableFormat(for: delivered)
  }
}

/// What decides which bytes come out of a picture: requests with equal ones give the same.
///
/// It is a key and no request to run.
public struct OutputKey: Sendable, Hashable {
  public private(set) var rendering: RenderKey
  /// What the encoder is given, with what it passes over brought to one value.
  private let encoding: EncodeParameters
  private let metadata: MetadataPolicy
  private let transcode: TranscodePolicy

  /// The upright size of the result.
  public var target: PixelSize { rendering.target }
  /// The format that is written.
  public var format: ImageFormat { encoding.format }

  public init(_ request: PipelineRequest, for info: ImageInfo) {
    rendering = RenderKey(request, for: info)
    let layout = info.pixelFormat.layout
    encoding = request.encodeParameters(for: request.format ?? info.format)
      .settled(hasAlpha: layout.hasAlpha, isColor: layout.isColor)
    metadata = MetadataPolicy(
      keepsEXIF: request.metadata.keepsEXIF && info.metadata.exif != nil,
      keepsXMP: request.metadata.keepsXMP && info.metadata.xmp != nil)
    transcode = info.format == .jpeg && encoding.format == .jpeg ? request.transcode : .never
  }

  /// The same without what only decides whether a picture is refused.
  public var withoutLimits: OutputKey {
    var copy = self
    copy.rendering.decode = DecodeParameters()
    return copy
  }
}

extension EncodeParameters {
  /// The same with parameters that the encoder passes over brought to one value.
  fileprivate func settled(hasAlpha: Bool, isColor: Bool) -> EncodeParameters {
    switch self {
    case .jpeg(var jpeg):
      // libjpeg always computes tables for a progressive picture, and a gray one has no chroma.
      if jpeg.progressive { jpeg.optimizeCoding = true }
      if !isColor, !hasAlpha { jpeg.chroma = .s420 }
      return .jpeg(jpeg)
    case .png: return self
    case .webp(var webp):
      if webp.lossless {
        webp.sharpYUV = false
      } else {
        webp.nearLossless = 100
      }
      if webp.lossless || !hasAlpha { webp.alphaQuality = 100 }
      return .webp(webp)
    }
  }
}
