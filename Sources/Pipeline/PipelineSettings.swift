import Codecs
import Pixels
import Resampling
import SettingsKit

extension ResampleFilter: SettingChoice {
  public var title: String {
    switch self {
    case .lanczos3: "Lanczos, three lobes (sharp)"
    case .mitchell: "Mitchell-Netravali (soft)"
    case .catmullRom: "Catmull-Rom"
    case .linear: "Linear"
    case .nearest: "Nearest pixel (no smoothing)"
    }
  }
}

public struct ResizeSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout {
    SectionAbout("Resizing", "How the picture is brought to its new size.", icon: "resize")
  }

  @Setting(
    "Largest width", "The upright picture is made no wider than this.", unit: .pixels, in: 1...65_535)
  public var maxWidth: Int? = nil

  @Setting(
    "Largest height", "The upright picture is made no higher than this.", unit: .pixels, in: 1...65_535)
  public var maxHeight: Int? = nil

  @Setting(
    "Enlarge", "A picture smaller than the limits is made as large as they allow.", enabledWhen: hasLimit)
  public var enlarge = false

  @Setting("Filter", "How new pixels are weighed from old ones.", enabledWhen: hasLimit)
  public var filter = ResampleFilter.lanczos3

  @Setting(
    "Linear light",
    "Weighs pixels by the light they stand for instead of their stored values: slower, better for fine bright detail.",
    advanced: true, enabledWhen: hasLimit)
  public var linearLight = false

  private static var hasLimit: Condition {
    .any([.isSet("maxDimension"), .isSet("resize.maxWidth"), .isSet("resize.maxHeight")])
  }
}

public struct ColorSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout { SectionAbout("Colour", icon: "color") }

  @Setting(
    "Profile",
    """
    What happens to a picture whose colours are not sRGB: srgb converts them, keep writes the profile as it was. CMYK \
    is converted always.
    """)
  public var profile = ProfilePolicy.srgb

  @Setting(
    "Background", "What shows through transparent parts where the output format has no transparency.",
    enabledWhen: .equals("format", "jpeg"))
  public var background = SettingColor.white
}

extension BackgroundColor {
  public init(_ color: SettingColor) { self.init(red: color.red, green: color.green, blue: color.blue) }
}

extension ProfilePolicy: SettingChoice {
  public var title: String {
    switch self {
    case .srgb: "Convert to sRGB"
    case .keep: "Keep the profile"
    }
  }
}

/// A block beside the pixels that can be kept.
public enum MetadataBlockChoice: String, SettingChoice {
  case exif, xmp

  public var title: String {
    switch self {
    case .exif: "EXIF: camera, date, place"
    case .xmp: "XMP: titles, rights, editing"
    }
  }
}

public struct MetadataSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout { SectionAbout("Metadata", icon: "metadata") }

  @Setting(
    "Keep",
    """
    What is kept beside the pixels, as a list of exif and xmp; everything else is left out. Orientation and size in \
    it are made to say what is true of the output.
    """)
  public var keep: [MetadataBlockChoice] = []
}
