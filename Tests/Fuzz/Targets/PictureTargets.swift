import Codecs
import Color
import Metadata
import Pipeline
import Pixels

/// A whole picture through every stage, by a choice of settings.
func fuzzPipeline(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  let input = ByteInput(bytes: bytes.starts(with: [0x89, 0x50]) ? repairedPNG(bytes) : bytes)
  let sizing = choices.pick([
    SizingParameters(), SizingParameters(maxDimension: 40), SizingParameters(maxWidth: 9, maxHeight: 300),
    SizingParameters(maxDimension: 96, enlarge: true),
  ])
  let request = PipelineRequest(
    decode: DecodeParameters(
      limits: smallLimits, damage: choices.toss() ? .allow : .refuse, animation: choices.toss() ? .firstFrame : .refuse,
      deliversCMYK: true),
    sizing: sizing, filter: choices.pick([.lanczos3, .mitchell, .nearest, .linear]), linearLight: choices.toss(),
    background: BackgroundColor(red: 1, green: 2, blue: 3), profile: choices.toss() ? .keep : .srgb,
    metadata: MetadataPolicy(keepsEXIF: choices.toss(), keepsXMP: choices.toss()),
    transcode: choices.pick([.auto, .always, .never]), format: choices.pick([nil, .jpeg, .png, .webp]),
    jpeg: JPEGParameters(quality: 60, progressive: choices.toss(), optimizeCoding: choices.toss()),
    png: PNGParameters(level: 1, filter: choices.pick([.none, .adaptive])),
    webp: WebPParameters(quality: 50, lossless: choices.toss(), method: 0))
  do {
    let prepared = try CompressionPipeline().prepare(input, request)
    guard prepared.target.pixels <= smallLimits.maximumPixels * 4 else { return }
    require(prepared.estimatedBytes > 0, "an estimate is above 0")
    let picture = try prepared.compress()
    let output = ByteInput(bytes: picture.image.bytes.copy())
    let info = try requireNoError("reading the output") {
      try CodecCatalog.codec(for: picture.image.format).probe(output, limits: DecodeLimits())
    }
    require(info.size == prepared.target, "the output has \(info.size) and should have \(prepared.target)")
    require(info.orientation == .up, "the output is to be turned")
  } catch {
    require(!"\(error)".isEmpty, "an error has words")
  }
}

func fuzzExif(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  let block = ExifBlock(bytes)
  let orientation = block.orientation
  let size = choices.pick([PixelSize(1, 1), PixelSize(640, 480), PixelSize(65_536, 70_000), PixelSize(257, 65_535)])
  let result = block.describing(size, isTurned: choices.toss())
  require(result.count == bytes.count, "the block changed its length")
  require(ExifBlock(result).orientation == .up, "from \(orientation) it became \(ExifBlock(result).orientation)")
}

func fuzzXMP(_ bytes: [UInt8]) {
  let size = PixelSize(1_234, 567)
  let result = XMPPacket(bytes).describing(size)
  require(XMPPacket(result).describing(size) == result, "describing it again changes it")
}

/// A profile read and used on a row of each kind of pixels that it may be for.
func fuzzProfile(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  do {
    let profile = try ColorProfile(icc: bytes)
    let layout: PixelLayout =
      switch profile.space {
      case .gray: choices.pick([.gray, .grayAlpha])
      case .rgb: choices.pick([.rgb, .rgba])
      case .cmyk: .cmyk
      }
    let depth: SampleDepth = layout != .cmyk && choices.toss() ? .sixteen : .eight
    let transform = try ColorTransform(from: profile, format: PixelFormat(layout, depth))
    _ = transform.isIdentity
    let row = PixelBuffer(size: PixelSize(67, 1), format: transform.input)
    for index in 0..<row.rowBytes {
      row.row(0).storeBytes(of: UInt8(index * 37 & 255), toByteOffset: index, as: UInt8.self)
    }
    _ = try ColorConvertedRows(BufferedRows(row), transform).readAll()
  } catch {
    require(!"\(error)".isEmpty, "an error has words")
  }
}
