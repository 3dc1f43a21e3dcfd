import Foundation
import TestSupport
import Testing

struct UsageTests {
  let imgtune = Imgtune()

  init() { imgtune.folder.write(Picture.jpeg, to: "a.jpg") }

  private func refused(_ words: String...) -> String {
    let arguments = ["compress", "a.jpg", "-o", "out/"] + words
    let result = imgtune.run(arguments.map { Array($0.utf8) })
    #expect(result.exitCode == 2, "\(words)")
    #expect(result.output.isEmpty)
    #expect(!imgtune.folder.exists("out"), "nothing is done")
    return result.errorText
  }

  @Test func aPercentageIsAnsweredWithTheFraction() {
    #expect(refused("--set", "quality=70") == "imgtune: quality = 70 is outside 0…1 (from --set); did you mean 0.7?\n")
    #expect(refused("-q70") == "imgtune: quality = 70 is outside 0…1 (from -q); did you mean 0.7?\n")
    #expect(refused("--quality", "1.5").contains("is outside 0…1 (from --quality)"))
  }

  @Test func anUnknownKeyIsAnsweredWithTheNearest() {
    #expect(refused("--set", "qualty=0.7").contains("there is no setting qualty (from --set); did you mean quality"))
    #expect(refused("--set", "maxdimension=9").contains("did you mean maxDimension"))
    #expect(refused("--set", "progressive=true").contains("did you mean jpeg.progressive"))
    #expect(refused("--set", "jpeg.chrome=auto").contains("did you mean jpeg.chroma"))
    #expect(refused("--set", "zzzzzzzz=1").contains("there is no setting zzzzzzzz"))
    #expect(refused("--max-dimensions", "9").contains("did you mean --max-dimension"))
    #expect(refused("-Z").contains("there is no option -Z"))
  }

  @Test(arguments: [
    "quality=", "quality=abc", "quality=nan", "quality=inf", "quality=-0.1", "quality=0.5x", "quality= 0.5",
    "quality=null",
    "maxDimension=0", "maxDimension=-5", "maxDimension=1.5", "maxDimension=65536", "maxDimension=99999999999999999999",
    "maxDimension=1e3", "format=gif", "format=", "format=JPEG2000", "jpeg.progressive=maybe", "jpeg.chroma=4:1:1",
    "jpeg.quality=0", "jpeg.quality=101", "png.level=10", "webp.method=7", "webp.quality=100.1", "color.background=#12",
    "color.background=chartreusey", "output.whenLarger=never", "quality",
  ])
  func aValueThatMakesNoSenseIsRefusedWithItsReason(assignment: String) {
    let text = refused("--set", assignment)
    let key = assignment.split(separator: "=").first.map(String.init) ?? assignment
    #expect(text.hasPrefix("imgtune: ") && text.contains(key))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test func everythingThatIsWrongIsToldAtOnce() {
    let text = refused("--set", "quality=70", "--set", "webp.method=9", "--frobnicate")
    #expect(text.split(separator: "\n").count == 3)
  }

  @Test func theLastOneWins() throws {
    let result = imgtune(
      "compress", "a.jpg", "-o", "out/", "-q", "0.2", "--set", "quality=0.9", "--quality=0.4", "--json")
    let settings = try #require(try imgtune.documents(result)[0]["settings"] as? [String: Any])
    #expect(settings["quality"] as? Double == 0.4)
    let reset = imgtune("compress", "a.jpg", "-o", "out/", "-q", "0.2", "--set", "quality=@default", "--json")
    #expect((try imgtune.documents(reset)[0]["settings"] as? [String: Any])?["quality"] as? Double == 0.8)
  }

