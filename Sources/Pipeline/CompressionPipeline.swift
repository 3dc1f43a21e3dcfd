import Codecs
import Color
import Metadata
import Pixels
import Resampling

/// Something that was done to a picture beside encoding it again.
public enum PictureChange: String, Sendable, Hashable, CaseIterable {
  case resized, turned, flattened, depthReduced, colorConverted, metadataDropped, metadataCorrected, damageAccepted,
    reformatted
}

/// What came out of one picture.
public struct CompressedPicture: Sendable {
  public var image: EncodedImage
  /// The source as its file describes it.
  public var source: ImageInfo
  /// What was done beside encoding; empty when the source's bytes would serve as well.
  public var changes: Set<PictureChange>
  /// What the codecs noticed and nobody must fix, a sentence each.
  public var warnings: [String]
  public var milliseconds: [(stage: PipelineStage, milliseconds: Double)]

  /// Whether the source's pixels were read, not those that were kept of it.
  public var isFromSource: Bool { milliseconds.contains { [.decode, .transcode].contains($0.stage) } }
}

/// Turns one picture into another: decode, resize, convert, turn, encode.
///
/// The stages are chained row sources that the encoder pulls from, so that a picture which only has to become
/// smaller is never held in full. It knows no files and no settings: parameters in, values out.
public struct CompressionPipeline: Sendable {
  public init() {}

  /// Reads what the file says about itself, and checks what can be checked before any pixel is decoded.
  ///
  /// - Parameters:
  ///   - input: The bytes of a picture in one of the catalog's formats.
  ///   - isCancelled: Asked between batches of rows.
  /// - Throws: `CodecError` for what is wrong with the picture, `CancellationError`.
  public func prepare(
    _ input: ByteInput, _ request: PipelineRequest, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> PreparedPicture {
    let meter = StageMeter(isCancelled: isCancelled)
    let (codec, info) = try meter.measure(.probe) {
      let codec = try CodecCatalog.codec(for: input)
      return (codec, try codec.probe(input, limits: request.decode.limits))
    }
    let target = request.sizing.target(for: info.orientation.oriented(info.size))
    let encoder = CodecCatalog.codec(for: request.format ?? info.format)
    try encoder.checkSides(of: target)
    return PreparedPicture(
      input: input, request: request, info: info, target: target, codec: codec, encoder: encoder, meter: meter)
  }

  /// `prepare` and `PreparedPicture.compress` at once.
  ///
  /// - Throws: As they do.
  public func compress(
    _ input: ByteInput, _ request: PipelineRequest, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> CompressedPicture {
    try prepare(input, request, isCancelled: isCancelled).compress()
  }
}

/// A picture whose header was read and that can now be compressed, once.
public struct PreparedPicture {
  fileprivate let input: ByteInput
  fileprivate let request: PipelineRequest
  /// The source as its file describes it.
  public let info: ImageInfo
  /// The upright size of the result.
  public let target: PixelSize
  fileprivate let codec: any Codec
  fileprivate let encoder: any Codec
  fileprivate let meter: StageMeter

  /// - Parameter cache: Where the rendered pixels are looked for and kept, with the identity of the source's content;
  ///   `nil`, or one that they do not fit into, renders row by row into the encoder and keeps nothing.
  /// - Throws: `CodecError` for what is wrong with the picture, `CancellationError`.
  public func compress(cache: (artifacts: ArtifactCache, content: ContentIdentity)? = nil) throws -> CompressedPicture {
    try EncodingStages(input: input, request: request, info: info, encoder: encoder, meter: meter).run(rows(cache))
  }

  /// Decodes, resizes and converts the picture, and keeps its pixels.
  ///
  /// - Parameter cache: Where the pixels are looked for and kept, as for `compress`.
  /// - Throws: `CodecError` for what is wrong with the picture, `CancellationError`.
  public func render(cache: (artifacts: ArtifactCache, content: ContentIdentity)? = nil) throws -> RenderedPicture {
    let artifact = try self.artifact(cache)
    return RenderedPicture(input: input, info: info, artifact: artifact, milliseconds: meter.milliseconds)
  }

  private func rows(_ cache: (artifacts: ArtifactCache, content: ContentIdentity)?) throws -> Rendering {
    guard let cache, fits(cache.artifacts) else { return try renderer.render(input, codec) }
    return Rendering(try artifact(cache))
  }

  /// Whether a cache would keep the rendered pixels; where not, there is nothing to be gained from holding them.
  public func fits(_ artifacts: ArtifactCache) -> Bool { renderedBytes <= artifacts.maximumBytes }

  /// What the rendered pixels take.
  private var renderedBytes: Int {
    PixelBuffer.byteCount(size: target, format: encoder.encodableFormat(for: info.pixelFormat))
  }

  private func artifact(
    _ cache: (artifacts: ArtifactCache, content: ContentIdentity)?
  ) throws -> ArtifactCache.Artifact {
    guard let cache else { return try makeArtifact() }
    let key = ArtifactCache.Key(content: cache.content, rendering: RenderKey(request, for: info))
    if let artifact = cache.artifacts[key] { return artifact }
    let artifact = try makeArtifact()
    cache.artifacts[key] = artifact
    return artifact
  }

  /// A picture that is encoded again and again is worth being held.
  private func makeArtifact() throws -> ArtifactCache.Artifact {
    var rendering = try renderer.render(input, codec)
    let buffer = try rendering.rows.readAll()
    try rendering.finish(meter)
    return ArtifactCache.Artifact(buffer: buffer, findings: rendering.findings)
  }

  private var renderer: Renderer {
    Renderer(request: request, info: info, target: target, encoder: encoder, meter: meter)
  }

  /// About how many bytes `compress` has in use at its peak where it keeps the rendered pixels.
  public func estimatedBytes(keepingIn artifacts: ArtifactCache?) -> Int {
    estimatedBytes + (artifacts.map(fits) ?? false ? renderedBytes : 0)
  }

  /// About how many bytes `compress` has in use at its peak, for admission by memory.
  public var estimatedBytes: Int {
    let stored = info.orientation.oriented(target)
    let format = encoder.encodableFormat(for: info.pixelFormat)
    var parameters = request.decode
    parameters.minimumSize = target
    var bytes = codec.decodingBytes(for: info, parameters: parameters)
    if stored != info.size {
      // Six rows for each target row that is being summed up, as floats, and the batches around them.
      let rowsAtOnce = 6 * max(1, info.size.height / max(1, stored.height)) + 24
      bytes += stored.width * info.pixelFormat.layout.channels * 4 * rowsAtOnce
    }
    if info.orientation != .up { bytes += PixelBuffer.byteCount(size: target, format: format) }
    bytes += encoder.encodingBytes(
      for: target, format: format, parameters: request.encodeParameters(for: encoder.format))
    return bytes + PreparedPicture.batchBytes
  }

  /// What the stages' batches and the codecs' small change take: 256 KiB a stage, and their tables.
  private static let batchBytes = 2 << 20
}
