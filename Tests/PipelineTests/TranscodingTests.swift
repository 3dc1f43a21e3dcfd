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

  @Test func whatIsStoredAsCoarselyAsIsWantedIsNeverEncodedAgain() throws {
    for quality in [60, 61, 80] {
      let outcome = try run(source(), request(.auto, quality: quality))
      #expect(outcome.compressed.image.nativeQuality == "lossless", "quality \(quality)")
    }
    #expect(try run(source(), request(.auto, quality: 55)).compressed.image.nativeQuality == "q55")
  }

  @Test func aPictureThatHasNothingToLoseIsNotEncodedAgainEither() throws {
    let picture = SyntheticPicture.photo.make(PixelSize(61, 45), PixelFormat(.rgb))
    let outcome = try run(jpeg(picture, chroma: .s420, quality: 60), request(.auto, quality: 60))
    #expect(outcome.compressed.image.nativeQuality == "lossless")
    #expect(outcome.compressed.changes.isEmpty)
  }

  @Test func finerColoursThanAreWantedAreEncoded() throws {
    let picture = SyntheticPicture.photo.make(PixelSize(64, 48), PixelFormat(.rgb))
    let bytes = try jpeg(picture, chroma: .s444, quality: 60, metadata: MetadataBlocks(exif: exifBlock(orientation: 6)))
    #expect(try run(bytes, request(.auto, quality: 60)).compressed.image.nativeQuality == "q60")
    var fine = request(.auto, quality: 60)
    fine.jpeg.chroma = .s444
    #expect(try run(bytes, fine).compressed.image.nativeQuality == "lossless")
  }

  @Test func damageThatIsAllowedIsDoneByEncoding() throws {
    let whole = try source()
    var allowing = request(.always, quality: 60)
    #expect(throws: CodecError.self) { try run(Array(whole.dropLast(200)), allowing) }
    allowing.decode.damage = .allow
    let outcome = try run(Array(whole.dropLast(200)), allowing)
    #expect(outcome.compressed.image.nativeQuality == "q60")
    #expect(outcome.compressed.changes.contains(.damageAccepted))
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
