import Codecs
import Metadata
import Pixels
import Testing

/// Pictures made up in the tests, and what the tests do with them again and again.
enum Sample {
  /// A smooth slope in each colour, with an opacity that is never full and never 0, so that no encoder may forget it
  /// or the colours.
  static func picture(_ width: Int, _ height: Int, _ format: PixelFormat) -> PixelBuffer {
    let buffer = PixelBuffer(size: PixelSize(width, height), format: format)
    let top = format.depth == .eight ? 255 : 65_535
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<format.layout.channels {
          let isAlpha = format.layout.hasAlpha && channel == format.layout.channels - 1
          let slope = (x * (channel + 2) * 3 + y * (5 - channel)) * (top / 255)
          buffer[x: x, y: y, channel: channel] = isAlpha ? top - 1 - slope % (top - 1) : slope % (top + 1) / 2 + top / 4
        }
      }
    }
    return buffer
  }

  static func encode(
    _ buffer: PixelBuffer, _ parameters: EncodeParameters, _ metadata: MetadataBlocks = MetadataBlocks()
  ) throws -> [UInt8] {
    let codec = CodecCatalog.codec(for: parameters.format)
    return try codec.encode(BufferedRows(buffer), parameters: parameters, metadata: metadata).bytes.copy()
  }

  struct Decoded {
    var info: ImageInfo
    var picture: PixelBuffer
    var extent: (width: Double, height: Double)
    var warnings: [String]
  }

  /// Probes and decodes to the very end.
  static func decode(_ bytes: [UInt8], _ parameters: DecodeParameters = DecodeParameters()) throws -> Decoded {
    let input = ByteInput(bytes: bytes)
    let codec = try CodecCatalog.codec(for: input)
    let info = try codec.probe(input, limits: parameters.limits)
    let rows = try codec.decoder(for: input, info: info, parameters: parameters)
    let picture = try rows.readAll()
    try rows.finish()
    return Decoded(
      info: info, picture: picture, extent: (rows.extentWidth, rows.extentHeight),
      warnings: info.warnings + rows.warnings)
  }

  /// The error that reading `bytes` ends with; nil when it does not.
  static func failure(_ bytes: [UInt8], _ parameters: DecodeParameters = DecodeParameters()) -> CodecError? {
    do {
      _ = try decode(bytes, parameters)
      return nil
    } catch let error as CodecError {
      return error
    } catch {
      Issue.record("an error of another kind: \(error)")
      return nil
    }
  }

  /// Mean of the absolute differences over all samples, as a fraction of the full range.
  static func meanDifference(_ one: PixelBuffer, _ other: PixelBuffer) -> Double {
    guard one.size == other.size, one.format == other.format else { return .infinity }
    var sum = 0
    for y in 0..<one.size.height {
      for x in 0..<one.size.width {
        for channel in 0..<one.format.layout.channels {
          sum += abs(one[x: x, y: y, channel: channel] - other[x: x, y: y, channel: channel])
        }
      }
    }
    let samples = one.size.pixels * one.format.layout.channels
    return Double(sum) / Double(samples) / (one.format.depth == .eight ? 255 : 65_535)
  }

  /// A small TIFF structure with an orientation tag, little-endian.
  static func exif(type: UInt8 = 3, count: UInt8 = 1, value: [UInt8] = [6, 0, 0, 0]) -> [UInt8] {
    [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, type, 0, count, 0, 0, 0] + value + [0, 0, 0, 0]
  }

  static let xmp = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'></x:xmpmeta>".utf8)
}

extension EncodeParameters {
  /// The least lossy way of each format.
  static func best(_ format: ImageFormat) -> EncodeParameters {
    switch format {
    case .jpeg: .jpeg(JPEGParameters(quality: 95, progressive: false, chroma: .s444))
    case .png: .png(PNGParameters(level: 6))
    case .webp: .webp(WebPParameters(quality: 75, lossless: true, method: 2))
    }
  }

  /// Everything that is worth a round trip, with the mean difference that it may cost.
  static let everyKind: [(name: String, parameters: EncodeParameters, bound: Double)] = [
    ("jpeg 4:4:4", .jpeg(JPEGParameters(quality: 95, progressive: false, chroma: .s444)), 0.02),
    ("jpeg 4:2:2", .jpeg(JPEGParameters(quality: 95, progressive: false, chroma: .s422)), 0.05),
    ("jpeg 4:2:0 progressive", .jpeg(JPEGParameters(quality: 95)), 0.05),
    ("jpeg plain", .jpeg(JPEGParameters(quality: 95, progressive: false, optimizeCoding: false)), 0.05),
    ("png adaptive", .png(PNGParameters(level: 6)), 0),
    ("png stored", .png(PNGParameters(level: 0, filter: .none)), 0),
    ("png sub", .png(PNGParameters(level: 1, filter: .sub)), 0),
    ("png up", .png(PNGParameters(level: 9, filter: .up)), 0),
    ("png average", .png(PNGParameters(level: 3, filter: .average)), 0),
    ("png paeth", .png(PNGParameters(level: 6, filter: .paeth)), 0),
    ("png interlaced", .png(PNGParameters(level: 6, interlace: true)), 0),
    ("webp lossless", .webp(WebPParameters(quality: 50, lossless: true, method: 2)), 0),
    ("webp near-lossless", .webp(WebPParameters(quality: 50, lossless: true, nearLossless: 60, method: 2)), 0.02),
    ("webp lossy", .webp(WebPParameters(quality: 95, method: 4)), 0.05),
    ("webp sharp", .webp(WebPParameters(quality: 95, method: 2, sharpYUV: true)), 0.05),
  ]
}

extension [UInt8] {
  /// The offset of the first place where `needle` stands.
  func offset(of needle: [UInt8], from start: Int = 0) -> Int? {
    guard count >= needle.count else { return nil }
    return (start...(count - needle.count)).first { self[$0...].starts(with: needle) }
  }
}
