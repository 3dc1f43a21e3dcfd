import Codecs
import Pixels

/// A picture whose pixels are in memory as the encoder gets them, to be encoded as often as wanted.
public struct RenderedPicture: Sendable {
  let input: ByteInput
  /// The source as its file describes it.
  public let info: ImageInfo
  let artifact: ArtifactCache.Artifact
  /// What decoding, resizing and converting took, by stage.
  public let milliseconds: [(stage: PipelineStage, milliseconds: Double)]

  /// The pixels that the encoder gets: upright, of the final size.
  public var pixels: PixelBuffer { artifact.buffer }
  /// The profile that the pixels are still in; `nil` for sRGB.
  public var keptProfile: [UInt8]? { artifact.findings.keptProfile }
  /// The memory that the pixels take.
  public var byteCount: Int { artifact.byteCount }

  /// - Parameters:
  ///   - request: One whose `RenderKey` is that of the request that the picture was rendered by.
  ///   - encoder: What takes the place of the codec of the catalog; for measuring everything but the codec.
  /// - Returns: The result, with the milliseconds of the encoding alone.
  /// - Throws: `CodecError`, `CancellationError`.
  public func encode(
    _ request: PipelineRequest, with encoder: (any Codec)? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> CompressedPicture {
    let encoder = encoder ?? CodecCatalog.codec(for: request.format ?? info.format)
    try encoder.checkSides(of: pixels.size)
    let stages = EncodingStages(
      input: input, request: request, info: info, encoder: encoder, meter: StageMeter(isCancelled: isCancelled))
    return try stages.run(Rendering(artifact))
  }
}
