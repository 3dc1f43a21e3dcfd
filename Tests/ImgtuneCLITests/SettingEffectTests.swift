import Codecs
import Metadata
import Pixels
import TestSupport
import Testing

/// Each setting does in the finished file what its explanation says.
struct SettingEffectTests {
  let imgtune = Imgtune()

  init() {
    imgtune.folder.write(Picture.jpeg, to: "a.jpg")
    imgtune.folder.write(Picture.clear, to: "clear.png")
  }

  /// The finished file of one input.
  private func result(_ input: String, _ words: String...) throws -> [UInt8] {
    let arguments = ["compress", input, "-o", "-", "--quiet", "--output.when-larger", "result"] + words
    let result = imgtune.run(arguments.map { Array($0.utf8) })
    try #require(result.exitCode == 0, "\(result.errorText)")
    return result.output
  }

  private func coding(_ bytes: [UInt8]) throws -> String { try decoded(bytes).info.codingDescription }

  @Test(arguments: ["jpeg", "webp"]) func qualityMakesFilesSmaller(format: String) throws {
    let sizes = try ["0.2", "0.5", "0.8", "1"].map { try result("a.jpg", "--format", format, "-q", $0).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == 4, "\(sizes)")
  }

  @Test func nativeQualitiesWin() throws {
    #expect(try result("a.jpg", "--jpeg.quality=40", "-q0.9", "--jpeg.chroma=4:2:0") == result("a.jpg", "-q0.4"))
    #expect(
      try result("a.jpg", "--format=webp", "--webp.quality=40", "-q0.9") == result("a.jpg", "--format=webp", "-q0.4"))
  }

  @Test func chromaFollowsTheQualityUnlessItIsSaid() throws {
    #expect(try coding(try result("a.jpg", "-q0.89")) == "baseline 4:2:0")
    #expect(try coding(try result("a.jpg", "-q0.9")) == "baseline 4:4:4")
    #expect(try coding(try result("a.jpg", "-q0.9", "--jpeg.chroma=4:2:2")) == "baseline 4:2:2")
    #expect(try coding(try result("a.jpg", "--jpeg.progressive")) == "progressive 4:2:0")
  }

  @Test func optimisedCodingIsTheDefaultAndSmaller() throws {
    let plain = try result("a.jpg", "--no-jpeg.optimize-coding")
    let optimised = try result("a.jpg")
    #expect(optimised.count < plain.count)
    #expect(identical(try decoded(plain).picture, try decoded(optimised).picture))
  }

  @Test func effortChangesNoPixel() throws {
    let fast = try result("a.jpg", "--format=png", "--png.level=1")
    let small = try result("a.jpg", "--format=png", "--png.level=9")
    let plain = try result("a.jpg", "--format=png", "--png.filter=none")
    let stored = try result("a.jpg", "--format=png", "--png.level=0")
    #expect(small.count < fast.count && fast.count < stored.count && small.count < plain.count)
    let interlaced = try result("a.jpg", "--format=png", "--png.interlace")
    #expect(try coding(interlaced).contains("interlaced"))
    let pictures = try [fast, small, plain, stored, interlaced].map { try decoded($0).picture }
    #expect(pictures.allSatisfy { identical($0, pictures[0]) })
  }

  @Test func losslessWebPKeepsEveryPixel() throws {
    let wanted = try decoded(Picture.jpeg).picture
    #expect(identical(try decoded(try result("a.jpg", "--format=webp", "--webp.lossless")).picture, wanted))
    let near = try result("a.jpg", "--format=webp", "--webp.lossless", "--webp.near-lossless=40")
    #expect(try !identical(decoded(near).picture, wanted))
    #expect(near.count < (try result("a.jpg", "--format=webp", "--webp.lossless")).count)
  }

  @Test func transparencyKeepsItsQuality() throws {
    let exact = try decoded(try result("clear.png", "--format=webp")).picture
    let wanted = try decoded(Picture.clear).picture
    let coarse = try decoded(try result("clear.png", "--format=webp", "--webp.alpha-quality=5")).picture
    let alpha = { (buffer: PixelBuffer) in (0..<40).map { buffer[x: $0, y: 20, channel: 3] } }
    #expect(alpha(exact) == alpha(wanted))
    #expect(alpha(coarse) != alpha(wanted))
  }

  @Test func otherEffortsAndConversionsChangeTheFile() throws {
    let plain = try result("a.jpg", "--format=webp")
    for word in ["--webp.method=0", "--webp.sharp-yuv"] { #expect(try result("a.jpg", "--format=webp", word) != plain) }
  }

  @Test func limitsApplyToEachSide() throws {
    func size(_ words: String...) throws -> PixelSize {
      let arguments = ["compress", "a.jpg", "-o", "x.png", "--quiet"] + words
      #expect(imgtune.run(arguments.map { Array($0.utf8) }).exitCode == 0)
      return try #require(imgtune.picture("x.png")).size
    }
    #expect(try size("--resize.max-width=60") == PixelSize(60, 45))
    #expect(try size("--resize.max-height=30") == PixelSize(40, 30))
    #expect(try size("--max-dimension=30") == PixelSize(30, 23))
    #expect(try size("--max-dimension=500") == PixelSize(120, 90))
    #expect(try size("--max-dimension=500", "--resize.enlarge") == PixelSize(500, 375))
    #expect(try size("--max-dimension=null") == PixelSize(120, 90))
  }

  @Test func filtersAndLinearLightDiffer() throws {
    var seen: Set<[UInt8]> = []
    for filter in ["lanczos3", "mitchell", "catmullRom", "linear", "nearest"] {
      seen.insert(try result("a.jpg", "--format=png", "--max-dimension=50", "--resize.filter=\(filter)"))
    }
    seen.insert(try result("a.jpg", "--format=png", "--max-dimension=50", "--resize.linear-light"))
    #expect(seen.count == 6)
  }

  @Test func theBackgroundShowsThrough() throws {
    imgtune.folder.write(
      try encoded(flatPicture(16, 16, PixelFormat(.rgba), [0, 0, 0, 0]), as: .png(PNGParameters())), to: "c.png")
    func color(_ words: String...) throws -> [Int] {
      let arguments = ["compress", "c.png", "-o", "-", "--quiet", "--format=jpeg", "-q1"] + words
      return pixel(try decoded(imgtune.run(arguments.map { Array($0.utf8) }).output).picture, 8, 8)
    }
    #expect(try color() == [255, 255, 255])
    let red = try color("--color.background=#ff2010")
    #expect(zip(red, [255, 32, 16]).allSatisfy { abs($0 - $1) <= 1 }, "\(red)")
    #expect(try color("--color.background", "black") == [0, 0, 0])
  }

  @Test func inksBecomeScreenColorsWithANote() throws {
    var inks = HandmadeJPEG()
    inks.components = 4
    imgtune.folder.write(inks.bytes, to: "inks.jpg")
    let result = imgtune("compress", "inks.jpg", "-o", "out.png")
    #expect(result.exitCode == 0)
    #expect(result.errorText.contains("inks.jpg: note: CMYK without a usable colour profile"))
    #expect(try decoded(imgtune.folder.read("out.png") ?? []).picture.format == PixelFormat(.rgb))
  }

  @Test func aTurnedPictureIsUprightBeforeItsLimit() throws {
    // Stored 80x120 with its right column on top: upright 120x80.
    let buffer = SyntheticPicture.photo.make(PixelSize(80, 120), PixelFormat(.rgb))
    let bytes = try encoded(buffer, as: .jpeg(.init()), metadata: MetadataBlocks(exif: exifBlock(orientation: 8)))
    imgtune.folder.write(bytes, to: "t.jpg")
    #expect(imgtune("compress", "t.jpg", "-o", "out/", "--resize.max-width", "60").exitCode == 0)
    #expect(imgtune.picture("out/t.jpg")?.size == PixelSize(60, 40))
    #expect(try decoded(imgtune.folder.read("out/t.jpg") ?? []).info.orientation == .up)
  }
}
