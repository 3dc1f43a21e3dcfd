import Codecs
import Pixels
import TestSupport
import Testing

/// Whatever a file is called, it is found, and its output tells the truth about its content.
struct NameTests {
  let imgtune = Imgtune()

  @Test(arguments: [
    "plain.jpg", "two words.jpg", " leading.jpg", "a:b.jpg", "a\nb.jpg", "-q.jpg", "--set.jpg", "%s%n.jpg", "*.jpg",
    "$(id).jpg", "'quoted\".jpg", "back\\slash.jpg", "Grüße 写真 🌅.jpg", "e\u{301}.jpg", "a=b.jpg", "{stem}.jpg", "~.jpg",
    "many.dots.in.it.jpg",
  ])
  func anyNameIsTaken(name: String) {
    imgtune.folder.write(Picture.jpeg, to: name)
    let result = imgtune("compress", "-o", "out/", "--", name)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out") == [name])
    #expect(result.outputLines.count == 2, "a picture's line and a summary, whatever the name holds")
  }

  @Test func aNameThatIsNotUTF8IsTaken() {
    let name = Array("b".utf8) + [0xFF, 0xE9, 0x80] + Array(".jpg".utf8)
    imgtune.folder.write(Picture.jpeg, to: name)
    let words = ["compress", "-o", "out/"].map { Array($0.utf8) }
    let result = imgtune.run(words + [name])
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.fileBytes(in: "out") == [name])
    #expect(result.outputText.hasPrefix("b\\xff\\xe9\\x80.jpg "))
    // The same in a folder, and as the output's own name.
    #expect(imgtune.run(["compress", ".", "-o", "all/"].map { Array($0.utf8) }).exitCode == 0)
    #expect(imgtune.folder.fileBytes(in: "all") == [name])
    let output = Array("o".utf8) + [0xFE] + Array(".png".utf8)
    #expect(imgtune.run([Array("compress".utf8), name, Array("-o".utf8), output]).exitCode == 0)
    #expect(imgtune.folder.read(output)?.starts(with: HandmadePNG.signature) == true)
  }

  @Test func aNameOfTheFullLengthIsTaken() {
    let name = String(repeating: "x", count: 251) + ".jpg"
    imgtune.folder.write(Picture.jpeg, to: name)
    #expect(imgtune("compress", name, "-o", "out/").exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == [name])
  }

  @Test(arguments: [
    ("none", "none.jpg"), ("wrong.png", "wrong.jpg"), ("photo.tiff", "photo.jpg"), (".hidden", ".hidden.jpg"),
    ("UPPER.JPG", "UPPER.JPG"), ("own.JPEG", "own.JPEG"), ("own.jfif", "own.jfif"), ("a.tar.gz", "a.tar.jpg"),
    ("dot.", "dot.jpg"),
  ])
  func theOutputsExtensionIsTrue(name: String, output: String) {
    imgtune.folder.write(Picture.jpeg, to: name)
    let result = imgtune("compress", name, "-o", "out/")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.folder.files(in: "out") == [output])
  }

  @Test func anotherFormatGetsItsOwnExtension() {
    imgtune.folder.write(Picture.jpeg, to: "A.JPG")
    #expect(imgtune("compress", "A.JPG", "--format", "webp", "-o", "out/").exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["A.webp"])
    #expect(imgtune.picture("out/A.webp")?.format == .webp)
  }

  @Test func hostileNamesArePrintedHarmlessly() {
    let names = ["\u{1B}[31mred\u{7}.jpg", "new\nline\r.jpg", "turned\u{202E}gpj.jpg"]
    for name in names { imgtune.folder.write(Picture.jpeg, to: name) }
    imgtune.folder.write([1, 2, 3], to: "\u{1B}]0;title\u{7}.png")
    let result = imgtune("compress", ".", "-v", "-o", "out\u{1B}[2J/")
    #expect(result.exitCode == 1)
    for text in [result.outputText, result.errorText] {
      let isHarmless = text.unicodeScalars.allSatisfy {
        $0 == "\n" || $0.value >= 0x20 && $0 != "\u{7F}" && $0 != "\u{202E}"
      }
      #expect(isHarmless, "\(text.debugDescription)")
    }
    #expect(result.outputText.contains("\\x1b[31mred\\x07.jpg"))
    #expect(result.errorLines.count == 1)
    // The hints of usage errors print what was typed.
    let refused = imgtune(
      "compress", "--\u{1B}[31m", "--set", "\u{1B}=1", "\u{1B}", "-o", "x/", "--format", "\u{1B}[5m")
    #expect(refused.exitCode == 2)
    #expect(!refused.errorText.contains("\u{1B}"))
  }
}
