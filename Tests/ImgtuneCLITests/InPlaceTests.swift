import Codecs
import Pixels
import TestSupport
import Testing

struct InPlaceTests {
  let imgtune = Imgtune()

  init() { imgtune.folder.write(Picture.jpeg, to: "a.jpg", mode: 0o640) }

  @Test func eachSourceIsReplaced() throws {
    imgtune.folder.write(Picture.webp, to: "sub/c.webp")
    let result = imgtune("compress", "-R", ".", "--in-place", "--max-dimension", "40")
    #expect(result.exitCode == 0)
    #expect(imgtune.folder.files() == ["a.jpg", "sub/c.webp"])
    #expect(imgtune.picture("a.jpg")?.size == PixelSize(40, 30))
    #expect(imgtune.picture("sub/c.webp")?.size == PixelSize(40, 30))
    #expect(imgtune.folder.mode("a.jpg") == 0o640)
  }

  @Test func aChangeOfFormatIsRefused() {
    imgtune.folder.write(Picture.png, to: "b.png")
    for words in [["a.jpg", "--format", "webp"], ["a.jpg", "b.png", "--set", "format=webp"]] {
      let arguments = ["compress", "--in-place"] + words
      let result = imgtune.run(arguments.map { Array($0.utf8) })
      #expect(result.exitCode != 0)
      #expect(result.errorText.contains("a.jpg") && result.errorText.contains("in place"), "\(result.errorText)")
    }
    #expect(imgtune.folder.read("a.jpg") == Picture.jpeg)
    #expect(imgtune.folder.read("b.png") == Picture.png)
    // The format that it has already is no change.
    #expect(imgtune("compress", "--in-place", "a.jpg", "--format", "jpeg").exitCode == 0)
  }

  @Test func inPlaceAndAnOutputExcludeEachOther() {
    let result = imgtune("compress", "a.jpg", "--in-place", "-o", "out/")
    #expect(result.exitCode == 2)
    #expect(imgtune.folder.files() == ["a.jpg"])
    #expect(imgtune.folder.read("a.jpg") == Picture.jpeg)
  }

  @Test func aSymbolicLinkStaysOneAndItsTargetIsReplaced() {
    imgtune.folder.write(Picture.jpeg, to: "deep/b.jpg")
    imgtune.folder.link("link.jpg", to: "deep/b.jpg")
    #expect(imgtune("compress", "--in-place", "link.jpg", "--max-dimension", "60").exitCode == 0)
    #expect(imgtune.folder.isLink("link.jpg"))
    #expect(imgtune.picture("deep/b.jpg")?.size == PixelSize(60, 45))
    #expect(imgtune.folder.files() == ["a.jpg", "deep/b.jpg", "link.jpg"])
  }

  @Test func anotherHardLinkKeepsTheOldContent() {
    imgtune.folder.hardLink("other.jpg", to: "a.jpg")
    #expect(imgtune("compress", "--in-place", "a.jpg", "--max-dimension", "60").exitCode == 0)
    #expect(imgtune.folder.read("other.jpg") == Picture.jpeg)
    #expect(imgtune.picture("a.jpg")?.size == PixelSize(60, 45))
  }

  @Test func aBrokenSourceStaysAsItIs() {
    let broken = Array(Picture.jpeg.dropLast(1_000))
    imgtune.folder.write(broken, to: "broken.jpg")
    let result = imgtune("compress", "--in-place", "broken.jpg", "a.jpg")
    #expect(result.exitCode == 1)
    #expect(imgtune.folder.read("broken.jpg") == broken)
    #expect(imgtune.folder.files() == ["a.jpg", "broken.jpg"])
  }

  @Test func whatWouldOnlyGrowStaysAsItIs() {
    imgtune.folder.write(Picture.coarse, to: "coarse.jpg")
    let result = imgtune("compress", "--in-place", "coarse.jpg")
    #expect(result.exitCode == 0)
    #expect(result.outputText.contains("original kept"))
    #expect(imgtune.folder.read("coarse.jpg") == Picture.coarse)
  }

  @Test func aWrongExtensionStaysBecauseTheNameIsTheUsers() {
    imgtune.folder.write(Picture.jpeg, to: "wrong.png")
    #expect(imgtune("compress", "--in-place", "wrong.png").exitCode == 0)
    #expect(imgtune.picture("wrong.png")?.format == .jpeg)
    #expect(imgtune.folder.files() == ["a.jpg", "wrong.png"])
  }
}
