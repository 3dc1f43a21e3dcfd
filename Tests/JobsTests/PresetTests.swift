import Jobs
import SettingsKit
import Testing

struct PresetTests {
  private let world = SettingsWorld()
  private var library: PresetLibrary { world.sources().presets }

  /// What ships must be right: a preset is told with the layer that names it, as if the user had been wrong.
  @Test func shippedPresetsNameKnownSettingsWithAllowedValues() {
    #expect(Preset.shipped.map(\.name) == ["web", "thumbnail", "archive", "screenshot"])
    for preset in Preset.shipped {
      let candidates = preset.candidates(SettingOrigin(.commandLine))
      let resolution = SettingsResolution(CompressionSettings.registry, candidates: candidates)
      #expect(resolution.problems.isEmpty, "\(preset.name)")
      #expect(!preset.summary.isEmpty && preset.isShipped && Preset.isName(preset.name))
      for member in preset.values { #expect(resolution.value(member.key).json == member.value, "\(preset.name)") }
      #expect(preset.values.allSatisfy { CompressionSettings.registry.setting($0.key)?.defaultValue.json != $0.value })
    }
  }

  @Test func onesOwnStandBehindTheShippedOnesAndWinOverThem() throws {
    world.writePreset("shop", #"{"quality": 0.6}"#)
    world.writePreset("web", #"{"quality": 0.5}"#)
    #expect(library.all.map(\.name) == ["thumbnail", "archive", "screenshot", "shop", "web"])
    let web = try #require(library.preset("web"))
    #expect(!web.isShipped && web.values == [JSONMember("quality", 0.5)])
    #expect(PresetLibrary(user: nil).preset("web")?.isShipped == true)
    #expect(PresetLibrary(user: nil).preset("shop") == nil)
  }

  @Test(arguments: ["a", "shop-small", "2x", "web.v2", "A_b"]) func aNameCanBe(text: String) {
    #expect(Preset.isName(text))
  }

  @Test(arguments: ["", ".", "..", ".hidden", "a/b", "../x", "a b", "ä", "a\n"]) func aNameCannotBe(text: String) {
    #expect(!Preset.isName(text))
  }

  @Test func filesThatAreNoPresetsAreNotListed() {
    world.write("{}", to: "config/imgtune/presets/notes.txt")
    world.write("{}", to: "config/imgtune/presets/with blank.json")
    world.writePreset("shop", "{}")
    #expect(world.sources().user.presetNames == ["shop"])
  }

  /// To go on without its values would be another result than the one asked for.
  @Test func aDamagedPresetCannotBeUsed() {
    world.write("{\n  \"values\": {", to: "config/imgtune/presets/shop.json")
    let problems = world.load(["preset": "shop"]).stopping(in: world)
    #expect(problems.count == 1)
    #expect(
      problems.first?.hasPrefix(
        "the preset shop cannot be used: config/imgtune/presets/shop.json:2:13: the file is damaged: ") == true)
    #expect(problems.first?.hasSuffix("(from --set); imgtune settings save shop makes it anew") == true)
  }

  @Test func whatIsWrongInsideAPresetIsToldWithItsName() {
    world.writePreset("shop", #"{"quality": 70, "qualty": 1, "format": "webp"}"#)
    #expect(
      world.load(["preset": "shop"]).stopping(in: world) == [
        "quality = 70 is outside 0…1 (from --set, preset shop); did you mean 0.7?",
        "there is no setting qualty (from --set, preset shop); did you mean quality or jpeg.quality or webp.quality?",
      ])
  }

  /// Only what was named in so many words is worth a remark where it has no effect.
  @Test func whatAPresetBringsAlongIsNoRemark() {
    let resolution = world.load(["preset": "web", "webp.method": "6", "format": "png"]).resolution
    #expect(resolution.inactiveSettings().map(\.key) == ["webp.method"])
  }
}
