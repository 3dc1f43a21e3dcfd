import Codecs
import Metadata
import Pixels
import TestSupport
import Testing

struct WhenLargerTests {
  let imgtune = Imgtune()

  init() { imgtune.folder.write(Picture.coarse, to: "a.jpg") }

  @Test func theOriginalsBytesAreDeliveredWhereNothingChanged() {
    let result = imgtune("compress", "a.jpg", "-o", "out/", "--jpeg.transcode", "never")
    #expect(result.exitCode == 0)
    #expect(imgtune.folder.read("out/a.jpg") == Picture.coarse)
    #expect(result.outputLines[0].contains("original kept (q80 gave "))
  }

  @Test func aPictureThatIsCoarserThanIsWantedDoesNotGrow() throws {
    let result = imgtune("compress", "a.jpg", "-o", "out/", "--output.when-larger", "result")
    #expect(try #require(imgtune.folder.read("out/a.jpg")).count <= Picture.coarse.count)
    #expect(result.outputLines[0].contains("jpeg lossless"))
  }

  @Test func theLargerResultIsDeliveredWhereItIsAskedFor() throws {
    let result = imgtune(
      "compress", "a.jpg", "-o", "out/", "--output.when-larger", "result", "--jpeg.transcode", "never")
    #expect(result.exitCode == 0)
    #expect(try #require(imgtune.folder.read("out/a.jpg")).count > Picture.coarse.count)
    #expect(result.outputLines[0].contains("grew "))
  }

  @Test func nothingIsDeliveredWhereThatIsAskedFor() {
    let result = imgtune("compress", "a.jpg", "-o", "out/", "--set", "output.whenLarger=skip")
    #expect(result.exitCode == 0)
    #expect(imgtune.folder.files(in: "out").isEmpty)
    #expect(result.outputLines[0].contains("skipped: the result would be larger"))
    #expect(result.outputLines[1].contains("1 skipped"))
  }

  @Test(arguments: ["original", "result", "skip"]) func aChangedPictureIsDeliveredAndItsGrowthTold(
    policy: String
  ) throws {
    // Turned, a larger size, another format: the original would not serve.
    let parameters = JPEGParameters(quality: 10)
    let exif = MetadataBlocks(exif: exifBlock(orientation: 6))
    let turned = try encoded(
      SyntheticPicture.photo.make(PixelSize(90, 120), PixelFormat(.rgb)), as: .jpeg(parameters), metadata: exif)
    imgtune.folder.write(turned, to: "turned.jpg")
    let result = imgtune("compress", "turned.jpg", "-o", "out/", "--set", "output.whenLarger=\(policy)")
    #expect(result.outputLines[0].contains("120x90 -> 120x90"), "sizes are those of upright pictures")
    #expect(result.outputLines[0].contains("grew "))
    #expect(imgtune.picture("out/turned.jpg")?.size == PixelSize(120, 90))

    let format = imgtune("compress", "a.jpg", "-o", "out/", "--format", "png", "--set", "output.whenLarger=\(policy)")
    #expect(format.outputLines[0].contains("grew "))
    #expect(imgtune.picture("out/a.png")?.format == .png)
    let size = imgtune(
      "compress", "a.jpg", "-o", "big/", "--max-dimension", "400", "--resize.enlarge", "--set",
      "output.whenLarger=\(policy)")
    #expect(size.outputLines[0].contains("grew "))
    #expect(imgtune.picture("big/a.jpg")?.size == PixelSize(400, 300))
  }

  @Test func theWholeTreeIsDelivered() {
    imgtune.folder.write(Picture.jpeg, to: "in/b.jpg")
    imgtune.folder.write(Picture.coarse, to: "in/sub/c.jpg")
    let result = imgtune("compress", "-R", "in", "-o", "out")
    #expect(result.exitCode == 0)
    #expect(imgtune.folder.files(in: "out") == ["b.jpg", "sub/c.jpg"])
    #expect(imgtune.folder.read("out/sub/c.jpg") == Picture.coarse)
  }
}
