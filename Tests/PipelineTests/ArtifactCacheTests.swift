import Codecs
import Pipeline
import Pixels
import TestSupport
import Testing

struct ArtifactCacheTests {
  private let content = ContentIdentity(hash: 1, byteCount: 1)

  private func stages(
    _ bytes: [UInt8], _ request: PipelineRequest, _ cache: ArtifactCache, _ content: ContentIdentity
  ) throws -> (stages: [PipelineStage], bytes: [UInt8]) {
    let prepared = try CompressionPipeline().prepare(ByteInput(bytes: bytes), request)
    let picture = try prepared.compress(cache: (cache, content))
    return (picture.milliseconds.map(\.stage), picture.image.bytes.copy())
  }

  @Test func anotherQualityDecodesNothingAndGivesTheSameBytesAsAFreshRun() throws {
    let source = try jpeg(SyntheticPicture.photo.make(PixelSize(200, 150), PixelFormat(.rgb), seed: 1))
    let cache = ArtifactCache(maximumBytes: 1 << 20)
    var request = PipelineRequest.plain()
    request.sizing = SizingParameters(maxDimension: 100)
    let first = try stages(source, request, cache, content)
    #expect(first.stages.contains(.decode) && first.stages.contains(.resize))
    request.jpeg = JPEGParameters(quality: 40)
    let second = try stages(source, request, cache, content)
    #expect(!second.stages.contains(.resize))
    #expect(second.bytes != first.bytes)
    #expect(try CompressionPipeline().compress(ByteInput(bytes: source), request).image.bytes.copy() == second.bytes)
  }

  @Test func anotherFormatDecodesNothingAndKeepsNoPixelsTwice() throws {
    let source = try jpeg(SyntheticPicture.photo.make(PixelSize(64, 48), PixelFormat(.rgb), seed: 1))
    let cache = ArtifactCache(maximumBytes: 1 << 20)
    _ = try stages(source, .plain(.jpeg), cache, content)
    let kept = cache.byteCount
    for format in [ImageFormat.webp, .png] {
      let other = try stages(source, .plain(format), cache, content)
      #expect(other.stages == [.probe, .encode])
      #expect(
        try CompressionPipeline().compress(ByteInput(bytes: source), .plain(format)).image.bytes.copy() == other.bytes)
    }
    #expect(cache.byteCount == kept)
  }

  @Test func aPictureThatDoesNotFitIsEncodedRowByRow() throws {
    let source = try jpeg(SyntheticPicture.photo.make(PixelSize(64, 48), PixelFormat(.rgb), seed: 1))
    let cache = ArtifactCache(maximumBytes: 64 * 48 * 3 - 1)
    let prepared = try CompressionPipeline().prepare(ByteInput(bytes: source), .plain())
    #expect(!prepared.fits(cache))
    #expect(prepared.estimatedBytes(keepingIn: cache) == prepared.estimatedBytes)
    let bytes = try stages(source, .plain(), cache, content).bytes
    #expect(try CompressionPipeline().compress(ByteInput(bytes: source), .plain()).image.bytes.copy() == bytes)
    #expect(cache.byteCount == 0)
  }

  @Test func anotherSizeOrAnotherContentIsRenderedAnew() throws {
    let source = try jpeg(SyntheticPicture.photo.make(PixelSize(64, 48), PixelFormat(.rgb), seed: 1))
    let cache = ArtifactCache(maximumBytes: 1 << 20)
    var request = PipelineRequest.plain()
    _ = try stages(source, request, cache, content)
    request.sizing = SizingParameters(maxDimension: 32)
    #expect(try stages(source, request, cache, content).stages.contains(.resize))
    let other = ContentIdentity(hash: 2, byteCount: 1)
    #expect(try stages(source, request, cache, other).stages.contains(.resize))
  }

  @Test func theCacheStaysInsideItsBoundAndForgetsTheOldestUse() throws {
    let source = try jpeg(SyntheticPicture.noise.make(PixelSize(64, 64), PixelFormat(.rgb), seed: 1))
    let cache = ArtifactCache(maximumBytes: 30_000)  // two pictures of 64 rows of 192 bytes, not three
    var request = PipelineRequest.plain()
    request.sizing = SizingParameters(maxDimension: 64, enlarge: true)
    for hash in 1...3 { _ = try stages(source, request, cache, ContentIdentity(hash: UInt64(hash), byteCount: 1)) }
    #expect(cache.byteCount == 2 * 64 * 192)
    _ = try stages(source, request, cache, ContentIdentity(hash: 3, byteCount: 1))
    #expect(cache.byteCount == 2 * 64 * 192)
    let tiny = ArtifactCache(maximumBytes: 100)
    _ = try stages(source, request, tiny, content)
    #expect(tiny.byteCount == 0)
  }
}
