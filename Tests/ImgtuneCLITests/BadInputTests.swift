import Pixels
import TestSupport
import Testing

/// Files that are no picture, or not a whole one: one sentence each, and nothing written.
struct BadInputTests {
  let imgtune = Imgtune()

  private func expectRefusal(_ bad: BadFile) {
    imgtune.folder.write(bad.bytes, to: bad.name)
    let result = imgtune("compress", bad.name, "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(result.errorLines.count == 1, "\(result.errorText)")
    #expect(result.errorText.hasPrefix("imgtune: \(bad.name): not compressed: "), "\(result.errorText)")
    #expect(result.errorText.contains(bad.reason), "\(result.errorText)")
    #expect(result.outputLines.count == 1 && result.outputText.hasPrefix("0 pictures: "))
    #expect(imgtune.folder.files() == [bad.name], "nothing is written")
    #expect(result.seconds < 10)
  }

  @Test(arguments: BadFile.foreign) func whatIsNoPictureIsNamedForWhatItIs(file: BadFile) { expectRefusal(file) }

  @Test(arguments: BadFile.hostile) func whatIsHostileIsRefusedWithItsReason(file: BadFile) { expectRefusal(file) }

  @Test(arguments: [("a.jpg", Picture.jpeg, "JPEG"), ("b.png", Picture.png, "PNG"), ("c.webp", Picture.webp, "WebP")])
  func aFileCutAnywhereIsRefused(name: String, whole: [UInt8], format: String) {
    let cuts =
      [20, 50, 120, 300] + (1...9).map { whole.count * $0 / 10 } + [whole.count - 40, whole.count - 3, whole.count - 1]
    for cut in cuts { imgtune.folder.write(Array(whole.prefix(cut)), to: "in/\(cut)-\(name)") }
    imgtune.folder.write(whole, to: "in/whole-\(name)")
    let result = imgtune("compress", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(imgtune.folder.files(in: "out") == ["whole-\(name)"], "only the whole one is written")
    #expect(result.errorLines.count == Set(cuts).count)
    for line in result.errorLines {
      #expect(line.contains("not compressed: ") && line.contains(format), "\(line)")
    }
  }

  @Test func theRowsThatAreThereAreTold() {
    imgtune.folder.write(Array(Picture.jpeg.prefix(Picture.jpeg.count / 2)), to: "half.jpg")
    let text = imgtune("compress", "half.jpg", "-o", "out/").errorText
    let pattern = /imgtune: half\.jpg: not compressed: JPEG data ends after \d+ of 90 rows \(libjpeg: [^)]+\)(; .+)?\n/
    #expect(text.wholeMatch(of: pattern) != nil, "\(text)")
  }

  @Test func oneFailureNeverStopsTheOthers() {
    for bad in BadFile.foreign + BadFile.hostile { imgtune.folder.write(bad.bytes, to: "in/\(bad.name)") }
    for index in 0..<10 { imgtune.folder.write(Picture.jpeg, to: "in/good\(index).jpg") }
    let result = imgtune("compress", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(imgtune.folder.files(in: "out") == (0..<10).map { "good\($0).jpg" })
    #expect(result.errorLines.count == BadFile.foreign.count + BadFile.hostile.count)
  }

  @Test func aFolderThatIsNamedLikeAPictureIsAFolder() {
    imgtune.folder.write(Picture.jpeg, to: "in.jpg/a.jpg")
    #expect(imgtune("compress", "in.jpg", "-o", "out/").exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"])
  }

  @Test func aDeviceWithoutAnEndIsRefused() {
    let result = imgtune("compress", "/dev/null", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("/dev/null: not compressed: cannot read it: it is a device, not a picture"))
  }

  @Test func whatStandsBehindAPictureIsNoted() {
    imgtune.folder.write(Picture.jpeg + [UInt8](repeating: 0, count: 100), to: "a.jpg")
    let result = imgtune("compress", "a.jpg", "-o", "out/")
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("a.jpg: note: 100 zero bytes behind the end"))
    #expect(imgtune.picture("out/a.jpg")?.size == PixelSize(120, 90))
  }
}
