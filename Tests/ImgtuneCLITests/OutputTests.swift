import Codecs
import Foundation
import Pixels
import TestSupport
import Testing

/// Where results go.
struct OutputTests {
  let imgtune = Imgtune()

  init() { imgtune.folder.write(Picture.jpeg, to: "a.jpg") }

  @Test func aPathThatEndsInASlashOrExistsIsAFolder() {
    imgtune.folder.makeFolder("there")
    #expect(imgtune("compress", "a.jpg", "-o", "new/deep/").exitCode == 0)
    #expect(imgtune("compress", "a.jpg", "-o", "there").exitCode == 0)
    #expect(imgtune.folder.files() == ["a.jpg", "new/deep/a.jpg", "there/a.jpg"])
  }

  @Test func severalInputsMakeItAFolder() {
    imgtune.folder.write(Picture.png, to: "b.png")
    #expect(imgtune("compress", "a.jpg", "b.png", "-o", "out").exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["a.jpg", "b.png"])
  }

  @Test func severalInputsDoNotFitAFileThatIsThere() {
    imgtune.folder.write(Picture.png, to: "b.png")
    imgtune.folder.write(Array("mine".utf8), to: "there.jpg")
    let result = imgtune("compress", "a.jpg", "b.png", "-o", "there.jpg")
    #expect(result.exitCode == 2, "\(result.errorText)")
    #expect(imgtune.folder.read("there.jpg") == Array("mine".utf8))
  }

  @Test(arguments: [
    ("x.png", ImageFormat.png), ("x.WEBP", .webp), ("x.jpeg", .jpeg), ("x", .jpeg), ("new/x.webp", .webp),
  ])
  func oneFilesExtensionSetsTheFormat(output: String, format: ImageFormat) {
    let result = imgtune("compress", "a.jpg", "-o", output)
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(imgtune.picture(output)?.format == format)
  }

  @Test func anExtensionAgainstTheFormatIsAUsageError() {
    let result = imgtune("compress", "a.jpg", "-o", "x.png", "--format", "jpeg")
    #expect(result.exitCode == 2)
    #expect(result.errorText.contains("x.png is a name for png, but format = jpeg"))
    #expect(!imgtune.folder.exists("x.png"))
  }

