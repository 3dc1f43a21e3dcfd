/// Tells what a file is from its first bytes.
public enum ContentSniffer {
  /// How many bytes of a file's start are looked at.
  public static let headLength = 512

  /// The format of `input`.
  ///
  /// - Throws: `CodecError.unsupportedFormat` that names what was found, or `.readFailed`.
  public static func format(of input: ByteInput) throws -> ImageFormat {
    try format(ofHead: try input.read(at: 0, count: headLength))
  }

  /// The format of a file that begins with `head`, at most `headLength` bytes of it.
  ///
  /// - Throws: `CodecError.unsupportedFormat` that names what was found.
  public static func format(ofHead head: [UInt8]) throws -> ImageFormat {
    // libjpeg asks for no more than these two, and has the words for what may be wrong behind them.
    if head.starts(with: [0xFF, 0xD8]) { return .jpeg }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has("RIFF", head), has("WEBP", head, at: 8) { return .webp }
    let found = foreign(head)
    throw CodecError.unsupportedFormat(name: found.name, hint: found.hint)
  }

  /// The kind of picture that a file begins as, where it is one that is not read.
  ///
  /// - Parameter head: 64 bytes are enough.
  public static func foreignPicture(ofHead head: [UInt8]) -> ForeignPicture? {
    let found = container(head) ?? signature(head)
    return found.flatMap { found in ForeignPicture.allCases.first { $0.findings.contains(found.name) } }
  }

  private static func has(_ text: String, _ head: [UInt8], at offset: Int = 0) -> Bool {
    head.count >= offset + text.utf8.count && head[offset...].starts(with: text.utf8)
  }

  private typealias Finding = (name: String, hint: String?)

  private static let supported = "JPEG, PNG and WebP can be read"

