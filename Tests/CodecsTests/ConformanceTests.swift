import Codecs
import Metadata
import Pixels
import Testing

/// What every codec has to satisfy, over the whole catalog.
@Suite struct ConformanceTests {
  static let formats: [PixelFormat] = PixelLayout.allCases.filter { $0 != .cmyk }
    .flatMap { layout in SampleDepth.allCases.map { PixelFormat(layout, $0) } }
  static let sizes = [PixelSize(1, 1), PixelSize(1, 40), PixelSize(3, 7), PixelSize(17, 16), PixelSize(65, 33)]

  @Test func theCatalogHasEachFormatOnce() {
    #expect(CodecCatalog.all.map(\.format) == ImageFormat.allCases)
    for format in ImageFormat.allCases { #expect(CodecCatalog.codec(for: format).format == format) }
  }

  @Test(arguments: EncodeParameters.everyKind.indices)
  func whatIsWrittenIsReadAgain(kind: Int) throws {
    let (name, parameters, bound) = EncodeParameters.everyKind[kind]
    let codec = CodecCatalog.codec(for: parameters.format)
    for format in Self.formats where codec.accepts(format) {
      for size in Self.sizes {
        let picture = Sample.picture(size.width, size.height, format)
        let bytes = try Sample.encode(picture, parameters)
        let back = try Sample.decode(bytes)
        #expect(back.info.format == parameters.format)
        #expect(back.info.size == size)
        #expect(back.warnings.isEmpty, "\(back.warnings)")
        #expect(back.info.droppedContents.isEmpty)
        #expect(back.picture.format == format, "\(name) \(format) \(size)")
        let difference = Sample.meanDifference(picture, back.picture)
        #expect(difference <= bound, "\(name) \(format) \(size): \(difference)")
      }
    }
  }

  @Test(arguments: ImageFormat.allCases)
  func theNearestEncodableFormatIsAcceptedAndKeepsWhatItCan(format: ImageFormat) {
    let codec = CodecCatalog.codec(for: format)
    for source in Self.formats + [PixelFormat(.cmyk)] {
      let target = codec.encodableFormat(for: source)
      #expect(codec.accepts(target))
      #expect(!source.layout.isColor || target.layout.isColor)
      #expect(target.layout.hasAlpha == (source.layout.hasAlpha && format.supportsAlpha))
    }
    #expect(codec.accepts(PixelFormat(.rgb)))
    #expect(!codec.accepts(PixelFormat(.cmyk)))
  }

  @Test(arguments: [ImageFormat.png, .webp])
  func opacityIsKeptExactly(format: ImageFormat) throws {
    let picture = Sample.picture(65, 33, PixelFormat(.rgba))
    let ways: [EncodeParameters] =
      format == .png ? [.best(.png)] : [.best(.webp), .webp(WebPParameters(quality: 60, alphaQuality: 100))]
    for way in ways {
      let back = try Sample.decode(try Sample.encode(picture, way)).picture
      for y in 0..<33 { for x in 0..<65 { #expect(back[x: x, y: y, channel: 3] == picture[x: x, y: y, channel: 3]) } }
    }
  }

  @Test(arguments: ImageFormat.allCases)
  func metadataComesBackByteForByte(format: ImageFormat) throws {
    let picture = Sample.picture(17, 16, PixelFormat(.rgb))
    let metadata = MetadataBlocks(exif: Sample.exif(), xmp: Sample.xmp)
    let back = try Sample.decode(try Sample.encode(picture, .best(format), metadata))
    #expect(back.info.metadata == metadata)
    #expect(back.info.orientation == .right)
    #expect(back.warnings.isEmpty)
    #expect(Sample.meanDifference(picture, back.picture) < 0.02)
  }

  @Test func aLongProfileIsSplitOverJPEGSegmentsAndPutTogether() throws {
    let profile = (0..<150_000).map { UInt8(truncatingIfNeeded: $0 * 7 ^ ($0 >> 8)) }
    let picture = Sample.picture(3, 7, PixelFormat(.rgb))
    let bytes = try Sample.encode(picture, .best(.jpeg), MetadataBlocks(icc: profile))
    #expect(try Sample.decode(bytes).info.metadata.icc == profile)
    let webp = try Sample.encode(picture, .best(.webp), MetadataBlocks(icc: profile))
    #expect(try Sample.decode(webp).info.metadata.icc == profile)
  }

  @Test func whatDoesNotFitIntoAJPEGSegmentIsSaid() throws {
    let picture = Sample.picture(3, 7, PixelFormat(.rgb))
    let fits = MetadataBlocks(xmp: [UInt8](repeating: 0x20, count: 65_502))
    #expect(try Sample.decode(try Sample.encode(picture, .best(.jpeg), fits)).info.metadata == fits)
    let large = MetadataBlocks(xmp: [UInt8](repeating: 0x20, count: 65_503))
    #expect(throws: CodecError.metadataTooLarge(.jpeg, block: "XMP", bytes: 65_503, maximum: 65_502)) {
      try Sample.encode(picture, .best(.jpeg), large)
    }
  }

  @Test(arguments: EncodeParameters.everyKind.indices)
  func aFileCutOffAnywhereIsRefusedInWords(kind: Int) throws {
    let (_, parameters, _) = EncodeParameters.everyKind[kind]
    let codec = CodecCatalog.codec(for: parameters.format)
    let format = codec.encodableFormat(for: PixelFormat(.rgba))
    let bytes = try Sample.encode(Sample.picture(65, 33, format), parameters, MetadataBlocks(exif: Sample.exif()))
    for length in Array(stride(from: 0, to: bytes.count, by: 37)) + [bytes.count - 2, bytes.count - 1] {
      // The last byte of a WebP may be padding.
      if parameters.format == .webp, length == bytes.count - 1 { continue }
      let error = Sample.failure(Array(bytes[..<length]))
      #expect(error != nil, "cut to \(length) of \(bytes.count)")
      var allowing = DecodeParameters()
      allowing.damage = .allow
      _ = Sample.failure(Array(bytes[..<length]), allowing)
    }
  }

  @Test(arguments: ImageFormat.allCases)
  func everyByteMayBeWrongWithoutACrash(format: ImageFormat) throws {
    let codec = CodecCatalog.codec(for: format)
    let pixels = codec.encodableFormat(for: PixelFormat(.rgba))
    let bytes = try Sample.encode(Sample.picture(17, 16, pixels), .best(format), MetadataBlocks(exif: Sample.exif()))
    var parameters = DecodeParameters()
    parameters.damage = .allow
    parameters.limits.maximumPixels = 1_000_000
    for offset in bytes.indices {
      for mask: UInt8 in [0xFF, 0x5A, 0x01] {
        var broken = bytes
        broken[offset] ^= mask
        _ = Sample.failure(broken, parameters)
      }
    }
  }

  @Test(arguments: ImageFormat.allCases)
  func aPictureOfTooManyPixelsIsRefusedBeforeItIsDecoded(format: ImageFormat) throws {
    let bytes = try Sample.encode(Sample.picture(65, 33, PixelFormat(.rgb)), .best(format))
    var limits = DecodeLimits()
    limits.maximumPixels = 2144
    let input = ByteInput(bytes: bytes)
    let codec = CodecCatalog.codec(for: format)
    let error = #expect(throws: CodecError.self) { try codec.probe(input, limits: limits) }
    let words = "the picture is declared as 65x33: 2,145 pixels, the limit is 2,144 (limits.pixels)"
    #expect(error?.description == words)
    limits.maximumPixels = 2145
    #expect(throws: Never.self) { try codec.probe(input, limits: limits) }
  }

  @Test(arguments: [EncodeParameters.best(.jpeg), .jpeg(JPEGParameters(quality: 80)), .best(.png)])
  func aDecoderThatHasUsedItsTimeGivesUp(way: EncodeParameters) throws {
    let bytes = try Sample.encode(Sample.picture(65, 33, PixelFormat(.rgb)), way)
    let info = try Sample.decode(bytes).info
    var limits = DecodeLimits()
    limits.maximumSeconds = 0
    let error = #expect(throws: CodecError.self) {
      try CodecCatalog.codec(for: way.format).decoder(
        for: ByteInput(bytes: bytes), info: info, parameters: DecodeParameters(limits: limits)
      ).readAll()
    }
    #expect(error?.description == "decoding takes too long: more than 0.0 s of processor time (limits.seconds)")
  }

  @Test(arguments: ImageFormat.allCases)
  func aFileThatHasChangedSinceItWasProbedIsRefused(format: ImageFormat) throws {
    let codec = CodecCatalog.codec(for: format)
    func bytes(_ width: Int, _ pixels: PixelFormat) throws -> [UInt8] {
      try Sample.encode(Sample.picture(width, 16, codec.encodableFormat(for: pixels)), .best(format))
    }
    let first = ByteInput(bytes: try bytes(17, PixelFormat(.rgb)))
    let info = try codec.probe(first, limits: DecodeLimits())
    let wider = ByteInput(bytes: try bytes(18, PixelFormat(.rgb)))
    #expect(throws: CodecError.changedWhileRead) {
      try codec.decoder(for: wider, info: info, parameters: DecodeParameters()).readAll()
    }
    guard format != .webp else { return }
    let grayer = ByteInput(bytes: try bytes(17, PixelFormat(.gray)))
    #expect(throws: CodecError.changedWhileRead) {
      try codec.decoder(for: grayer, info: info, parameters: DecodeParameters()).readAll()
    }
  }

  @Test(arguments: ImageFormat.allCases)
  func theEstimatesOfMemoryGrowWithThePicture(format: ImageFormat) throws {
    let codec = CodecCatalog.codec(for: format)
    let parameters = EncodeParameters.best(format)
    let rgb = PixelFormat(.rgb)
    let small = codec.encodingBytes(for: PixelSize(100, 100), format: rgb, parameters: parameters)
    let large = codec.encodingBytes(for: PixelSize(1000, 1000), format: rgb, parameters: parameters)
    #expect(0 < small && small < large)
    let info = try Sample.decode(try Sample.encode(Sample.picture(65, 33, rgb), parameters)).info
    #expect(codec.decodingBytes(for: info, parameters: DecodeParameters()) > 0)
    #expect(info.isDecodedWhole == (format == .webp))
  }

  @Test(arguments: [ImageFormat.jpeg, .webp])
  func aSideThatTheFormatCannotSayIsRefused(format: ImageFormat) {
    let rows = EmptyRows(PixelSize(format.maximumSide + 1, 1))
    let error = CodecError.sideTooLong(format, side: format.maximumSide + 1, maximum: format.maximumSide)
    #expect(throws: error) {
      try CodecCatalog.codec(for: format).encode(rows, parameters: .best(format), metadata: MetadataBlocks())
    }
  }

  @Test(arguments: ImageFormat.allCases)
  func rowsThatRunOutAreAnErrorAndNotAHalfPicture(format: ImageFormat) {
    let rows = EmptyRows(PixelSize(8, 8))
    #expect(throws: RowSourceError.self) {
      try CodecCatalog.codec(for: format).encode(rows, parameters: .best(format), metadata: MetadataBlocks())
    }
  }

  private final class EmptyRows: RowSource {
    let size: PixelSize
    let format = PixelFormat(.rgb)
    init(_ size: PixelSize) { self.size = size }
    func read(into batch: PixelBuffer) -> Int { 0 }
  }
}
