import Codecs
import Files
import Jobs
import Pixels
import TestSupport
import Testing

struct InputFinderTests {
  private let folder = TemporaryFolder()
  private let jpeg: [UInt8]
  private let png: [UInt8]

  init() throws {
    jpeg = HandmadeJPEG().bytes
    png = HandmadePNG(1, 1, .gray, samples: [9]).bytes
  }

  private func find(
    _ names: String..., recursive: Bool = true, include: [String] = [], exclude: [String] = [], output: String? = nil
  ) -> FoundInputs {
    InputFinder.find(
      InputSelection(
        named: names.map { FilePath($0 == "-" ? $0 : folder.path($0)) }, recursive: recursive,
        include: include.map(GlobPattern.init), exclude: exclude.map(GlobPattern.init),
        outputFolder: output.map { FilePath(folder.path($0)) }))
  }

  private func relative(_ found: FoundInputs) -> [String] { found.inputs.map(\.relativePath.losslessText) }

  private func fill(_ names: String...) {
    for name in names { folder.write(name.hasSuffix(".png") ? png : jpeg, to: name) }
  }

  @Test func aFolderIsWalkedInTheOrderOfNames() {
    fill("in/b.jpg", "in/a.jpg", "in/sub/d.png", "in/sub/deep/e.jpg", "in/c.png")
    #expect(relative(find("in")) == ["a.jpg", "b.jpg", "c.png", "sub/d.png", "sub/deep/e.jpg"])
    #expect(relative(find("in", recursive: false)) == ["a.jpg", "b.jpg", "c.png"])
    #expect(relative(find("in/")) == relative(find("in")))
  }

  @Test func contentDecidesWhatAPictureIs() {
    folder.write(jpeg, to: "in/none")
    folder.write(png, to: "in/wrong.jpg")
    folder.write(Array("words".utf8), to: "in/notes.txt")
    folder.write([], to: "in/empty")
    let found = find("in")
    #expect(relative(found) == ["none", "wrong.jpg"])
    #expect(found.inputs.map(\.format) == [.jpeg, .png])
    #expect(found.skippedCount == 2)
  }

  @Test func aBrokenPictureIsFoundByItsName() {
    for name in ["in/a.JPG", "in/b.jpeg", "in/c.png", "in/d.WebP", "in/e.jfif"] { folder.write([0, 1, 2], to: name) }
    let found = find("in")
    #expect(found.inputs.count == 5)
    #expect(found.inputs.allSatisfy { $0.format == nil })
    #expect(found.skippedCount == 0)
  }

  @Test func aFileNamedOutrightIsAlwaysTaken() {
    folder.write(Array("words".utf8), to: "notes.txt")
    fill(".hidden.jpg")
    let found = find("notes.txt", ".hidden.jpg", "absent.jpg", exclude: ["*"])
    #expect(relative(found) == ["notes.txt", ".hidden.jpg", "absent.jpg"])
    #expect(found.inputs.map { $0.status == nil } == [false, false, true])
  }

  @Test func hiddenFilesAndFoldersArePassedOver() {
    fill("in/a.jpg", "in/.b.jpg", "in/.git/c.jpg")
    #expect(relative(find("in")) == ["a.jpg"])
  }

  @Test func aFolderThatIsHiddenItselfIsWalkedWhenNamed() {
    fill(".in/a.jpg")
    #expect(relative(find(".in")) == ["a.jpg"])
  }

  @Test func linksToFilesAreFollowedAndLinksToFoldersAreNot() {
    fill("in/a.jpg", "elsewhere/b.jpg")
    folder.link("in/link.jpg", to: "../elsewhere/b.jpg")
    folder.link("in/loop", to: ".")
    folder.link("in/outside", to: "../elsewhere")
    folder.link("in/dangling.jpg", to: "nowhere")
    #expect(relative(find("in")) == ["a.jpg", "link.jpg"])
    // A link that was named is meant.
    #expect(relative(find("in/outside")) == ["b.jpg"])
  }

  @Test func patternsChooseByName() {
    fill("in/a.jpg", "in/b.png", "in/sub/c.jpg", "in/sub/d.png")
    #expect(relative(find("in", include: ["*.png"])) == ["b.png", "sub/d.png"])
    #expect(relative(find("in", exclude: ["*.png"])) == ["a.jpg", "sub/c.jpg"])
    #expect(relative(find("in", include: ["a*", "d*"])) == ["a.jpg", "sub/d.png"])
    #expect(relative(find("in", include: ["*.jpg"], exclude: ["a*"])) == ["sub/c.jpg"])
    #expect(relative(find("in", include: ["[ab].*"])) == ["a.jpg", "b.png"])
  }

  @Test func aPatternWithASlashIsHeldAgainstThePath() {
    fill("in/a.jpg", "in/sub/c.jpg", "in/sub/deep/e.jpg")
    #expect(relative(find("in", include: ["sub/*.jpg"])) == ["sub/c.jpg"])
    #expect(relative(find("in", include: ["sub/**/*.jpg"])) == ["sub/c.jpg", "sub/deep/e.jpg"])
    #expect(relative(find("in", exclude: ["sub"])) == ["a.jpg"])
    #expect(relative(find("in", exclude: ["sub/deep"])) == ["a.jpg", "sub/c.jpg"])
  }

  @Test func theOutputFolderIsNotTakenForInput() {
    fill("in/a.jpg", "in/out/a.jpg", "in/out/sub/b.jpg")
    #expect(relative(find("in", output: "in/out")) == ["a.jpg"])
    folder.link("way", to: "in/out")
    #expect(relative(find("in", output: "way")) == ["a.jpg"])
    #expect(relative(find("in", output: "in/absent")) == ["a.jpg", "out/a.jpg", "out/sub/b.jpg"])
  }

  @Test func namesMayBeAnyBytes() {
    folder.write(jpeg, to: Array("in/b".utf8) + [0xFF, 0x0A] + Array(".jpg".utf8))
    let found = find("in")
    #expect(found.inputs.map(\.relativePath.bytes) == [Array("b".utf8) + [0xFF, 0x0A] + Array(".jpg".utf8)])
    #expect(found.inputs.first?.displayName.hasSuffix("in/b\\xff\\n.jpg") == true)
  }

  @Test func whatIsNeitherFileNorFolderIsPassedOverInsideFolders() {
    fill("in/a.jpg")
    folder.makeFIFO("in/pipe.jpg")
    #expect(relative(find("in")) == ["a.jpg"])
    #expect(relative(find("in/pipe.jpg")) == ["pipe.jpg"], "but taken when it is named")
  }

  @Test func standardInputIsAnInput() {
    let found = find("-")
    #expect(found.inputs.map(\.source) == [.standardInput])
    #expect(found.inputs.map(\.displayName) == ["standard input"])
  }

  @Test func anEmptyFolderHoldsNothing() {
    folder.makeFolder("in")
    let found = find("in")
    #expect(found.inputs.isEmpty && found.failures.isEmpty)
  }
}
