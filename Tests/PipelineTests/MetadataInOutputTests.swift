import CLCMS2
import Codecs
import Metadata
import Pipeline
import Pixels
import TestSupport
import Testing

/// What stands beside the pixels of an output, in every pair of formats.
struct MetadataInOutputTests {
  private static let xmp = Array(
    "<x:xmpmeta xmlns:x='adobe:ns:meta/'><a tiff:Orientation=\"6\" b=\"1\"/></x:xmpmeta>".utf8)

  private func source(_ format: ImageFormat, orientation: Int = 6) throws -> [UInt8] {
    let picture = SyntheticPicture.photo.make(PixelSize(48, 32), PixelFormat(.rgb))
    let metadata = MetadataBlocks(exif: exifBlock(orientation: orientation), xmp: Self.xmp)
    let parameters: EncodeParameters =
      switch format {
      case .jpeg: .jpeg(JPEGParameters(quality: 95, progressive: false, chroma: .s444))
      case .png: .png(PNGParameters(level: 1))
      case .webp: .webp(WebPParameters(quality: 90, lossless: true))
      }
    return try encoded(picture, as: parameters, metadata: metadata)
  }

  @Test(arguments: ImageFormat.allCases, ImageFormat.allCases)
  func nothingIsLeftUnlessItIsKept(from: ImageFormat, to: ImageFormat) throws {
    let outcome = try run(source(from), .plain(to))
    #expect(outcome.info.metadata.isEmpty && !outcome.info.hasOtherMetadata)
    #expect(outcome.compressed.changes.contains(.metadataDropped))
  }

  @Test(arguments: ImageFormat.allCases, ImageFormat.allCases)
  func whatIsKeptNeverContradictsThePixels(from: ImageFormat, to: ImageFormat) throws {
    var request = PipelineRequest.plain(to)
    request.metadata = MetadataPolicy(keepsEXIF: true, keepsXMP: true)
    let outcome = try run(source(from), request)
    #expect(outcome.picture.size == PixelSize(32, 48), "turned upright")
    #expect(outcome.info.orientation == .up)
    let exif = try #require(outcome.info.metadata.exif)
    #expect(exif.count == exifBlock(orientation: 6).count)
    #expect(ExifBlock(exif).orientation == .up)
    let xmp = try #require(outcome.info.metadata.xmp.map { String(decoding: $0, as: UTF8.self) })
    #expect(xmp.contains("tiff:Orientation=\"1\" b=\"1\""))
    #expect(!outcome.compressed.changes.contains(.metadataDropped))
  }

  @Test(arguments: ImageFormat.allCases, ImageFormat.allCases)
  func aKeptProfileIsTheSameBytes(from: ImageFormat, to: ImageFormat) throws {
    let profile = linearProfile()
    let picture = SyntheticPicture.photo.make(PixelSize(48, 32), PixelFormat(.rgb))
    let bytes = try encoded(
      picture, as: PipelineRequest.plain(from).encodeParameters(for: from), metadata: MetadataBlocks(icc: profile))
    let kept = try run(bytes, .plain(to))
    #expect(kept.info.metadata.icc == profile)
    #expect(!kept.compressed.changes.contains(.colorConverted))

    var request = PipelineRequest.plain(to)
    request.profile = .srgb
    let converted = try run(bytes, request)
    #expect(converted.info.metadata.icc == nil)
    #expect(converted.compressed.changes.contains(.colorConverted))
    // Light of one half is stored as 128 by a linear profile and as 188 by sRGB: everything became brighter.
    #expect(mean(converted.picture) > mean(kept.picture) + 10)
  }

  @Test func aBrokenOrMismatchedProfileIsToldAndIgnored() throws {
    let picture = SyntheticPicture.photo.make(PixelSize(8, 8), PixelFormat(.gray))
    for (profile, words) in [(linearProfile(), "is for rgb"), (Array("no profile at all".utf8), "broken")] {
      // libpng itself would refuse such a profile; JPEG carries anything.
      let bytes = try encoded(picture, as: .jpeg(JPEGParameters(quality: 100)), metadata: MetadataBlocks(icc: profile))
      var request = PipelineRequest.plain(.png)
      request.profile = .srgb
      let outcome = try run(bytes, request)
      #expect(outcome.compressed.warnings.contains { $0.contains(words) }, "\(outcome.compressed.warnings)")
      #expect(!outcome.compressed.changes.contains(.colorConverted))
    }
  }

  /// sRGB's primaries with a straight curve.
  private func linearProfile() -> [UInt8] {
    let curve = cmsBuildGamma(nil, 1)
    defer { cmsFreeToneCurve(curve) }
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: 0.64, y: 0.33, Y: 1), Green: cmsCIExyY(x: 0.30, y: 0.60, Y: 1),
      Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
    var curves = [curve, curve, curve]
    let profile = cmsCreateRGBProfile(&white, &primaries, &curves)
    defer { cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }

  private func mean(_ picture: PixelBuffer) -> Double {
    let values = samples(picture)
    return Double(values.reduce(0, +)) / Double(values.count)
  }
}
