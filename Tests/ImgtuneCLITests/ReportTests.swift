import Foundation
import TestSupport
import Testing

/// What is told about a run, to people and to programs.
struct ReportTests {
  let imgtune = Imgtune()

  init() {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    imgtune.folder.write(Picture.png, to: "b.png")
  }

  @Test func aLineTellsNameSizesBytesSavingTimeAndQuality() {
    let result = imgtune("compress", "a.jpg", "-o", "out/", "-q", "0.6", "--max-dimension", "60")
    let pattern = /a\.jpg  120x90 -> 60x45 +\d[\d.]* k?B -> +\d[\d.]* k?B  saved \d+\.\d % +\d[\d.]* m?s  jpeg q60/
    #expect(result.outputLines.first?.wholeMatch(of: pattern) != nil, "\(result.outputText)")
    let summary = /1 picture: \d[\d.]* k?B -> \d[\d.]* k?B, saved \d+\.\d %, \d[\d.]* m?s/
    #expect(result.outputLines.last?.wholeMatch(of: summary) != nil, "\(result.outputText)")
    #expect(result.outputLines.count == 2)
    #expect(result.errors.isEmpty)
  }

  @Test func theNativeQualityOfEachCodecIsTold() {
    func quality(_ words: String...) -> String {
      let arguments = ["compress", "a.jpg", "-o", "out/", "--set", "output.whenLarger=result"] + words
      return imgtune.run(arguments.map { Array($0.utf8) }).outputLines.first.map { String($0.suffix(20)) } ?? ""
    }
    #expect(quality("-q", "0.65").hasSuffix("jpeg q65"))
    #expect(quality("-q", "0.65", "--jpeg.quality", "31").hasSuffix("jpeg q31"))
    #expect(quality("--format=webp", "-q0.655").hasSuffix("webp q65.5"))
    #expect(quality("--format=webp", "--webp.lossless").hasSuffix("webp lossless"))
    #expect(quality("--format=png", "--png.level=3").hasSuffix("png level 3"))
  }

