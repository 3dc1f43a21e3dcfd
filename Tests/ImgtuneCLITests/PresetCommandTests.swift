import TestSupport
import Testing

/// `settings presets`, `save` and `diff`, and `--preset`.
struct PresetCommandTests {
  private let bench = SettingsBench()

  @Test func theShippedOnesAreListed() throws {
    let text = bench.settings("presets").outputText
    for name in ["web", "thumbnail", "archive", "screenshot"] { #expect(text.contains("\(name): ")) }
    #expect(
      bench.settings("presets", "thumbnail").outputText == """
        thumbnail: small previews: 320 px
          maxDimension = 320
          quality = 0.7
          resize.linearLight = true

        """)
    let document = try bench.object(bench.settings("presets", "--json"))
    #expect(Set(document.keys) == ["web", "thumbnail", "archive", "screenshot"])
    #expect((document["web"] as? [String: Any])?["maxDimension"] as? Int == 2_048)
    #expect(
      bench.settings("presets", "wbe").errorText
        == "imgtune: there is no preset wbe; there are web, thumbnail, archive, screenshot\n")
  }

  @Test func whatIsInForceCanBeSavedAndUsed() throws {
    _ = bench.settings("set", "quality=0.6")
    let saved = bench.settings("save", "shop", "--set", "maxDimension=50", "--format", "webp", "--preset", "web")
    #expect(saved.exitCode == 0, "\(saved.errorText)")
    #expect(
      bench.shortened(saved.outputText)
        == "shop: quality, maxDimension, format, jpeg.progressive (config/imgtune/presets/shop.json)\n")
    _ = bench.settings("reset", "--all")
    #expect(
      bench.settings("presets", "shop").outputText == """
        shop: your own
          quality = 0.75
          maxDimension = 50
          format = "webp"
          jpeg.progressive = true

        """)
    let picture = try #require(try bench.compressed("--preset", "shop").first)
    #expect(picture["format"] as? String == "webp" && picture["width"] as? Int == 50)
    #expect(bench.imgtune("compress", "a.jpg", "-o", "out/", "--preset", "shop", "--isolated").exitCode == 2)
  }

  @Test func onesOwnTakesThePlaceOfAShippedOne() throws {
    #expect(bench.settings("save", "web", "--set", "quality=0.33").exitCode == 0)
    let settings = try #require(try bench.compressed("--preset=web").first?["settings"] as? [String: Any])
    #expect(settings["quality"] as? Double == 0.33)
    let isolated = try bench.compressed("--preset=web", "--isolated").first?["settings"] as? [String: Any]
    #expect(isolated?["quality"] as? Double == 0.75)
  }

  @Test(arguments: [[], ["a/b"], ["..", "--set", "quality=0.1"], ["a", "b"], ["a", "--set", "quality=70"]])
  func whatCannotBeSavedIsRefused(words: [String]) {
    let result = bench.run(["settings", "save"] + words)
    #expect(result.exitCode == 2 && result.output.isEmpty && !result.errors.isEmpty)
    #expect(!bench.folder.exists("config"))
  }

  @Test func aPresetIsComparedWithWhatIsInForce() throws {
    bench.writeProject("{ quality: 0.6, webp: { method: 6 } }")
    let result = bench.settings("diff", "web")
    #expect(result.exitCode == 0)
    #expect(
      result.outputText == """
        quality           0.6 (in force) -> 0.75 (web)
        maxDimension      null (in force) -> 2048 (web)
        jpeg.progressive  false (in force) -> true (web)

        """)
    let document = try bench.object(bench.settings("diff", "web", "--json"))
    #expect(document["quality"] as? [String: Double] == ["in force": 0.6, "web": 0.75])
  }

  @Test func twoPresetsAreCompared() {
    let text = bench.settings("diff", "web", "archive").outputText
    #expect(text.contains("maxDimension      2048 (web) -> null (archive)\n"))
    #expect(text.contains("metadata.keep     empty (web) -> exif,xmp (archive)\n"))
    #expect(bench.settings("diff", "web", "web").outputText == "no difference\n")
    #expect(bench.settings("diff").exitCode == 2)
    #expect(bench.settings("diff", "web", "archive", "web").exitCode == 2)
    #expect(
      bench.settings("diff", "arhcive").errorText == "imgtune: there is no preset arhcive; did you mean archive?\n")
  }

  @Test func aDamagedOneOfOnesOwnIsToldAndNotPassedOver() {
    bench.write("{ \"values\": {", to: "config/imgtune/presets/shop.json")
    let result = bench.imgtune("compress", "a.jpg", "-o", "out/", "--preset", "shop")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("the preset shop cannot be used: "))
    #expect(!bench.folder.exists("work/out"))
    #expect(bench.settings("diff", "shop").exitCode == 2)
    #expect(bench.settings("save", "shop", "--set", "quality=0.5").exitCode == 0)
    #expect(bench.settings("diff", "shop").outputText == "quality  0.8 (in force) -> 0.5 (shop)\n")
  }
}
