import Codecs
import Pipeline
import Pixels
import TestSupport
import Testing

struct DamageTests {
  private let whole: [UInt8]

  init() throws { whole = try jpeg(SyntheticPicture.photo.make(PixelSize(160, 120), PixelFormat(.rgb)), quality: 90) }

  @Test func damageThatIsAllowedIsConvertedWithAWarningThatTellsWhereItEnded() throws {
    let cut = Array(whole.prefix(whole.count / 2))
    #expect(throws: CodecError.self) { try run(cut, .plain()) }
    var request = PipelineRequest.plain()
    request.decode.damage = .allow
    let outcome = try run(cut, request)
    #expect(outcome.picture.size == PixelSize(160, 120))
    #expect(outcome.compressed.changes.contains(.damageAccepted))
    #expect(outcome.compressed.warnings.contains { $0.contains("rows") }, "\(outcome.compressed.warnings)")
  }

  @Test func whatFollowsTheEndIsLeftOutAndTold() throws {
    let outcome = try run(whole + Array("secret".utf8), .plain())
    #expect(outcome.compressed.changes.contains(.metadataDropped))
    #expect(outcome.compressed.warnings.contains { $0.contains("6 bytes behind the end") })
    #expect(!outcome.compressed.image.bytes.copy().suffix(6).elementsEqual("secret".utf8))
  }

  @Test func limitsAreThoseOfTheRequest() throws {
    var request = PipelineRequest.plain()
    request.decode.limits.maximumPixels = 160 * 120 - 1
    do {
      _ = try run(whole, request)
      Issue.record("a picture past the limit was taken")
    } catch let error as CodecError {
      #expect(error.description.contains("limits.pixels"))
    }
  }

  @Test func aSideThatTheOutputCannotHoldIsNamedBeforeAnyPixelIsDecoded() throws {
    let long = try png(flatPicture(16_384, 1, PixelFormat(.gray), [7]))
    do {
      _ = try CompressionPipeline().prepare(ByteInput(bytes: long), .plain(.webp))
      Issue.record("a picture of 16,384 pixels was taken for WebP")
    } catch let error as CodecError {
      #expect(error.description.contains("16,383"))
    }
  }
}