  @Test func eachPictureIsOneJSONDocumentWithEverySetting() throws {
    imgtune.folder.write([1, 2, 3], to: "c.jpg")
    let result = imgtune("compress", ".", "-o", "out/", "--json", "-q", "0.5", "--set", "maxDimension=50")
    #expect(result.exitCode == 1)
    let documents = try imgtune.documents(result)
    #expect(documents.map { $0["event"] as? String } == ["picture", "picture", "picture", "summary"])
    #expect(documents.map { $0["status"] as? String } == ["compressed", "compressed", "failed", nil])

    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(imgtune("settings", "--json").output)) as? [String: Any])
    let keys = try #require(schema["settings"] as? [[String: Any]]).compactMap { $0["key"] as? String }
    #expect(keys.count >= 25)
    for document in documents.dropLast() {
      let settings = try #require(document["settings"] as? [String: Any])
      #expect(Set(settings.keys) == Set(keys))
      #expect(settings["quality"] as? Double == 0.5 && settings["maxDimension"] as? Int == 50)
      #expect(settings["jpeg.quality"] is NSNull)
      #expect(
        document["settingLayers"] as? [String: String] == ["quality": "commandLine", "maxDimension": "commandLine"])
    }
    let first = documents[0]
    #expect(first["input"] as? String == "./a.jpg")
    #expect(first["output"] as? String == "out/a.jpg")
    #expect(first["width"] as? Int == 50 && first["height"] as? Int == 38)
    #expect(first["inputWidth"] as? Int == 120 && first["inputHeight"] as? Int == 90)
    #expect(first["inputBytes"] as? Int == Picture.jpeg.count)
    #expect(first["outputBytes"] as? Int == imgtune.folder.read("out/a.jpg")?.count)
    #expect(first["changes"] as? [String] == ["resized"])
    #expect(first["nativeQuality"] as? String == "q50")
    let stages = try #require(first["stages"] as? [String: Double])
    #expect(Set(stages.keys).isSuperset(of: ["decodeMilliseconds", "resizeMilliseconds", "encodeMilliseconds"]))
    #expect(stages.values.allSatisfy { $0 >= 0 })
    let elapsed = try #require(first["elapsedMilliseconds"] as? Double)
    #expect(elapsed >= stages.values.reduce(0, +) - 0.01)
    #expect((documents[2]["reason"] as? String)?.contains("not a picture") == true)
    let summary = documents[3]
    #expect(summary["compressed"] as? Int == 2 && summary["failed"] as? Int == 1 && summary["passedOver"] as? Int == 0)
  }

  @Test func aNameThatIsNotUTF8IsExactInJSON() throws {
    let name = [0x62, 0xFF] + Array(".jpg".utf8)
    imgtune.folder.write(Picture.jpeg, to: name)
    let result = imgtune.run(["compress", "--json", "-o", "out/"].map { Array($0.utf8) } + [name])
    let document = try imgtune.documents(result)[0]
    #expect(document["inputPathBytes"] as? [Int] == name.map(Int.init))
  }

  @Test func hostileNamesAreEscapedInJSON() throws {
    imgtune.folder.write(Picture.jpeg, to: "q\"\\\u{1B}\n\u{7}.jpg")
    let result = imgtune("compress", "q\"\\\u{1B}\n\u{7}.jpg", "--json", "-o", "out/")
    #expect(!result.outputText.contains("\u{1B}"))
    #expect(try imgtune.documents(result)[0]["input"] as? String == "q\"\\\u{1B}\n\u{7}.jpg")
  }

  @Test func quietTellsOnlyWhatWentWrong() {
    let good = imgtune("compress", "a.jpg", "b.png", "-o", "out/", "--quiet", "--webp.method", "3")
    #expect(good.exitCode == 0)
    #expect(good.output.isEmpty && good.errors.isEmpty)
    let bad = imgtune("compress", "a.jpg", "absent.jpg", "-o", "out/", "--quiet")
    #expect(bad.exitCode == 1)
    #expect(bad.output.isEmpty)
    #expect(bad.errorText == "imgtune: absent.jpg: not compressed: cannot read it: no such file or directory\n")
  }

  @Test func verboseTellsStagesAndChanges() {
    let result = imgtune("compress", "a.jpg", "-o", "out/", "-v", "--max-dimension", "60", "--format", "webp")
    #expect(result.outputLines.count == 3)
    for word in ["jpeg", "decode ", "resize ", "encode ", " ms", "resized", "reformatted", "out/a.webp"] {
      #expect(result.outputLines[1].contains(word), "\(word) in \(result.outputLines[1])")
    }
  }

  @Test func nothingOfAProgressBarGoesIntoAPipe() {
    for index in 0..<20 { imgtune.folder.write(Picture.jpeg, to: "in/\(index).jpg") }
    for words in [[], ["--quiet"], ["--json"]] {
      let arguments = ["compress", "in", "-o", "out/"] + words
      let result = imgtune.run(arguments.map { Array($0.utf8) })
      #expect(result.errors.isEmpty)
      #expect(!result.output.contains(0x0D) && !result.output.contains(0x1B))
    }
  }

  @Test(arguments: [80, 60, 200] as [UInt16]) func aTerminalShowsABarWithRateAndTimeLeft(columns: UInt16) {
    for index in 0..<20 { imgtune.folder.write(Picture.jpeg, to: "in/\(index).jpg") }
    let result = imgtune("compress", "in", "-o", "out/", errors: .terminal(columns: columns))
    #expect(result.exitCode == 0)
    #expect(!result.output.contains(0x1B), "lines stay clean where only the notes go to a terminal")
    let states = result.errorText.components(separatedBy: "\r\u{1B}[K").filter { !$0.isEmpty }
    let pattern = /\[#*-*\] \d+\/20  \d+\.\d\/s  \d+ s left/
    #expect(states.count >= 10)
    #expect(states.allSatisfy { $0.wholeMatch(of: pattern) != nil }, "\(states)")
    #expect(states.allSatisfy { $0.count < columns }, "a line that wraps could not be taken away")
    #expect(result.errorText.hasSuffix("\r\u{1B}[K"), "the bar is gone at the end")
  }

  @Test func quietShowsNoBarEither() {
    for index in 0..<5 { imgtune.folder.write(Picture.jpeg, to: "in/\(index).jpg") }
    #expect(imgtune("compress", "in", "-o", "out/", "--quiet", errors: .terminal(columns: 80)).errors.isEmpty)
    #expect(imgtune("compress", "in", "-o", "out/", "--json", errors: .terminal(columns: 80)).errors.isEmpty)
  }
}
