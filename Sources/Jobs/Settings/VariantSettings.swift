import Codecs
import Pipeline
import SettingsKit

/// One of several outputs that are made of each picture.
public struct VariantSettings: SettingRecord {
  public init() {}
  public static var about: SectionAbout { SectionAbout("Variant") }

  @Setting("Name", "What {variant} stands for in the output's name.", pattern: "[A-Za-z0-9._-]+")
  public var name = "variant"

  @Setting("Longest side", "In place of maxDimension.", unit: .pixels, in: 1...65_535)
  public var maxDimension: Int? = nil

  @Setting("Format", "In place of format.")
  public var format: OutputFormat? = nil

  @Setting("Quality", "In place of quality.", in: 0...1)
  public var quality: Double? = nil
}

/// The settings for one output of each picture: those of the run, with a variant's own over them.
public struct CompressionPass: Sendable {
  /// The variant's name; `nil` where there are none.
  public let variant: String?
  public let resolution: SettingsResolution
  public let settings: CompressionSettings
  /// The settings as the pipeline's parameters.
  public let request: PipelineRequest

  /// One pass for each variant, or a single one without a name.
  public static func passes(of resolution: SettingsResolution) -> [CompressionPass] {
    let variants = resolution.snapshot(as: CompressionSettings.self).variants
    guard !variants.isEmpty else { return [CompressionPass(variant: nil, resolution: resolution)] }
    return variants.map { variant in
      var given: [(key: String, value: any SettingValue)] = []
      if let side = variant.maxDimension { given.append(("maxDimension", side)) }
      if let format = variant.format { given.append(("format", format)) }
      if let quality = variant.quality { given.append(("quality", quality)) }
      let origin = SettingOrigin(.variant, place: "variant \(variant.name)")
      let own = given.map { SettingCandidate($0.key, .text($0.value.text), from: origin) }
      return CompressionPass(
        variant: variant.name, resolution: resolution.adding(own + [name(resolution)].compactMap(\.self)))
    }
  }

  /// Variants of one picture need different names: where nobody said how, theirs is put behind the picture's.
  private static func name(_ resolution: SettingsResolution) -> SettingCandidate? {
    guard resolution.origin("output.template").layer == .declaredDefault else { return nil }
    return SettingCandidate(
      "output.template", .text("{stem}-{variant}.{extension}"), from: SettingOrigin(.suggestion, place: "variants"))
  }

  private init(variant: String?, resolution: SettingsResolution) {
    self.variant = variant
    self.resolution = resolution
    settings = resolution.snapshot(as: CompressionSettings.self)
    request = settings.request
  }
}
