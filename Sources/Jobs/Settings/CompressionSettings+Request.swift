import Codecs
import Pipeline

extension CompressionSettings {
  /// The settings as the pipeline's parameters.
  public var request: PipelineRequest {
    PipelineRequest(
      decode: DecodeParameters(
        limits: DecodeLimits(limits), damage: input.partial, animation: input.animation, deliversCMYK: true),
      sizing: SizingParameters(
        maxDimension: maxDimension, maxWidth: resize.maxWidth, maxHeight: resize.maxHeight, enlarge: resize.enlarge),
      filter: resize.filter, linearLight: resize.linearLight, background: BackgroundColor(color.background),
      profile: color.profile,
      metadata: MetadataPolicy(keepsEXIF: metadata.keep.contains(.exif), keepsXMP: metadata.keep.contains(.xmp)),
      transcode: jpeg.transcode,
      format: format.format, jpeg: JPEGParameters(jpeg, quality: quality), png: PNGParameters(png),
      webp: WebPParameters(webp, quality: quality))
  }
}
