import Files
import Testing

struct FilePathTests {
  @Test func aPathIsTakenApart() {
    let path = FilePath("photos/2024/Sunset.By.Sea.JPG")
    #expect(path.name == FilePath("Sunset.By.Sea.JPG"))
    #expect(path.parent == FilePath("photos/2024"))
    #expect(path.stem == FilePath("Sunset.By.Sea"))
    #expect(path.fileExtension == "jpg")
    #expect(path.spelledExtension == "JPG")
    #expect(path.components.count == 3)
  }

  @Test func whatHasNoExtensionHasNone() {
    for name in ["photo", ".hidden", "photo.", ".", ".."] {
      #expect(FilePath(name).fileExtension == nil, "\(name)")
      #expect(FilePath(name).spelledExtension == nil, "\(name)")
    }
    #expect(FilePath(".hidden").stem == FilePath(".hidden"))
    #expect(FilePath("folder.d/photo").fileExtension == nil, "a folder's dot is none of the file's")
    #expect(FilePath(".hidden.jpg").stem == FilePath(".hidden"))
  }

  @Test func theParentOfWhatHasNoneIsTheWorkingFolder() {
    #expect(FilePath("a.jpg").parent == FilePath("."))
    #expect(FilePath("/a.jpg").parent == FilePath("/"))
    #expect(FilePath("/").parent == FilePath("/"))
    #expect(FilePath("a/b/").parent == FilePath("a"))
  }

  @Test func aPathIsBelowAFolderOnlyByWholeParts() {
    #expect(FilePath("out/a").below("out") == "a")
    #expect(FilePath("out/a").below("out/") == "a")
    #expect(FilePath("outer/a").below("out") == nil)
    #expect(FilePath("out/").below("out") == nil)
    #expect(FilePath("/a").below("/") == "a")
  }

  @Test func pathsAreJoined() {
    #expect(FilePath("out").appending(FilePath("a.jpg")) == FilePath("out/a.jpg"))
    #expect(FilePath("out/").appending(FilePath("a.jpg")) == FilePath("out/a.jpg"))
    #expect(FilePath("/").appending(FilePath("a.jpg")) == FilePath("/a.jpg"))
    #expect(FilePath(bytes: []).appending(FilePath("a.jpg")) == FilePath("a.jpg"))
    #expect(FilePath("out").appending(FilePath("/abs")) == FilePath("/abs"))
  }

  @Test func aNameThatIsNotUTF8KeepsItsBytes() {
    let bytes: [UInt8] = [0x62, 0xFF, 0xFE, 0x2E, 0x4A, 0x50, 0x47]
    let path = FilePath(bytes: bytes)
    #expect(path.fileExtension == "jpg")
    #expect(path.stem.bytes == [0x62, 0xFF, 0xFE])
    #expect(FilePath(path.losslessText).bytes == bytes)
    #expect(path.description == "b\\xff\\xfe.JPG")
  }
}

struct LosslessTextTests {
  private func roundTrip(_ bytes: [UInt8]) -> [UInt8] { LosslessText.bytes(of: LosslessText.text(of: bytes)) }

  @Test func everySingleByteSurvives() {
    for byte in UInt8.min...UInt8.max { #expect(roundTrip([byte]) == [byte]) }
  }

  @Test func everyPairOfBytesSurvives() {
    var broken: [[UInt8]] = []
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max where roundTrip([first, second]) != [first, second] {
        broken.append([first, second])
      }
    }
    #expect(broken.isEmpty)
  }

  @Test func scalarsOfThePrivateRangeSurvive() {
    // U+10FF00 … U+10FFFF are the very scalars that broken bytes become.
    for value in stride(from: UInt32(0x10FE80), through: 0x10FFFF, by: 1) {
      let bytes = Array(String(Unicode.Scalar(value)!).utf8)
      #expect(roundTrip(bytes) == bytes)
      #expect(roundTrip(bytes + [0xFF] + bytes) == bytes + [0xFF] + bytes)
    }
  }

  @Test func hostileSequencesSurvive() {
    let sequences: [[UInt8]] = [
      [], [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF0, 0x9F, 0x98],
      [0xF0, 0x9F, 0x98, 0x80], [0x41, 0xCC, 0x81], [0xEF, 0xBB, 0xBF, 0x41], [0x80, 0xBF, 0xFE, 0xFF], Array(0...255),
    ]
    for bytes in sequences { #expect(roundTrip(bytes) == bytes) }
  }

  @Test func validTextStaysAsItIs() {
    for text in ["", "photo.jpg", "Grüße 写真 🌅", "e\u{301}", "line\nbreak"] {
      #expect(LosslessText.text(of: Array(text.utf8)) == text)
      #expect(!LosslessText.hasRawBytes(LosslessText.text(of: Array(text.utf8))))
    }
    #expect(LosslessText.hasRawBytes(LosslessText.text(of: [0xFF])))
  }

  @Test func whatIsPrintedDoesNoHarm() {
    #expect(LosslessText.printable("a\u{1B}[31mb") == "a\\x1b[31mb")
    #expect(LosslessText.printable("a\nb\rc\td") == "a\\nb\\rc\\td")
    #expect(LosslessText.printable("\u{0}\u{7}\u{7F}\u{9B}") == "\\x00\\x07\\x7f\\x9b")
    #expect(LosslessText.printable("photo\u{202E}gpj.exe") == "photo\\u{202e}gpj.exe")
    #expect(LosslessText.printable("a\u{2028}b\u{FEFF}") == "a\\u{2028}b\\u{feff}")
    #expect(LosslessText.printable(LosslessText.text(of: [0x61, 0xE9, 0x62])) == "a\\xe9b")
    #expect(LosslessText.printable("Grüße 写真 🌅") == "Grüße 写真 🌅")
  }

  @Test func noControlCharacterIsEverPrinted() {
    for value in UInt32(0)...0x2100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let printed = LosslessText.printable(String(scalar))
      let isHarmless = printed.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .lineSeparator
          && $0.properties.generalCategory != .paragraphSeparator && !$0.properties.isBidiControl
      }
      #expect(isHarmless, "U+\(String(value, radix: 16))")
    }
  }
}
