import Codecs
import Metadata
import Pipeline
import Pixels
import TestSupport
import Testing

/// What comes to the same for a picture is found, and really gives the same bytes.
struct OutputKeyTests {
  /// Requests that differ in one thing each, from a base that writes `format`.
  private func requests(_ format: ImageFormat) -> [PipelineRequest] {
    var base = PipelineRequest.plain(format)
    base.jpeg = JPEGParameters(quality: 70, progressive: false)
    base.webp = WebPParameters(quality: 70)
    var all = [base]
    func add(_ change: (inout PipelineRequest) -> Void) {
      var copy = base
      change(&copy)
      all.append(copy)
    }
    add { $0.filter = .linear }
    add { $0.linearLight = true }
    add { $0.sizing = SizingParameters(maxDimension: 9_999) }
    add { $0.sizing = SizingParameters(maxDimension: 20) }
    add { $0.background = BackgroundColor(red: 255, green: 0, blue: 0) }
    add { $0.profile = .srgb }
    add { $0.metadata = MetadataPolicy(keepsEXIF: true) }
    add { $0.transcode = .always }
    add { $0.jpeg.quality = 60 }
    add { $0.jpeg.chroma = .s444 }
    add { $0.jpeg.optimizeCoding = false }
    add { $0.jpeg.progressive = true }
    add {
      $0.jpeg.progressive = true
      $0.jpeg.optimizeCoding = false
    }
    add { $0.png.level = 9 }
    add { $0.webp.quality = 60 }
    add { $0.webp.alphaQuality = 20 }
    add { $0.webp.nearLossless = 20 }
    add { $0.webp.sharpYUV = true }
    add { $0.webp.lossless = true }
    add {
      $0.webp.lossless = true
      $0.webp.nearLossless = 20
    }
    return all
  }

  private static let sources: [(name: String, bytes: [UInt8])] = {
    let photo = SyntheticPicture.photo
    func make(
      _ format: PixelFormat, _ parameters: EncodeParameters, _ blocks: MetadataBlocks = MetadataBlocks()
    ) -> [UInt8] {
      do { return try encoded(photo.make(PixelSize(48, 36), format), as: parameters, metadata: blocks) } catch {
        preconditionFailure("\(error)")
      }
    }
    return [
      ("a photo", make(PixelFormat(.rgb), .jpeg(JPEGParameters(quality: 90)))),
      (
        "a photo with EXIF",
        make(PixelFormat(.rgb), .jpeg(JPEGParameters(quality: 90)), MetadataBlocks(exif: exifBlock(orientation: 1)))
      ),
      ("a gray picture", make(PixelFormat(.gray), .png(PNGParameters()))),
      ("a clear picture", make(PixelFormat(.rgba), .png(PNGParameters()))),
      ("a gray clear picture", make(PixelFormat(.grayAlpha), .png(PNGParameters()))),
      ("a deep picture", make(PixelFormat(.rgb, .sixteen), .png(PNGParameters()))),
      ("a WebP", make(PixelFormat(.rgb), .webp(WebPParameters(quality: 90)))),
    ]
  }()

  @Test(arguments: ImageFormat.allCases, sources.indices) func requestsThatComeToTheSameGiveTheSameBytes(
    format: ImageFormat, source: Int
  ) throws {
    let (name, bytes) = Self.sources[source]
    let input = ByteInput(bytes: bytes)
    let info = try CompressionPipeline().prepare(input, .plain()).info
    var outputs: [OutputKey: [UInt8]] = [:]
    for request in requests(format) {
      let output = try CompressionPipeline().compress(input, request).image.bytes.copy()
      let key = OutputKey(request, for: info)
      if let known = outputs.updateValue(output, forKey: key) { #expect(known == output, "\(name): \(request)") }
    }
    #expect(outputs.count < requests(format).count, "\(name): something comes to the same")
    #expect(outputs.count > 2, "\(name): and something does not")
  }

  @Test(arguments: sources.indices) func pixelsRenderedForOneRequestServeEveryOtherOfTheSameRendering(
    source: Int
  ) throws {
    let (name, bytes) = Self.sources[source]
    let input = ByteInput(bytes: bytes)
    let info = try CompressionPipeline().prepare(input, .plain()).info
    var rendered: [RenderKey: RenderedPicture] = [:]
    let all = ImageFormat.allCases.flatMap(requests)
    for request in all {
      let key = OutputKey(request, for: info).rendering
      let picture = try rendered[key] ?? CompressionPipeline().prepare(input, request).render()
      rendered[key] = picture
      let own = try CompressionPipeline().compress(input, request)
      let shared = try picture.encode(request)
      #expect(shared.image.bytes.copy() == own.image.bytes.copy(), "\(name): \(request)")
      #expect(shared.changes == own.changes && shared.warnings == own.warnings, "\(name): \(request)")
    }
    #expect(rendered.count < all.count / 2, "\(name): \(rendered.count) renderings")
  }

  @Test func aPhotoIsRenderedOnceForAllFormats() throws {
    let input = ByteInput(bytes: Self.sources[0].bytes)
    let info = try CompressionPipeline().prepare(input, .plain()).info
    let keys = Set(ImageFormat.allCases.map { OutputKey(.plain($0), for: info).rendering })
    #expect(keys.count == 1)
  }
}
