import CCodecShims
import Metadata
import Pixels

/// JPEG through libjpeg-turbo.
public struct JPEGCodec: Codec {
  public init() {}

  public var format: ImageFormat { .jpeg }

  public func probe(_ input: ByteInput, limits: DecodeLimits) throws -> ImageInfo {
    let structure = try JPEGStructure(input)
    if let frame = structure.frame {
      try limits.check(frame.size)
      try Self.refuseUnreadable(frame)
    }
    try limits.check(scans: structure.scans)
    let decoder = try JPEGDecoder(input, limits: limits)
    let header = decoder.header
    let size = PixelSize(Int(header.width), Int(header.height))
    try limits.check(size)
    var info = ImageInfo(format: .jpeg, size: size, pixelFormat: try Self.pixelFormat(of: header))
    let (profile, complaint) = structure.assembledProfile(limit: limits.maximumProfileBytes)
    info.metadata = MetadataBlocks(exif: structure.exif, xmp: structure.xmp, icc: profile)
    info.hasOtherMetadata = structure.hasOtherMetadata
    info.orientation = structure.exif.map { ExifBlock($0).orientation } ?? .up
    info.codingDescription = structure.codingDescription(of: header)
    info.isDecodedWhole = header.multiple_scans != 0
    info.droppedContents = structure.droppedContents
    info.warnings = structure.warnings + [complaint].compactMap(\.self) + decoder.warnings
    let luma = structure.frame?.components.first.flatMap { structure.quantisation[$0.table] }
    info.estimatedNativeQuality = luma.flatMap(JPEGQuality.estimate)
    if info.pixelFormat.layout == .rgb {
      info.chroma = ChromaSubsampling.allCases.first { info.codingDescription.contains($0.rawValue) }
    }
    return info
  }

  /// What libjpeg has no code for, by name; it would only give the marker's number.
  private static func refuseUnreadable(_ frame: JPEGStructure.Frame) throws {
    let what: String? =
      switch frame.marker {
      case 0xC3: "coded losslessly (SOF3)"
      case 0xCB: "coded losslessly with arithmetic coding (SOF11)"
      case 0xC5...0xC7, 0xCD...0xCF: "of the hierarchical form (SOF\(frame.marker - 0xC0))"
      default: frame.precision == 8 ? nil : "with \(frame.precision)-bit samples"
      }
    if let what {
      throw CodecError.unsupportedVariant(
        .jpeg, what: "\(what) cannot be read", hint: "only 8-bit baseline, extended and progressive forms are")
    }
  }

  static func pixelFormat(of header: ccodec_jpeg_header) throws -> PixelFormat {
    switch header.color {
    case CCODEC_JPEG_GRAY: return PixelFormat(.gray)
    case CCODEC_JPEG_RGB, CCODEC_JPEG_YCBCR: return PixelFormat(.rgb)
    case CCODEC_JPEG_CMYK, CCODEC_JPEG_YCCK: return PixelFormat(.cmyk)
    default:
      throw CodecError.unsupportedVariant(
        .jpeg, what: "with \(counted(Int(header.components), "channel")) of unknown meaning cannot be read", hint: nil)
    }
  }

  public func decoder(for input: ByteInput, info: ImageInfo, parameters: DecodeParameters) throws -> any DecodedRows {
    if info.pixelFormat.layout == .cmyk, !parameters.deliversCMYK {
      throw CodecError.unsupportedVariant(
        .jpeg, what: "in CMYK inks cannot be converted to screen colours yet", hint: "convert it to sRGB first")
    }
    return try JPEGRows(input, info: info, parameters: parameters)
  }

  public func decodingBytes(for info: ImageInfo, parameters: DecodeParameters) -> Int {
    // One scan: a few rows of blocks. Several: every coefficient takes 2 bytes, before any reduction.
    let channels = info.pixelFormat.layout.channels
    let rows = info.size.width * channels * 64 + 524_288
    guard info.isDecodedWhole else { return rows }
    let samples = Self.samples(info.size, channels: channels, info.chroma ?? .s444)
    return rows + samples * 2
  }

  /// Samples of all channels of a picture whose two last ones are smaller.
  private static func samples(_ size: PixelSize, channels: Int, _ chroma: ChromaSubsampling) -> Int {
    channels < 3
      ? size.pixels * channels
      : size.pixels * (channels - 2) + size.pixels * 2 / (chroma.horizontal * chroma.vertical)
  }

  public func encode(
    _ rows: any RowSource, parameters: EncodeParameters, metadata: MetadataBlocks
  ) throws -> EncodedImage {
    guard case .jpeg(let own) = parameters else { preconditionFailure("parameters of another codec") }
    precondition(accepts(rows.format), "rows in a format that JPEG does not take")
    try checkSides(of: rows.size)
    return try JPEGEncoder.encode(rows, own, metadata)
  }

  public func encodingBytes(for size: PixelSize, format: PixelFormat, parameters: EncodeParameters) -> Int {
    guard case .jpeg(let own) = parameters else { return 0 }
    // Coefficients of 2 bytes where two passes are needed, else some rows; and the file, which noise can make as large as
    // its samples, at the very best quality larger.
    let channels = format.layout.channels
    let samples = Self.samples(size, channels: channels, own.chroma)
    let coefficients = own.progressive || own.optimizeCoding ? samples * 2 : 0
    return coefficients + samples * 5 / 4 + size.width * channels * 64 + 524_288
  }

  public func encodableFormat(for format: PixelFormat) -> PixelFormat {
    format.layout.isColor ? PixelFormat(.rgb) : PixelFormat(.gray)
  }
}

extension JPEGStructure {
  /// "baseline 4:2:0", "progressive gray", "extended arithmetic 4:4:4 RGB".
  func codingDescription(of header: ccodec_jpeg_header) -> String {
    guard let frame else { return "" }
    var words = [isProgressive ? "progressive" : frame.marker == 0xC0 ? "baseline" : "extended"]
    if isArithmetic { words.append("arithmetic") }
    if !isProgressive, header.multiple_scans != 0 { words = ["multi-scan"] + words }
    if header.components == 1 {
      words.append("gray")
    } else {
      words.append(subsampling(frame.components))
      switch header.color {
      case CCODEC_JPEG_RGB: words.append("RGB")
      case CCODEC_JPEG_CMYK: words.append("CMYK")
      case CCODEC_JPEG_YCCK: words.append("YCCK")
      default: break
      }
    }
    return words.joined(separator: " ")
  }

  private func subsampling(_ components: [Component]) -> String {
    guard let luma = components.first, components.count >= 3 else { return "" }
    let chroma = components[1...2]
    guard chroma.allSatisfy({ $0.horizontal > 0 && $0.vertical > 0 }),
      chroma.allSatisfy({ $0.horizontal == chroma[1].horizontal && $0.vertical == chroma[1].vertical }),
      luma.horizontal % chroma[1].horizontal == 0, luma.vertical % chroma[1].vertical == 0
    else { return "irregular sampling" }
    return switch (luma.horizontal / chroma[1].horizontal, luma.vertical / chroma[1].vertical) {
    case (1, 1): "4:4:4"
    case (2, 1): "4:2:2"
    case (2, 2): "4:2:0"
    case (1, 2): "4:4:0"
    case (4, 1): "4:1:1"
    case (4, 2): "4:1:0"
    case (1, 4): "4:4:1"
    case (let horizontal, let vertical): "\(horizontal)x\(vertical) sampling"
    }
  }
}
