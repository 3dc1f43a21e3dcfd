import Codecs
import Pixels
import Resampling

/// Everything that decides what comes out of a picture, as plain values.
///
/// What of it decides anything for a picture at hand is in `RenderKey` and `OutputKey`.
public struct PipelineRequest: Sendable, Hashable {
  public var decode: DecodeParameters
  public var sizing: SizingParameters
  public var filter: ResampleFilter
  public var linearLight: Bool
  public var background: BackgroundColor
  public var profile: ProfilePolicy
  public var metadata: MetadataPolicy
  public var transcode: TranscodePolicy
  /// The format to write; `nil` keeps the source's.
  public var format: ImageFormat?
  public var jpeg: JPEGParameters
  public var png: PNGParameters
  public var webp: WebPParameters

  public init(
    decode: DecodeParameters, sizing: SizingParameters, filter: ResampleFilter, linearLight: Bool,
    background: BackgroundColor, profile: ProfilePolicy = .srgb, metadata: MetadataPolicy = MetadataPolicy(),
    transcode: TranscodePolicy = .never,
    format: ImageFormat?, jpeg: JPEGParameters, png: PNGParameters, webp: WebPParameters
  ) {
    self.decode = decode
    self.sizing = sizing
    self.filter = filter
    self.linearLight = linearLight
    self.background = background
    self.profile = profile
    self.metadata = metadata
    self.transcode = transcode
    self.format = format
    self.jpeg = jpeg
    self.png = png
    self.webp = webp
  }

  /// The parameters of the encoder that writes `format`.
  public func encodeParameters(for format: ImageFormat) -> EncodeParameters {
    switch format {
    case .jpeg: .jpeg(jpeg)
    case .png: .png(png)
    case .webp: .webp(webp)
    }
  }
}
