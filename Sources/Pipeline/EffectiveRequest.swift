import Codecs
import Pixels

/// What a request comes to for one picture: requests with equal ones give the same bytes.
///
/// It is a key and no request to run. What has no effect on the picture stands in it as if it were not set: the
/// parameters of other encoders, a filter where nothing is resized, a background where nothing is transparent.
public struct EffectiveRequest: Sendable, Hashable {
  /// The upright size of the result.
  public let target: PixelSize
  /// The format that is written.
  public let format: ImageFormat
  /// What the encoder is given; requests that write different formats may share their pixels.
  private let pixels: PixelFormat
  private let request: PipelineRequest

  public init(_ request: PipelineRequest, for info: ImageInfo) {
    let upright = info.orientation.oriented(info.size)
    let written = request.format ?? info.format
    target = request.sizing.target(for: upright)
    format = written
    var copy = request.effective(for: written)
    copy.format = written
    copy.sizing = SizingParameters()
    if target == upright {
      copy.filter = .lanczos3
      copy.linearLight = false
    }
    let hasAlpha = info.pixelFormat.layout.hasAlpha
    if !hasAlpha || written.supportsAlpha { copy.background = .white }
    if info.metadata.icc == nil { copy.profile = .srgb }
    if info.metadata.exif == nil { copy.metadata.keepsEXIF = false }
    if info.metadata.xmp == nil { copy.metadata.keepsXMP = false }
    if info.format != .jpeg { copy.transcode = .never }
    copy.settleEncoders(hasAlpha: hasAlpha, isColor: info.pixelFormat.layout.isColor)
    self.request = copy
    var delivered = info.pixelFormat
    if delivered.layout == .cmyk { delivered.layout = .rgb }
    pixels = CodecCatalog.codec(for: written).encodableFormat(for: delivered)
  }

  /// The part that decides which pixels the encoder gets, whatever it makes of them.
  public struct Rendering: Sendable, Hashable {
    fileprivate var target: PixelSize
    fileprivate var pixels: PixelFormat
    fileprivate var request: PipelineRequest
  }

  public var rendering: Rendering {
    var copy = request.rendering
    copy.format = nil
    return Rendering(target: target, pixels: pixels, request: copy)
  }

  /// The same without what only decides whether a picture is refused.
  public var withoutLimits: EffectiveRequest {
    var copy = request
    copy.decode = DecodeParameters()
    return EffectiveRequest(self, copy)
  }

  private init(_ other: EffectiveRequest, _ request: PipelineRequest) {
    target = other.target
    format = other.format
    pixels = other.pixels
    self.request = request
  }
}

extension PipelineRequest {
  /// Brings parameters that their encoder passes over to one value.
  fileprivate mutating func settleEncoders(hasAlpha: Bool, isColor: Bool) {
    // libjpeg always computes tables for a progressive picture, and a gray one has no chroma.
    if jpeg.progressive { jpeg.optimizeCoding = true }
    if !isColor, !hasAlpha { jpeg.chroma = .s420 }
    if webp.lossless {
      webp.sharpYUV = false
    } else {
      webp.nearLossless = 100
    }
    if webp.lossless || !hasAlpha { webp.alphaQuality = 100 }
  }
}
