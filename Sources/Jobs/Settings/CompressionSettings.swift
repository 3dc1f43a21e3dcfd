import Codecs
import Pipeline
import SettingsKit

/// The root of all settings: what decides which bytes come out of a picture, and where they go.
public struct CompressionSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout { SectionAbout("Compression") }

  /// The settings' registry; a contradiction in the declarations is a mistake of the program.
  public static let registry: SettingsRegistry = {
    do { return try SettingsRegistry.of(CompressionSettings.self) } catch { preconditionFailure("\(error)") }
  }()

  /// The schema document that every interface is made from.
  public static let schema = SchemaDocument(registry, environmentPrefix: "IMGTUNE")

  /// Whether a setting can change the bytes of a picture, as opposed to where they go, what is refused, and what stands
  /// for other settings.
  public static func decidesBytes(_ key: String) -> Bool {
    key != "preset" && key != "variants" && !key.hasPrefix("output.") && !key.hasPrefix("limits.")
  }

  /// Raised whenever `quality` begins to mean other encoder parameters, so that measurements of both are told apart.
  public static let qualityScaleVersion = 1

  @Setting(
    "Quality",
    """
    Higher keeps more of the picture. It is libjpeg-turbo's quality divided by 100, and likewise libwebp's; it does \
    nothing for lossless output (PNG, lossless WebP).
    """,
    in: 0...1, step: 0.05, short: "q",
    enabledWhen: .any([
      .equals("format", "jpeg"), .all([.equals("format", "webp"), .equals("webp.lossless", "false")]),
    ]), icon: "quality")
  public var quality = 0.8

  @Setting(
    "Longest side", "The picture is made smaller until its longest side fits.", unit: .pixels, in: 1...65_535,
    icon: "dimension")
  public var maxDimension: Int? = nil

  @Setting("Format", "The format of the output; keep is the input's own.", icon: "format")
  public var format = OutputFormat.keep

  @Setting(
    "Preset",
    """
    A named set of values, shipped or your own; what is given beside it in the same place wins over it. \
    imgtune settings presets lists them.
    """, placeholder: "NAME", icon: "preset", control: "preset")
  public var preset: String? = nil

  @Setting(
    "Variants",
    """
    Several outputs of each picture, as a list of {name, maxDimension, format, quality}; what a variant leaves out is \
    taken from the settings. Their names go into the outputs' names by {variant}.
    """, icon: "variants")
  public var variants: [VariantSettings] = []

  public var resize = ResizeSettings()
  public var jpeg = JPEGSettings()
  public var png = PNGSettings()
  public var webp = WebPSettings()
  public var color = ColorSettings()
  public var metadata = MetadataSettings()
  public var input = InputSettings()
  public var output = OutputSettings()
  public var limits = LimitSettings()
}

/// The format to write.
public enum OutputFormat: String, SettingChoice {
  case keep, jpeg, png, webp

  public static var aliases: [String: OutputFormat] { ["jpg": .jpeg] }

  public var title: String {
    switch self {
    case .keep: "As the input"
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    }
  }

  /// `nil` for `keep`.
  public var format: ImageFormat? { ImageFormat(rawValue: rawValue) }
}

public struct OutputSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout {
    SectionAbout("Output", "Where the results go and what they replace.", icon: "output")
  }

  @Setting(
    "Name",
    """
    The name of each output inside the output folder, made of \(OutputTemplate.placeholders.joined(separator: " ")) \
    and any text; / makes subfolders.
    """,
    placeholder: "TEMPLATE")
  public var template = OutputTemplate.plain

  @Setting("Overwrite", "Whether an output that already exists is replaced.")
  public var overwrite = OverwritePolicy.always

  @Setting(
    "When larger",
    "What is delivered when nothing had to change and the result would be larger than the original.")
  public var whenLarger = WhenLarger.original

  @Setting("Keep dates", "Gives each output the times of its source.")
  public var keepDates = false
}

public enum OverwritePolicy: String, SettingChoice {
  case always, never

  public var title: String {
    switch self {
    case .always: "Always"
    case .never: "Never"
    }
  }
}

public enum WhenLarger: String, SettingChoice {
  case original, result, skip

  public var title: String {
    switch self {
    case .original: "The original's bytes"
    case .result: "The larger result"
    case .skip: "Nothing"
    }
  }
}