  @Test func anOutputMustBeNamed() {
    let result = imgtune("compress", "a.jpg")
    #expect(result.exitCode == 2)
    #expect(
      result.errorText
        == "imgtune: no output is named; give a folder or a file with -o, or replace the sources with --in-place\n")
  }

  @Test func aSourceIsNeverReplacedUnasked() {
    imgtune.folder.hardLink("b.jpg", to: "a.jpg")
    imgtune.folder.link("way", to: ".")
    for output in [".", "a.jpg", "./a.jpg", "b.jpg", "way", "way/a.jpg", "new/../a.jpg", "new/.."] {
      let result = imgtune("compress", "a.jpg", "-o", output)
      #expect(result.exitCode != 0, "\(output)")
      #expect(result.errorText.contains("would replace the source a.jpg"), "\(output): \(result.errorText)")
      #expect(imgtune.folder.read("a.jpg") == Picture.jpeg, "\(output)")
    }
  }

  @Test func theTemplateNamesTheOutputs() {
    let template = "{format}/{stem}-{width}x{height}-q{quality}.{extension}"
    let result = imgtune(
      "compress", "a.jpg", "-o", "out/", "--output.template", template, "--max-dimension", "60", "-q.5")
    #expect(result.exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["jpeg/a-60x45-q0.5.jpg"])
  }

  @Test(arguments: ["../{stem}.jpg", "/tmp/{stem}.jpg", "a/../../{stem}", "{size}.jpg", "{stem", "sub/"])
  func aTemplateCannotLeaveTheFolder(template: String) {
    let result = imgtune("compress", "a.jpg", "-o", "out/", "--output.template", template)
    #expect(result.exitCode == 2)
    #expect(result.errorText.hasPrefix("imgtune: output.template = "))
    #expect(imgtune.folder.files() == ["a.jpg"])
    #expect(imgtune("settings", "set", "output.template=\(template)").exitCode == 2, "nor is it stored")
  }

  @Test func aNameCannotClimbOutThroughTheTemplate() {
    imgtune.folder.write(Picture.jpeg, to: "...jpg")
    let result = imgtune("compress", "...jpg", "-o", "out/sub/", "--output.template", "{stem}/x.jpg")
    #expect(result.exitCode == 1, "the stem is “..”")
    #expect(imgtune.folder.files() == ["...jpg", "a.jpg"])
  }

  @Test func anOutputThatIsThereIsReplacedUnlessAskedNotTo() {
    imgtune.folder.write(Array("old".utf8), to: "out/a.jpg")
    let kept = imgtune("compress", "a.jpg", "-o", "out/", "--output.overwrite", "never")
    #expect(kept.exitCode == 0)
    #expect(kept.outputText.contains("skipped: out/a.jpg exists"))
    #expect(kept.outputLines.last?.contains("1 skipped") == true)
    #expect(imgtune.folder.read("out/a.jpg") == Array("old".utf8))
    #expect(imgtune("compress", "a.jpg", "-o", "out/").exitCode == 0)
    #expect(imgtune.picture("out/a.jpg")?.size == PixelSize(120, 90))
  }

  @Test(arguments: [0o600, 0o640, 0o664, 0o755] as [mode_t]) func theModeIsKept(mode: mode_t) {
    imgtune.folder.write(Picture.jpeg, to: "m.jpg", mode: mode)
    #expect(imgtune("compress", "m.jpg", "-o", "out/").exitCode == 0)
    #expect(imgtune.folder.mode("out/m.jpg") == mode)
  }

  @Test func anOutputThatIsALinkIsReplacedAndNotFollowed() {
    imgtune.folder.write(Array("mine".utf8), to: "elsewhere")
    imgtune.folder.makeFolder("out")
    imgtune.folder.link("out/a.jpg", to: "../elsewhere")
    #expect(imgtune("compress", "a.jpg", "-o", "out/").exitCode == 0)
    #expect(!imgtune.folder.isLink("out/a.jpg"))
    #expect(imgtune.folder.read("elsewhere") == Array("mine".utf8))
  }

  @Test func anOutputFolderMayBeALink() {
    imgtune.folder.makeFolder("real")
    imgtune.folder.link("out", to: "real")
    #expect(imgtune("compress", "a.jpg", "-o", "out").exitCode == 0)
    #expect(imgtune.folder.files(in: "real") == ["a.jpg"])
    #expect(imgtune.folder.isLink("out"))
  }

  @Test func whatIsNoFileIsNeverReplaced() {
    imgtune.folder.makeFIFO("pipe.jpg")
    let result = imgtune("compress", "a.jpg", "-o", "pipe.jpg")
    #expect(result.exitCode != 0)
    #expect(result.errorText.contains("pipe.jpg"))
    #expect(imgtune.folder.read("a.jpg") == Picture.jpeg)
    #expect(imgtune.folder.files() == ["a.jpg", "pipe.jpg"])
    var status = stat()
    #expect(lstat(imgtune.folder.path("pipe.jpg"), &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func aFileInTheWayOfAFolderIsToldByName() {
    imgtune.folder.write([1], to: "wall")
    let result = imgtune("compress", "a.jpg", "-o", "wall/out/")
    #expect(result.exitCode == 2, "before any work")
    #expect(result.errorText == "imgtune: cannot open the folder wall/out/: not a directory\n")
  }

  @Test func aDryRunEncodesButWritesNothing() {
    let result = imgtune("compress", "a.jpg", "-o", "out/", "--dry-run", "-q", "0.3")
    let real = imgtune("compress", "a.jpg", "-o", "real/", "-q", "0.3")
    #expect(result.exitCode == 0)
    #expect(!imgtune.folder.exists("out"))
    #expect(result.outputLines.last?.contains("nothing was written") == true)
    // Sizes are the true ones.
    let sizes = { (line: String) in line.components(separatedBy: "  ").first { $0.contains("B -> ") } }
    #expect(sizes(result.outputLines[0]) == sizes(real.outputLines[0]))
    #expect(imgtune("compress", "a.jpg", "--in-place", "-n").exitCode == 0)
    #expect(imgtune.folder.read("a.jpg") == Picture.jpeg)
  }

  @Test func noTemporaryFileIsLeft() {
    imgtune.folder.write(Array(Picture.jpeg.prefix(2_000)), to: "broken.jpg")
    #expect(imgtune("compress", "a.jpg", "broken.jpg", "-o", "out/").exitCode == 1)
    #expect(imgtune.folder.files() == ["a.jpg", "broken.jpg", "out/a.jpg"])
  }
}
