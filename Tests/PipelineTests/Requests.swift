import Codecs
import Metadata
import Pipeline
import Pixels
import Resampling
import TestSupport

extension PipelineRequest {
  /// A request that asks for nothing but what its arguments say; JPEG as good as it gets.
  static func plain(
    _ format: ImageFormat? = nil, sizing: SizingParameters = SizingParameters(), filter: ResampleFilter = .lanczos3,
    linearLight: Bool = false, background: BackgroundColor = .white
  ) -> PipelineRequest {
    PipelineRequest(
      decode: DecodeParameters(), sizing: sizing, filter: filter, linearLight: linearLight, background: background,
      profile: .keep, format: format, jpeg: JPEGParameters(quality: 100, progressive: false, chroma: .s444),
      png: PNGParameters(level: 1), webp: WebPParameters(quality: 90, lossless: true, exact: true))
  }
}

/// What the pipeline makes of a file, decoded again.
struct Outcome {
  var compressed: CompressedPicture
  var info: ImageInfo
  var picture: PixelBuffer
}

/// - Throws: What the pipeline throws.
func run(_ bytes: [UInt8], _ request: PipelineRequest) throws -> Outcome {
  let compressed = try CompressionPipeline().compress(ByteInput(bytes: bytes), request)
  let (info, picture) = try decoded(compressed.image.bytes.copy())
  return Outcome(compressed: compressed, info: info, picture: picture)
}

/// A PNG of a picture.
func png(_ buffer: PixelBuffer, metadata: MetadataBlocks = MetadataBlocks()) throws -> [UInt8] {
  try encoded(buffer, as: .png(PNGParameters(level: 1)), metadata: metadata)
}

/// A JPEG of a picture, as good as it gets.
func jpeg(
  _ buffer: PixelBuffer, chroma: ChromaSubsampling = .s444, quality: Int = 100, progressive: Bool = false,
  metadata: MetadataBlocks = MetadataBlocks()
) throws -> [UInt8] {
  let parameters = JPEGParameters(quality: quality, progressive: progressive, chroma: chroma)
  return try encoded(buffer, as: .jpeg(parameters), metadata: metadata)
}
