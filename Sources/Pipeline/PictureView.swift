import Codecs
import Pixels
import Resampling

extension CompressionPipeline {
  /// A picture as a viewer shows it: upright, every pixel, in sRGB, with its own channels and depth.
  ///
  /// - Parameters:
  ///   - decode: CMYK is always converted.
  ///   - profile: `.keep` leaves the colours in the profile that the file has, as if it had none.
  /// - Returns: What the file says about itself, the pixels, and what the codecs noticed, a sentence each.
  /// - Throws: `CodecError` for what is wrong with the picture, `CancellationError`.
  public func view(
    _ input: ByteInput, _ decode: DecodeParameters = DecodeParameters(), profile: ProfilePolicy = .srgb,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> (info: ImageInfo, pixels: PixelBuffer, notes: [String]) {
    var decode = decode
    decode.deliversCMYK = true
    // PNG holds every layout and depth as it is.
    let request = PipelineRequest(
      decode: decode, sizing: SizingParameters(), filter: .lanczos3, linearLight: false, background: .white,
      profile: profile, format: .png, jpeg: JPEGParameters(), png: PNGParameters(), webp: WebPParameters())
    let rendered = try prepare(input, request, isCancelled: isCancelled).render()
    return (rendered.info, rendered.pixels, rendered.info.warnings + rendered.artifact.findings.warnings)
  }
}
