import SettingsKit

public struct WebPSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout { SectionAbout("WebP", icon: "webp") }
  private static var writesWebP: Condition { .equals("format", "webp") }
  private static var writesLossy: Condition { .all([writesWebP, .equals("webp.lossless", "false")]) }
  private static var writesLossless: Condition { .all([writesWebP, .equals("webp.lossless", "true")]) }

  @Setting(
    "Native quality", "libwebp's own quality; it wins over quality where it is set.", in: 0...100, advanced: true,
    enabledWhen: writesLossy)
  public var quality: Double? = nil

  @Setting("Lossless", "Keeps every pixel; quality has no effect then.", enabledWhen: writesWebP)
  public var lossless = false

  @Setting(
    "Near lossless", "Lets pixel values move a little before lossless coding: 100 not at all, 0 most.", in: 0...100,
    advanced: true, enabledWhen: writesLossless)
  public var nearLossless = 100

  @Setting("Method", "libwebp's effort: 0 is fastest, 6 is smallest.", in: 0...6, enabledWhen: writesWebP)
  public var method = 4

  @Setting(
    "Alpha quality", "The quality of transparency; 100 keeps it exactly.", in: 0...100, advanced: true,
    enabledWhen: writesLossy)
  public var alphaQuality = 100

  @Setting(
    "Sharp YUV", "Converts colours more carefully: slower, cleaner edges between strong colours.", advanced: true,
    enabledWhen: writesLossy)
  public var sharpYUV = false
}

extension WebPParameters {
  /// - Parameter quality: The shared quality, 0…1; libwebp's is a hundred times that, where no native one is set.
  public init(_ settings: WebPSettings, quality: Double) {
    self.init(
      quality: settings.quality ?? quality * 100, lossless: settings.lossless, nearLossless: settings.nearLossless,
      method: settings.method, alphaQuality: settings.alphaQuality, sharpYUV: settings.sharpYUV)
  }
}