  @Test func aSettingWithoutEffectIsANoteThatSaysWhatItNeeds() {
    let result = imgtune("compress", "a.jpg", "-o", "out/", "--set", "webp.method=3", "--set", "format=jpeg")
    #expect(result.exitCode == 0)
    #expect(
      result.errorText
        == "imgtune: note: webp.method = 3 has no effect (from --set); it needs format=webp, for 1 picture\n")
    // Where the format is the input's own, it is judged for each picture.
    imgtune.folder.write(Picture.webp, to: "c.webp")
    let mixed = imgtune("compress", "a.jpg", "c.webp", "-o", "out/", "--webp.method=3")
    #expect(
      mixed.errorText.contains(
        "webp.method = 3 has no effect (from --webp.method); it needs format=webp, for 1 picture"))
    let used = imgtune("compress", "a.jpg", "-o", "out/", "--webp.method=3", "--format=webp")
    #expect(used.errors.isEmpty)
    let lossless = imgtune("compress", "a.jpg", "-o", "out/", "--webp.lossless", "--format=webp", "-q0.5")
    #expect(lossless.errorText.contains("quality = 0.5 has no effect"))
    let filter = imgtune("compress", "a.jpg", "-o", "out/", "--resize.filter", "linear")
    #expect(filter.errorText.contains("it needs maxDimension, resize.maxWidth or resize.maxHeight set"))
  }

  @Test func optionsMayStandAnywhere() {
    let orders = [
      ["-o", "1/", "-q0.5", "compress-me.jpg"], ["compress-me.jpg", "-q=0.5", "-o2/"],
      ["--quality=0.5", "compress-me.jpg", "--output=3/"], ["-q", "0.5", "-vo4/", "--", "compress-me.jpg"],
    ]
    imgtune.folder.write(Picture.jpeg, to: "compress-me.jpg")
    for (index, order) in orders.enumerated() {
      let result = imgtune.run((["compress"] + order).map { Array($0.utf8) })
      #expect(result.exitCode == 0, "\(result.errorText)")
      #expect(imgtune.folder.files(in: "\(index + 1)") == ["compress-me.jpg"])
      #expect(imgtune.folder.read("\(index + 1)/compress-me.jpg") == imgtune.folder.read("1/compress-me.jpg"))
    }
  }

  @Test func withoutACommandTheHelpIsShownAsAnError() {
    let result = imgtune()
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("Usage: imgtune COMMAND"))
    #expect(imgtune("compresss").errorText == "imgtune: there is no command compresss; did you mean compress?\n")
    #expect(imgtune("compress", "-o", "out/").errorText.contains("no input is named"))
  }

  @Test func theVersionIsTold() {
    for word in ["--version", "version"] {
      let result = imgtune(word)
      #expect(result.exitCode == 0)
      #expect(result.outputText.wholeMatch(of: /imgtune \d+\.\d+\.\d+\n/) != nil)
    }
  }

  private func keys() throws -> [[String: Any]] {
    let document = try JSONSerialization.jsonObject(with: Data(imgtune("settings", "--json").output)) as? [String: Any]
    return try #require(document?["settings"] as? [[String: Any]])
  }

  @Test func helpHasAFlagForEverySetting() throws {
    for words in [["compress", "--help"], ["compress", "-h"], ["help", "compress"]] {
      let result = imgtune.run(words.map { Array($0.utf8) })
      #expect(result.exitCode == 0 && result.errors.isEmpty)
      for setting in try keys() {
        let flag = try #require(setting["flag"] as? String)
        #expect(result.outputText.contains("\(flag) ") || result.outputText.contains("\(flag)\n"), "\(flag)")
      }
      for flag in ["-o, --output", "-q, --quality", "-R, --recursive", "--json", "--jobs", "--dry-run", "--in-place"] {
        #expect(result.outputText.contains(flag), "\(flag)")
      }
    }
  }

  @Test(arguments: [80, 132] as [UInt16]) func helpAndSettingsFitTheTerminal(columns: UInt16) {
    for words in [["--help"], ["compress", "--help"], ["settings"], ["settings", "--help"]] {
      let result = imgtune.run(words.map { Array($0.utf8) }, output: .terminal(columns: columns))
      #expect(result.exitCode == 0)
      let long = result.outputText.split(separator: "\r\n").filter {
        $0.count > Int(columns) && !$0.contains("imgtune compress ")
      }
      #expect(long.isEmpty, "\(words): \(long)")
    }
  }

  @Test func settingsAreListedWithTypeRangeDefaultAndExplanation() throws {
    let text = imgtune("settings").outputText
    for setting in try keys() {
      let key = try #require(setting["key"] as? String)
      let explanation = try #require(setting["explanation"] as? String)
      let entry = try #require(text.components(separatedBy: "\n  \(key) ").dropFirst().first, "\(key) is listed")
      let words = entry.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("default "), "\(key)")
      #expect(words.contains(explanation.split(whereSeparator: \.isWhitespace).joined(separator: " ")), "\(key)")
      if let maximum = setting["maximum"] as? Double {
        #expect(words.contains("…\(maximum == maximum.rounded() ? String(Int(maximum)) : String(maximum))"), "\(key)")
      }
    }
    #expect(text.contains("decimal 0…1; default 0.8"))
    #expect(text.contains("keep|jpeg|png|webp; default keep"))
  }

  @Test func someSettingsCanBeListedAlone() {
    let one = imgtune("settings", "jpeg.chroma")
    #expect(one.exitCode == 0)
    #expect(one.outputText.contains("jpeg.chroma") && !one.outputText.contains("webp.method"))
    let section = imgtune("settings", "webp").outputText
    #expect(section.contains("webp.method") && !section.contains("jpeg.chroma"))
    let unknown = imgtune("settings", "qualty")
    #expect(unknown.exitCode == 2)
    #expect(unknown.errorText.contains("did you mean quality"))
  }
}
