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

  // MARK: Pictures of kinds that cannot be read

  private static func media(_ brand: String) -> [UInt8] { [0, 0, 0, 24] + Array("ftyp\(brand)".utf8) + [0, 0, 0, 0] }

  private static let foreign: [(name: String, bytes: [UInt8], kind: ForeignPicture)] = [
    ("phone", media("heic"), .heic), ("burst", media("mif1") + Array("heic".utf8), .heic),
    ("web", media("avif"), .avif), ("brands", media("mif1") + Array("avif".utf8), .avif),
    ("naked", [0xFF, 0x0A, 0, 0], .jpegXL),
    ("boxed", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jpegXL),
    ("old", Array("GIF87a".utf8), .gif), ("moving", Array("GIF89a".utf8) + [1, 0, 1, 0], .gif),
    ("little", [0x49, 0x49, 42, 0, 8, 0, 0, 0], .tiff), ("big", [0x4D, 0x4D, 0, 42, 0, 0, 0, 8], .tiff),
    ("bitmap", Array("BM".utf8) + [70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0], .bmp),
    ("jp2", [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .jpeg2000),
    ("stream", [0xFF, 0x4F, 0xFF, 0x51, 0, 0x2F], .jpeg2000), ("layers", Array("8BPS".utf8) + [0, 1], .photoshop),
    ("drawing.svg", Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .svg),
    ("Drawing.SVG", Array("<?xml version='1.0'?>".utf8), .svg),
  ]

  @Test(arguments: foreign.map(\.name)) func aForeignPictureIsKnownWhereverItIsNamed(name: String) throws {
    let (_, bytes, kind) = try #require(InputFinderTests.foreign.first { $0.name == name })
    folder.write(bytes, to: "in/\(name)")
    for found in [find("in"), find("in/\(name)")] {
      #expect(found.inputs.map(\.foreign) == [kind])
      #expect(found.inputs.map(\.format) == [nil])
      #expect(found.skippedCount == 0)
    }
  }

  @Test func atMostSixtyFourBytesDecideWhatAPictureIs() {
    // The brand stands behind them.
    folder.write(InputFinderTests.media("mif1") + [UInt8](repeating: 0x20, count: 48) + Array("avif".utf8), to: "in/a")
    #expect(find("in").inputs.map(\.foreign) == [.heic])
  }

  @Test func whatIsNoPictureAtAllIsNoForeignOne() {
    for (name, text) in [
      ("a.pdf", "%PDF-1.7"), ("b.txt", "BM is a word"), ("c.html", "<html>"), ("d.zip", "PK\u{3}\u{4}"),
    ] {
      folder.write(Array(text.utf8), to: "in/\(name)")
    }
    let found = find("in")
    #expect(found.inputs.isEmpty && found.skippedCount == 4)
  }

  @Test func aPictureThatIsCalledADrawingIsAPicture() {
    folder.write(jpeg, to: "in/a.svg")
    #expect(find("in").inputs.map(\.format) == [.jpeg])
    #expect(find("in").inputs.map(\.foreign) == [nil])
  }

  // MARK: What cannot be looked at

  @Test func aLinkThatLeadsInCirclesIsToldAndOneThatLeadsNowhereIsNot() {
    fill("in/a.jpg")
    folder.link("in/loop.jpg", to: "loop.jpg")
    folder.link("in/nowhere.jpg", to: "absent.jpg")
    let found = find("in")
    #expect(relative(found) == ["a.jpg"])
    #expect(found.failures.map(\.path) == [FilePath(folder.path("in/loop.jpg"))])
    #expect(found.failures.first?.description.contains("symbolic links") == true, "\(found.failures)")
  }

  @Test func aFolderThatIsAbsentIsAFileThatCannotBeRead() {
    let found = find("absent")
    #expect(relative(found) == ["absent"] && found.inputs.allSatisfy { $0.status == nil })
  }

  /// Below a path of 4,096 bytes nothing could be named to any program.
  @Test func aTreeThatIsDeeperThanPathsAreLongIsTold() throws {
    let name = String(repeating: "d", count: 200)
    folder.makeFolder("in")
    fill("in/a.jpg")
    var here = try Folder.opening(FilePath(folder.path("in")))
    for _ in 0..<30 { here = try here.folder(FilePath(name), making: true) }
    defer { removeDeepTree("in/\(name)") }
    let found = find("in")
    #expect(relative(found) == ["a.jpg"])
    #expect(found.failures.count == 1)
    #expect(
      found.failures.first?.description.contains("too long") == true, "\(found.failures.map(\.description.count))")
  }

  /// By a program that goes down step by step: the test's own folder is removed by whole paths.
  private func removeDeepTree(_ name: String) {
    _ = ChildProcess("/bin/rm", ["-rf", folder.path(name)].map { Array($0.utf8) }, folder: "/").result()
  }

  // MARK: The base

  private func find(named: [String] = [], listed: [String] = [], base: String) -> FoundInputs {
    var selection = InputSelection(named: named.map { FilePath(folder.path($0)) }, recursive: true)
    selection.listed = listed.map { FilePath(folder.path($0)) }
    selection.base = FilePath(folder.path(base))
    return InputFinder.find(selection)
  }

  @Test func filesThatAreNamedOrListedKeepTheirPlaceBelowTheBase() {
    fill("in/a.jpg", "in/sub/b.png", "in/sub/deep/c.jpg")
    let names = ["in/a.jpg", "in/sub/b.png", "in/sub/deep"]
    for found in [find(named: names, base: "in"), find(listed: names, base: "in")] {
      #expect(relative(found) == ["a.jpg", "sub/b.png", "sub/deep/c.jpg"])
      #expect(found.failures.isEmpty)
    }
    #expect(relative(find(named: ["in/sub"], base: ".")) == ["in/sub/b.png", "in/sub/deep/c.jpg"])
    #expect(relative(find(named: ["in"], base: "in")) == ["a.jpg", "sub/b.png", "sub/deep/c.jpg"])
    #expect(relative(find(named: ["in/./sub//b.png"], base: "./in/")) == ["sub/b.png"])
  }

  @Test func whatIsNotBelowTheBaseIsToldAndNotMadeToFit() {
    fill("in/a.jpg", "other/b.jpg", "in/sub/c.jpg")
    let found = find(listed: ["in/a.jpg", "other/b.jpg", "in/../other/b.jpg", "in/sub/../../other/b.jpg"], base: "in")
    #expect(relative(found) == ["a.jpg"])
    #expect(found.failures.count == 3)
    #expect(found.failures.allSatisfy { $0.description.contains("does not lie below --base") })
  }

  @Test func aPathThatGoesUpAndDownAgainIsWhereItLeads() {
    fill("in/a.jpg", "in/sub/c.jpg")
    folder.link("way", to: "in")
    #expect(relative(find(listed: ["in/sub/../a.jpg"], base: "in")) == ["a.jpg"])
    #expect(relative(find(listed: ["in/sub/c.jpg"], base: "way")) == ["sub/c.jpg"])
    #expect(relative(find(listed: ["way/sub/c.jpg"], base: "in")) == ["sub/c.jpg"])
  }

  // MARK: Patterns

  @Test func aFolderIsLeftOutByAPattern() {
    fill("in/a.jpg", "in/thumbs/b.jpg", "in/sub/thumbs/deep/c.jpg", "in/sub/d.jpg")
    #expect(relative(find("in", exclude: ["thumbs/"])) == ["a.jpg", "sub/d.jpg"])
    #expect(relative(find("in", exclude: ["sub/**"])) == ["a.jpg", "thumbs/b.jpg"])
    #expect(relative(find("in", include: ["thumbs/"])) == ["sub/thumbs/deep/c.jpg", "thumbs/b.jpg"])
  }

  @Test func aPatternThatMatchesNothingIsTold() {
    fill("in/a.jpg", "in/b.png", "in/thumbs/c.jpg")
    #expect(find("in", include: ["*.jpg", "*.webp"], exclude: ["b*"]).idlePatterns == ["*.webp"])
    #expect(find("in", exclude: ["*.tiff", "thumbs/"]).idlePatterns == ["*.tiff"])
    #expect(find("in", exclude: ["*.png", "b*"]).idlePatterns == [], "both match the same file")
    #expect(find("in", exclude: ["thumbs", "thumbs/"]).idlePatterns == [], "both match the same folder")
  }
}