  private static func foreign(_ head: [UInt8]) -> Finding {
    if head.isEmpty { return ("an empty file", "it may still be being written") }
    if let found = container(head) ?? signature(head) ?? text(head) { return found }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) || has("RIFF", head) {
      return ("a picture file cut off or damaged at its very start", nil)
    }
    return ("unknown data, not a picture", supported)
  }

  /// Formats that share a frame: RIFF, ISO media, TIFF.
  private static func container(_ head: [UInt8]) -> Finding? {
    if has("RIFF", head), head.count >= 12 {
      if has("WAVE", head, at: 8) { return ("a WAV sound", supported) }
      if has("AVI ", head, at: 8) { return ("an AVI video", supported) }
      return ("a RIFF file, but no WebP", supported)
    }
    if has("ftyp", head, at: 4) { return media(brand: head.dropFirst(8).prefix(4), head) }
    // 42 marks TIFF, 43 BigTIFF, in either byte order.
    let little: [[UInt8]] = [[0x49, 0x49, 42, 0], [0x49, 0x49, 43, 0]]
    let big: [[UInt8]] = [[0x4D, 0x4D, 0, 42], [0x4D, 0x4D, 0, 43]]
    if (little + big).contains(where: head.starts(with:)) {
      if has("CR", head, at: 8) { return ("a camera's raw file (CR2)", "export it as JPEG first") }
      return ("a TIFF picture or a camera's raw file (DNG, NEF, ARW)", "export it as JPEG or PNG first")
    }
    return nil
  }

  private static func media(brand: ArraySlice<UInt8>, _ head: [UInt8]) -> Finding {
    switch String(decoding: brand, as: UTF8.self) {
    case "avif", "avis": ("an AVIF picture", supported)
    case "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1":
      head.windowContains("avif") ? ("an AVIF picture", supported) : ("a HEIC picture", "export it as JPEG first")
    case "crx ": ("a camera's raw file (CR3)", "export it as JPEG first")
    case "jxl ": ("a JPEG XL picture", supported)
    case "jp2 ", "jpx ", "jpm ": ("a JPEG 2000 picture", supported)
    case "qt  ": ("a QuickTime video", supported)
    default: ("an MP4 video", supported)
    }
  }

  private static let signatures: [(bytes: [UInt8], name: String)] = [
    ([0xFF, 0x0A], "a JPEG XL picture"),
    ([0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20], "a JPEG XL picture"),
    ([0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], "a JPEG 2000 picture"),
    ([0xFF, 0x4F, 0xFF, 0x51], "a JPEG 2000 picture"),
    (Array("GIF8".utf8), "a GIF picture"),
    (Array("BM".utf8), "a BMP picture"),
    ([0, 0, 1, 0], "a Windows icon (ICO)"),
    ([0, 0, 2, 0], "a Windows cursor (CUR)"),
    (Array("icns".utf8), "a macOS icon (ICNS)"),
    (Array("8BPS".utf8), "a Photoshop document (PSD)"),
    (Array("FUJIFILMCCD-RAW".utf8), "a camera's raw file (RAF)"),
    (Array("IIRO".utf8), "a camera's raw file (ORF)"),
    (Array("IIRS".utf8), "a camera's raw file (ORF)"),
    (Array("MMOR".utf8), "a camera's raw file (ORF)"),
    ([0x49, 0x49, 0x55, 0], "a camera's raw file (RW2)"),
    ([0x49, 0x49, 0xBC, 0x01], "a JPEG XR picture"),
    (Array("qoif".utf8), "a QOI picture"),
    ([0x76, 0x2F, 0x31, 0x01], "an OpenEXR picture"),
    (Array("#?RADIANCE".utf8), "a Radiance HDR picture"),
    (Array("%PDF".utf8), "a PDF document"),
    (Array("%!PS".utf8), "a PostScript document"),
    ([0x50, 0x4B, 3, 4], "a ZIP archive"),
    ([0x1F, 0x8B], "gzip-compressed data"),
    ([0x1A, 0x45, 0xDF, 0xA3], "a Matroska or WebM video"),
    (Array("OggS".utf8), "an Ogg sound or video"),
    (Array("ID3".utf8), "an MP3 sound"),
  ]

  private static func signature(_ head: [UInt8]) -> Finding? {
    guard let match = signatures.first(where: { head.starts(with: $0.bytes) }) else { return nil }
    // "BM" alone also begins words: a real bitmap has zeros in its reserved fields.
    if match.bytes.count == 2, match.bytes[0] == 0x42, head.count >= 10, head[6...9] != [0, 0, 0, 0] { return nil }
    return (match.name, supported)
  }

  private static func text(_ head: [UInt8]) -> Finding? {
    var start = head[...]
    if start.starts(with: [0xEF, 0xBB, 0xBF]) { start = start.dropFirst(3) }
    let isText = start.allSatisfy { $0 >= 0x20 && $0 != 0x7F || (9...13).contains($0) }
    guard isText else { return nil }
    let words = String(decoding: start.drop { $0 <= 0x20 }, as: UTF8.self).lowercased()
    if words.hasPrefix("version https://git-lfs") {
      return ("a Git LFS pointer, not the picture itself", "fetch it with: git lfs pull")
    }
    if words.hasPrefix("<svg") || words.hasPrefix("<?xml") && words.contains("<svg") {
      return ("an SVG drawing", supported)
    }
    if words.hasPrefix("<!doctype html") || words.hasPrefix("<html") || words.contains("<head") {
      return ("an HTML page", "a download may have been answered with an error page")
    }
    if words.hasPrefix("<?xml") { return ("an XML document", supported) }
    return ("a text file", supported)
  }
}

/// Pictures of kinds that are known by their first bytes and not read; SVG by its name alone.
public enum ForeignPicture: String, Sendable, CaseIterable {
  case heic = "HEIC"
  case avif = "AVIF"
  case jpegXL = "JPEG XL"
  case gif = "GIF"
  case tiff = "TIFF"
  case bmp = "BMP"
  case jpeg2000 = "JPEG 2000"
  case photoshop = "PSD"
  case svg = "SVG"

  /// "3 HEIC, 2 TIFF"; empty where there are none.
  public static func text(_ counts: [ForeignPicture: Int]) -> String {
    allCases.compactMap { kind in counts[kind].map { "\($0) \(kind.rawValue)" } }.joined(separator: ", ")
  }

  /// What the sniffer calls them.
  fileprivate var findings: [String] {
    switch self {
    case .heic: ["a HEIC picture"]
    case .avif: ["an AVIF picture"]
    case .jpegXL: ["a JPEG XL picture"]
    case .gif: ["a GIF picture"]
    case .tiff: ["a TIFF picture or a camera's raw file (DNG, NEF, ARW)", "a camera's raw file (CR2)"]
    case .bmp: ["a BMP picture"]
    case .jpeg2000: ["a JPEG 2000 picture"]
    case .photoshop: ["a Photoshop document (PSD)"]
    case .svg: []
    }
  }
}

extension [UInt8] {
  /// Whether the bytes of `text` stand somewhere in the first 64 bytes.
  fileprivate func windowContains(_ text: String) -> Bool {
    let needle = Array(text.utf8)
    return (0..<Swift.max(0, Swift.min(count, 64) - needle.count + 1)).contains { self[$0...].starts(with: needle) }
  }
}
