import SettingsKit

extension DamagePolicy: SettingChoice {
  public var title: String {
    switch self {
    case .refuse: "Refuse"
    case .allow: "Convert as far as it goes"
    }
  }
}

extension AnimationPolicy: SettingChoice {
  public var title: String {
    switch self {
    case .refuse: "Refuse"
    case .firstFrame: "Take the first frame"
    }
  }
}

extension ForeignPolicy: SettingChoice {
  public var title: String {
    switch self {
    case .fail: "Count as failures"
    case .skip: "Skip"
    }
  }
}

public struct InputSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout {
    SectionAbout("Input", "What is taken of pictures that are more or less than one.", icon: "input")
  }

  @Setting(
    "Damaged pictures",
    "Whether a picture of which data is missing or wrong is refused, or converted as far as it goes with a warning.")
  public var partial = DamagePolicy.refuse

  @Setting("Animations", "Whether an animation is refused, or its first frame is taken.")
  public var animation = AnimationPolicy.refuse

  @Setting(
    "Other kinds",
    """
    Whether pictures of kinds that cannot be read (HEIC, AVIF, JPEG XL, GIF, TIFF, BMP, JPEG 2000, PSD, SVG) count as \
    failures, or are skipped with a line in the summary.
    """)
  public var foreign = ForeignPolicy.fail
}

public struct LimitSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout {
    SectionAbout(
      "Limits", "What a picture may cost before it is refused, checked before the memory or time is spent.",
      icon: "limits")
  }

  @Setting("Pixels", "Width times height as stored.", in: 1...Double.infinity, advanced: true)
  public var pixels = DecodeLimits().maximumPixels

  @Setting("Scans", "Scans of a JPEG; each can cost as much as a whole picture.", in: 1...100_000, advanced: true)
  public var scans = DecodeLimits().maximumScans

  @Setting(
    "Warnings", "Warnings of the library, past which a file is taken for hostile.", in: 0...1_000_000, advanced: true)
  public var warnings = DecodeLimits().maximumWarnings

  @Setting("Decoding time", "Processor time of the decoder.", unit: .seconds, in: 0.01...86_400, advanced: true)
  public var seconds = DecodeLimits().maximumSeconds

  @Setting("File size", "Bytes of a picture's file, or of standard input.", advanced: true)
  public var fileSize = ByteCount(DecodeLimits().maximumFileBytes)

  @Setting(
    "Memory",
    """
    What the pictures that are worked on at once may take together; a picture that needs more is done alone. Where not \
    set, a quarter of the memory that the process may use.
    """, advanced: true)
  public var memory: ByteCount? = nil

  @Setting(
    "Profile size", "Bytes of an EXIF block or a colour profile; a larger one is left out with a warning.",
    advanced: true)
  public var profileSize = ByteCount(DecodeLimits().maximumProfileBytes)

  @Setting("Text size", "Bytes of an XMP packet; a larger one is left out with a warning.", advanced: true)
  public var textSize = ByteCount(DecodeLimits().maximumTextBytes)
}

extension DecodeLimits {
  public init(_ settings: LimitSettings) {
    self.init()
    maximumPixels = settings.pixels
    maximumScans = settings.scans
    maximumWarnings = settings.warnings
    maximumSeconds = settings.seconds
    maximumProfileBytes = settings.profileSize.count
    maximumTextBytes = settings.textSize.count
    maximumFileBytes = settings.fileSize.count
  }
}
