import Codecs
import Metadata
import Pipeline
import Pixels
import TestSupport
import Testing

/// When a JPEG is written from its coefficients instead of being encoded again.
struct TranscodingTests {
  /// 64 x 48: whole blocks, so that every turn is possible without loss.
  private func source(orientation: Int = 6, size: PixelSize = PixelSize(64, 48)) throws -> [UInt8] {
    let picture = SyntheticPicture.photo.make(size, PixelFormat(.rgb))
    return try jpeg(
      picture, chroma: .s420, quality: 60, metadata: MetadataBlocks(exif: exifBlock(orientation: orientation)))
  }

  private func request(_ policy: TranscodePolicy, quality: Int) -> PipelineRequest {
    var request = PipelineRequest.plain()
    request.transcode = policy
    request.jpeg = JPEGParameters(quality: quality, progressive: false, chroma: .s420)
    return request
  }

  @Test func encodingAgainThatGainsNothingIsReplacedByATurnWithoutLoss() throws {
    let outcome = try run(source(), request(.auto, quality: 100))
    #expect(outcome.compressed.image.nativeQuality == "lossless")
    #expect(outcome.picture.size == PixelSize(48, 64))
    #expect(outcome.info.metadata.isEmpty)
  }

  @Test func aLowerQualityThatIsSmallerIsStillEncoded() throws {
    #expect(try run(source(), request(.auto, quality: 20)).compressed.image.nativeQuality == "q20")
  }

  @Test func alwaysAndNeverDecide() throws {
    #expect(try run(source(), request(.always, quality: 20)).compressed.image.nativeQuality == "lossless")
    #expect(try run(source(), request(.never, quality: 100)).compressed.image.nativeQuality == "q100")
  }

  @Test func aPictureThatIsResizedOrReformattedIsEncoded() throws {
    var resized = request(.always, quality: 90)
    resized.sizing = SizingParameters(maxDimension: 32)
    #expect(try run(source(), resized).compressed.image.nativeQuality == "q90")
    var reformatted = request(.always, quality: 90)
    reformatted.format = .png
    #expect(try run(source(), reformatted).compressed.image.format == .png)
  }

  @Test func aTurnThatWouldMoveHalfBlocksIsDoneByEncoding() throws {
    let outcome = try run(source(size: PixelSize(61, 45)), request(.always, quality: 100))
    #expect(outcome.compressed.image.nativeQuality == "q100")
    #expect(outcome.picture.size == PixelSize(45, 61))
  }
}
