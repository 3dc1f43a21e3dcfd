/// How many luma samples share one pair of chroma samples.
public enum ChromaSubsampling: String, Sendable, Hashable, CaseIterable, Codable {
  case s444 = "4:4:4"
  case s422 = "4:2:2"
  case s420 = "4:2:0"

  var horizontal: Int { self == .s444 ? 1 : 2 }
  var vertical: Int { self == .s420 ? 2 : 1 }
  /// Luma samples for each pair of chroma samples.
  var samplesPerPair: Int { horizontal * vertical }
}

/// How a JPEG is encoded.
public struct JPEGParameters: Hashable, Sendable {
  /// libjpeg's quality, 1…100.
  public var quality = 80
  /// Several passes from coarse to fine: smaller, slower, and the encoder holds the whole picture's coefficients.
  public var progressive = true
  /// Ignored for gray pictures.
  public var chroma = ChromaSubsampling.s420
  /// Huffman tables made for the picture instead of the standard's examples; always so when progressive.
  public var optimizeCoding = true

  public init() {}

  public init(quality: Int, progressive: Bool = true, chroma: ChromaSubsampling = .s420, optimizeCoding: Bool = true) {
    self.quality = quality
    self.progressive = progressive
    self.chroma = chroma
    self.optimizeCoding = optimizeCoding
  }

  /// Whether a JPEG is already stored as coarsely as these parameters would store it: encoding it again would lose
  /// once more and win nothing that its coefficients do not give.
  ///
  /// The quality is judged by the luma table, as libjpeg's that is nearest; what cannot be judged is not.
  public func areMet(by info: ImageInfo) -> Bool {
    guard info.format == .jpeg, let stored = info.estimatedNativeQuality, stored <= quality else { return false }
    guard info.pixelFormat.layout != .gray else { return true }
    return info.chroma.map { $0.samplesPerPair >= chroma.samplesPerPair } ?? false
  }
}
