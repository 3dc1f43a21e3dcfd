import Codecs
import Pixels
import TestSupport
import Testing

struct FolderTests {
  let imgtune = Imgtune()

  private func fill() {
    imgtune.folder.write(Picture.jpeg, to: "in/a.jpg")
    imgtune.folder.write(Picture.png, to: "in/sub/b.png")
    imgtune.folder.write(Picture.webp, to: "in/sub/deep/c.webp")
    imgtune.folder.write(Array("words".utf8), to: "in/notes.txt")
  }

  @Test func aFolderIsTakenWithoutItsSubfolders() {
    fill()
    #expect(imgtune("compress", "in", "-o", "out").exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"])
  }

  @Test func recursivelyTheStructureIsKept() {
    fill()
    let result = imgtune("compress", "-R", "in/", "-o", "new/out")
    #expect(result.exitCode == 0)
    #expect(imgtune.folder.files(in: "new/out") == ["a.jpg", "sub/b.png", "sub/deep/c.webp"])
    #expect(result.outputLines.last?.contains("skipped 1 file that is not a picture") == true)
  }

  @Test func patternsChoose() {
    fill()
    #expect(imgtune("compress", "-R", "in", "--include", "*.png", "--include", "*.webp", "-o", "a").exitCode == 0)
    #expect(imgtune.folder.files(in: "a") == ["sub/b.png", "sub/deep/c.webp"])
    #expect(imgtune("compress", "-R", "in", "--exclude=*.png", "--exclude", "deep", "-o", "b").exitCode == 0)
    #expect(imgtune.folder.files(in: "b") == ["a.jpg"])
    #expect(imgtune("compress", "-R", "in", "--include", "[ab].*", "-o", "c").exitCode == 0)
    #expect(imgtune.folder.files(in: "c") == ["a.jpg", "sub/b.png"])
    #expect(imgtune("compress", "-R", "in", "--include", "sub/*.png", "-o", "d").exitCode == 0)
    #expect(imgtune.folder.files(in: "d") == ["sub/b.png"])
  }

  @Test func aSecondRunDoesNotTakeItsOwnOutputs() {
    fill()
    for _ in 0..<2 { #expect(imgtune("compress", "-R", "in", "-o", "in/out").exitCode == 0) }
    #expect(imgtune.folder.files(in: "in/out") == ["a.jpg", "sub/b.png", "sub/deep/c.webp"])
  }

  @Test func whatIsNoPictureIsCountedAndABrokenOneFails() {
    fill()
    imgtune.folder.write(Array(Picture.jpeg.prefix(900)), to: "in/broken.jpg")
    imgtune.folder.write([], to: "in/data.bin")
    let result = imgtune("compress", "in", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"], "the others are not stopped")
    #expect(result.errorLines.count == 1)
    #expect(result.errorText.hasPrefix("imgtune: in/broken.jpg: not compressed: JPEG data ends after "))
    let summary = result.outputLines.last ?? ""
    #expect(summary.contains("1 failed") && summary.contains("skipped 2 files that are not pictures"), "\(summary)")
  }

  @Test func aFileNamedOutrightIsAlwaysAnAnswer() {
    fill()
    let result = imgtune("compress", "in/notes.txt", "in/a.jpg", "absent.jpg", "-o", "out/")
    #expect(result.exitCode == 1)
    #expect(
      result.errorLines == [
        "imgtune: in/notes.txt: not compressed: a text file; JPEG, PNG and WebP can be read",
        "imgtune: absent.jpg: not compressed: cannot read it: no such file or directory",
      ])
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"])
  }

  @Test(arguments: [
    ["empty"], ["-R", "empty"], ["in", "--include", "*.gif"], ["-R", "in", "--exclude", "*"], ["words"],
  ])
  func noMatchAtAllIsAUsageError(words: [String]) {
    fill()
    imgtune.folder.makeFolder("empty/inside")
    imgtune.folder.write(Array("words".utf8), to: "words/notes.txt")
    let arguments = ["compress"] + words + ["-o", "out/"]
    let result = imgtune.run(arguments.map { Array($0.utf8) })
    #expect(result.exitCode == 2)
    #expect(result.errorLines.last?.hasPrefix("imgtune: no picture was found in ") == true)
    #expect(result.output.isEmpty && !imgtune.folder.exists("out"))
  }

  @Test func twoInputsForOneOutputAreRefusedBeforeAnyWork() {
    fill()
    imgtune.folder.write(Picture.png, to: "in/a.png")
    imgtune.folder.write(Picture.jpeg, to: "other/a.jpg")
    for words in [["in", "--format", "webp"], ["in/a.jpg", "other/a.jpg"], ["in", "other"]] {
      let arguments = ["compress"] + words + ["-o", "out/"]
      let result = imgtune.run(arguments.map { Array($0.utf8) })
      #expect(result.exitCode == 2, "\(words)")
      #expect(result.errorText.contains("would both become out/a."), "\(result.errorText)")
      #expect(!imgtune.folder.exists("out"), "nothing was begun")
    }
  }

  @Test func theSameFileNamedTwiceIsOneJob() {
    fill()
    let result = imgtune("compress", "in/a.jpg", "./in/a.jpg", imgtune.folder.path("in/a.jpg"), "-o", "out/")
    #expect(result.exitCode == 0)
    #expect(result.outputLines.count == 2)
  }

  @Test func linesComeInTheOrderOfTheInputs() {
    let names = (0..<12).map { "p\($0 + 10).jpg" }
    for (index, name) in names.enumerated() {
      imgtune.folder.write(index.isMultiple(of: 3) ? Picture.jpeg : Picture.coarse, to: name)
    }
    let result = imgtune("compress", ".", "--jobs", "5", "-o", "out/")
    #expect(result.outputLines.dropLast().map { String($0.prefix(9)) } == names.map { "./" + $0 })
  }

  @Test func aPipeAmongTheFilesOfAFolderIsPassedOver() {
    fill()
    imgtune.folder.makeFIFO("in/pipe.jpg")
    #expect(imgtune("compress", "in", "-o", "out/").exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["a.jpg"])
  }
}
