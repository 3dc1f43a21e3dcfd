import Jobs
import SettingsKit
import Testing

struct SettingsSchemaTests {
  private let schema = CompressionSettings.schema

  /// The settings that the first release promised; others may come, none may go.
  private static let promised = [
    "quality", "maxDimension", "format", "resize.maxWidth", "resize.maxHeight", "resize.enlarge", "resize.filter",
    "resize.linearLight", "jpeg.quality", "jpeg.progressive", "jpeg.chroma", "jpeg.optimizeCoding", "png.level",
    "png.filter", "png.interlace", "webp.quality", "webp.lossless", "webp.nearLossless", "webp.method",
    "webp.alphaQuality", "webp.sharpYUV", "color.background", "output.template", "output.overwrite",
    "output.whenLarger",
  ]

  @Test func everyPropertyIsRegistered() throws {
    let registry = try SettingsRegistry.of(CompressionSettings.self)
    #expect(registry.unsupported.isEmpty)
    #expect(Set(Self.promised).subtracting(registry.keys).isEmpty)
  }

  @Test func namesMapOneToOne() {
    let settings = schema.settings
    #expect(Set(settings.map(\.key)).count == settings.count)
    #expect(Set(settings.map(\.flag)).count == settings.count)
    #expect(Set(settings.compactMap(\.environment)).count == settings.count)
    #expect(settings.first { $0.key == "maxDimension" }?.environment == "IMGTUNE_MAX_DIMENSION")
    #expect(settings.first { $0.key == "jpeg.progressive" }?.environment == "IMGTUNE_JPEG__PROGRESSIVE")
    #expect(settings.first { $0.key == "maxDimension" }?.flag == "max-dimension")
    #expect(settings.first { $0.key == "quality" }?.shortFlag == "q")
    for setting in settings {
      #expect(setting.flag.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" || $0 == "." }, "\(setting.flag)")
    }
  }

  @Test func everySettingIsExplained() {
    for setting in schema.settings {
      #expect(!setting.title.isEmpty, "\(setting.key)")
      #expect(setting.explanation.hasSuffix("."), "\(setting.key) explains itself in a sentence")
      #expect(setting.explanation.count >= 20, "\(setting.key)")
    }
    for section in schema.sections { #expect(!section.title.isEmpty, "\(section.key)") }
  }

  @Test func defaultsAreThoseThatWerePromised() {
    let defaults = Dictionary(uniqueKeysWithValues: schema.settings.map { ($0.key, $0.defaultText) })
    for (key, value) in [
      "quality": "0.8", "maxDimension": "null", "format": "keep", "resize.enlarge": "false",
      "resize.filter": "lanczos3",
      "jpeg.quality": "null", "jpeg.progressive": "false", "jpeg.chroma": "auto", "jpeg.optimizeCoding": "true",
      "webp.quality": "null", "color.background": "#ffffff", "output.overwrite": "always",
      "output.whenLarger": "original",
    ] {
      #expect(defaults[key] == value, "\(key)")
    }
  }

  @Test func choicesAreThoseThatWerePromised() {
    func choices(_ key: String) -> [String]? { schema.settings.first { $0.key == key }?.kind.choices.map(\.value) }
    #expect(choices("format") == ["keep", "jpeg", "png", "webp"])
    #expect(Set(choices("resize.filter") ?? []) == ["lanczos3", "mitchell", "catmullRom", "linear", "nearest"])
    #expect(choices("jpeg.chroma") == ["auto", "4:4:4", "4:2:2", "4:2:0"])
    #expect(choices("output.overwrite") == ["always", "never"])
    #expect(Set(choices("output.whenLarger") ?? []) == ["original", "result", "skip"])
  }

  @Test func everyDefaultCanBeTypedBack() throws {
    for setting in CompressionSettings.registry.settings {
      let text = setting.defaultValue.text
      #expect(try setting.parse(text).text == text, "\(setting.key)")
      #expect(try setting.parse("@default").text == text, "\(setting.key)")
      #expect(try setting.decode(setting.defaultValue.json).json == setting.defaultValue.json, "\(setting.key)")
    }
  }

  @Test func aRangeIsHeldAtBothEnds() throws {
    for setting in CompressionSettings.registry.settings {
      guard let range = setting.metadata.range, let lower = range.lower, let upper = range.upper else { continue }
      for inside in [lower, upper] { _ = try setting.parse(decimalText(inside)) }
      for outside in [lower - 1, upper + 1] {
        #expect(throws: ValueProblem.self, "\(setting.key) = \(outside)") { try setting.parse(decimalText(outside)) }
      }
    }
  }

  @Test func qualityIsSaidToDoNothingForLosslessOutput() {
    let quality = schema.settings.first { $0.key == "quality" }
    #expect(quality?.explanation.contains("lossless") == true)
    let resolution = SettingsResolution(CompressionSettings.registry, candidates: [])
    #expect(!resolution.isActive("quality", assuming: ["format": "png"]))
    #expect(resolution.isActive("quality", assuming: ["format": "jpeg"]))
  }
}
