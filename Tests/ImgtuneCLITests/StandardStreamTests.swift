import Codecs
import Pixels
import TestSupport
import Testing

struct StandardStreamTests {
  let imgtune = Imgtune()

  @Test(arguments: ImageFormat.allCases) func aPictureGoesThroughThePipe(format: ImageFormat) throws {
    let result = imgtune("compress", "-", "-o", "-", "--format", format.rawValue, input: .bytes(Picture.png))
    #expect(result.exitCode == 0, "\(result.errorText)")
    let (info, picture) = try decoded(result.output)
    #expect(info.format == format && picture.size == PixelSize(64, 48))
    #expect(result.errorLines.count == 2, "the report goes where the picture does not")
    #expect(result.errorText.contains("64x48 -> 64x48"))
  }

  @Test func standardInputGoesToAFileOrAFolder() {
    #expect(imgtune("compress", "-", "-o", "x.webp", input: .bytes(Picture.jpeg)).exitCode == 0)
    #expect(imgtune.picture("x.webp")?.format == .webp)
    #expect(imgtune("compress", "-", "-o", "out/", input: .bytes(Picture.png)).exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["stdin.png"])
  }

  @Test func aFileGoesToStandardOutput() throws {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    let result = imgtune("compress", "a.jpg", "-o", "-", "--max-dimension=60", "--quiet")
    #expect(result.exitCode == 0)
    #expect(try decoded(result.output).picture.size == PixelSize(60, 45))
    #expect(result.errors.isEmpty)
    #expect(imgtune.folder.files() == ["a.jpg"])
  }

  @Test func theOriginalIsDeliveredWholeThroughThePipe() {
    let result = imgtune("compress", "-", "-o", "-", "--quiet", input: .bytes(Picture.coarse))
    #expect(result.exitCode == 0)
    #expect(result.output == Picture.coarse)
  }

  @Test func nothingIsWrittenToThePipeWhenThePictureIsBad() {
    for bad in [[], Array("words".utf8), Array(Picture.png.dropLast(300)), Array(Picture.jpeg.dropLast(500))] {
      let result = imgtune("compress", "-", "-o", "-", input: .bytes(bad))
      #expect(result.exitCode == 1)
      #expect(result.output.isEmpty)
      #expect(result.errorText.hasPrefix("imgtune: standard input: not compressed: "))
    }
  }

  @Test func theJSONDocumentsGoWhereThePictureDoesNot() throws {
    let result = imgtune("compress", "-", "-o", "-", "--json", input: .bytes(Picture.jpeg))
    #expect(result.exitCode == 0)
    #expect(try decoded(result.output).info.format == .jpeg)
    #expect(result.errorLines.allSatisfy { $0.hasPrefix("{") })
  }

  @Test func severalPicturesDoNotFitStandardOutput() {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    imgtune.folder.write(Picture.png, to: "b.png")
    let result = imgtune("compress", "a.jpg", "b.png", "-o", "-")
    #expect(result.exitCode == 2)
    #expect(result.output.isEmpty)
  }

  @Test func standardInputCannotBeReplacedInPlace() {
    #expect(imgtune("compress", "-", "--in-place", input: .bytes(Picture.png)).exitCode == 2)
  }

  @Test func aPictureIsNotWrittenToATerminal() {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    let result = imgtune("compress", "a.jpg", "-o", "-", output: .terminal(columns: 80))
    #expect(result.exitCode == 2)
    #expect(result.output.isEmpty)
    #expect(result.errorText.contains("redirect"))
  }

  @Test func standardOutputMayBeNamedAsADevice() throws {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    let result = imgtune("compress", "a.jpg", "-o", "/dev/stdout", "--quiet")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(try decoded(result.output).info.format == .jpeg)
  }

  @Test func aNamedPipeIsRead() async {
    // A child of its own writes into the pipe, so that nobody here has to wait.
    imgtune.folder.makeFIFO("pipe")
    imgtune.folder.write(Picture.png, to: "b.png")
    let writer = ChildProcess(
      "/bin/sh", ["-c", "cat b.png > pipe"].map { Array($0.utf8) }, folder: imgtune.folder.path)
    let result = imgtune("compress", "pipe", "-o", "out/")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(writer.result().exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["pipe.png"])
  }
}
