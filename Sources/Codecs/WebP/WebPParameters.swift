/// How a WebP is encoded.
public struct WebPParameters: Hashable, Sendable {
  /// libwebp's quality, 0…100; with `lossless`, the effort.
  public var quality = 75.0
  public var lossless = false
  /// 100 changes no pixel, lower values smooth more to make the file smaller; only with `lossless`.
  public var nearLossless = 100
  /// Effort, 0 (fast) … 6 (small).
  public var method = 4
  /// 0…100; 100 keeps opacity exactly. Only without `lossless`, which always does.
  public var alphaQuality = 100
  /// Slower, sharper conversion to the halved chroma of lossy WebP.
  public var sharpYUV = false
  /// Keep the colours of pixels whose opacity is below 4 of 255, which hardly anybody sees, at the price of a larger file.
  public var exact = false

  public init() {}

  public init(
    quality: Double, lossless: Bool = false, nearLossless: Int = 100, method: Int = 4, alphaQuality: Int = 100,
    sharpYUV: Bool = false, exact: Bool = false
  ) {
    self.quality = quality
    self.lossless = lossless
    self.nearLossless = nearLossless
    self.method = method
    self.alphaQuality = alphaQuality
    self.sharpYUV = sharpYUV
    self.exact = exact
  }
}
