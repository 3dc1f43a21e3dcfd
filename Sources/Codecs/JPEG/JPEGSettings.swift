import SettingsKit

/// The chroma choice of the settings: `auto` depends on the quality.
public enum ChromaChoice: String, SettingChoice {
  case auto
  case s444 = "4:4:4"
  case s422 = "4:2:2"
  case s420 = "4:2:0"

  public var title: String {
    switch self {
    case .auto: "By quality: 4:2:0 below 0.9, 4:4:4 from there on"
    case .s444: "4:4:4, full colour resolution"
    case .s422: "4:2:2, half the colour columns"
    case .s420: "4:2:0, half the colour columns and rows"
    }
  }
}

public struct JPEGSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout { SectionAbout("JPEG", icon: "jpeg") }
  private static var writesJPEG: Condition { .equals("format", "jpeg") }

  @Setting(
    "Native quality", "libjpeg's own quality; it wins over quality where it is set.", in: 1...100, advanced: true,
    enabledWhen: writesJPEG)
  public var quality: Int? = nil

  @Setting(
    "Progressive", "Shows a coarse picture early; smaller for large pictures, slower to write.",
    enabledWhen: writesJPEG)
  public var progressive = false

  @Setting("Chroma subsampling", "The resolution at which colour is stored.", enabledWhen: writesJPEG)
  public var chroma = ChromaChoice.auto

  @Setting(
    "Optimise coding", "Computes Huffman tables for each picture: a few percent smaller for a second pass.",
    advanced: true, enabledWhen: writesJPEG)
  public var optimizeCoding = true

  @Setting(
    "Transcode",
    """
    A JPEG that only has to lose metadata or be turned is written without any loss from what is coded: auto does so \
    where it already has the quality and chroma subsampling that are wanted, or less, and where encoding it again \
    would not make it smaller; always wherever it is possible.
    """, advanced: true, enabledWhen: writesJPEG)
  public var transcode = TranscodePolicy.auto
}

/// When a JPEG that keeps its pixels is written from its coefficients instead of being encoded again.
public enum TranscodePolicy: String, SettingChoice {
  case auto, always, never

  public var title: String {
    switch self {
    case .auto: "Where encoding again would gain nothing"
    case .always: "Wherever it is possible"
    case .never: "Never"
    }
  }
}

extension JPEGParameters {
  /// - Parameter quality: The shared quality, 0…1; libjpeg's is a hundred times that, where no native one is set.
  public init(_ settings: JPEGSettings, quality: Double) {
    let native = settings.quality ?? max(1, Int((quality * 100).rounded()))
    let chroma: ChromaSubsampling =
      switch settings.chroma {
      case .auto: native < 90 ? .s420 : .s444
      case .s444: .s444
      case .s422: .s422
      case .s420: .s420
      }
    self.init(
      quality: native, progressive: settings.progressive, chroma: chroma, optimizeCoding: settings.optimizeCoding)
  }
}
