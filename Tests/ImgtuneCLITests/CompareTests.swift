import Codecs
import Foundation
import Metadata
import Pixels
import TestSupport
import Testing

struct CompareTests {
  let imgtune = Imgtune()

  private static let photo = SyntheticPicture.photo.make(PixelSize(160, 120), PixelFormat(.rgb))

  private func write(
    _ name: String, _ buffer: PixelBuffer, metadata: MetadataBlocks = MetadataBlocks()
  ) throws {
    imgtune.folder.write(try encoded(buffer, as: .png(PNGParameters(level: 1)), metadata: metadata), to: name)
  }

  /// The document of a comparison, and each metric's part of it.
  private func scores(_ words: String...) throws -> (document: [String: Any], scores: [String: [String: Any]]) {
    let result = imgtune.run((["compare", "--json"] + words).map { Array($0.utf8) })
    #expect(result.exitCode == 0, "\(result.errorText)")
    let document = try #require(try imgtune.documents(result).first)
    let list = try #require(document["scores"] as? [[String: Any]])
    return (document, Dictionary(uniqueKeysWithValues: list.map { ($0["metric"] as? String ?? "", $0) }))
  }

  @Test func aPictureAgainstItselfIsTheBestThereIs() throws {
    try write("a.png", Self.photo)
    let found = try scores("a.png", "a.png").scores
    #expect(found["ssimulacra2"]?["ssimulacra2"] as? Double == 100)
    #expect(found["ssim"]?["ssim"] as? Double == 1)
    #expect(found["psnr"]?["psnrDecibels"] is NSNull, "infinite")
    #expect(found.values.allSatisfy { $0["isEqual"] as? Bool == true })
  }

  @Test func everyMetricIsToldWithWhatItMeansAndWhereItIsWorst() throws {
    try write("a.png", Self.photo)
    imgtune.folder.write(try encoded(Self.photo, as: .jpeg(JPEGParameters(quality: 30))), to: "a.jpg")
    let result = imgtune("compare", "a.png", "a.jpg")
    #expect(result.exitCode == 0)
    for word in [
      "a.jpg against a.png, 160x120", "SSIMULACRA 2", "SSIM ", "PSNR", " dB", "quality: ", "worst tile: 64x",
    ] {
      #expect(result.outputText.contains(word), "\(word) in \(result.outputText)")
    }
    let one = imgtune("compare", "a.png", "a.jpg", "--metric", "psnr")
    #expect(!one.outputText.contains("SSIM"))
    let better = try encoded(Self.photo, as: .jpeg(JPEGParameters(quality: 80)))
    imgtune.folder.write(better, to: "b.jpg")
    for (metric, key) in [("ssimulacra2", "ssimulacra2"), ("ssim", "ssim"), ("psnr", "psnrDecibels")] {
      let low = try #require(try scores("a.png", "a.jpg").scores[metric]?[key] as? Double)
      let high = try #require(try scores("a.png", "b.jpg").scores[metric]?[key] as? Double)
      #expect(low < high, "\(metric) orders two qualities")
    }
  }

  @Test func sizesThatDifferAreRefusedAndBothAreNamed() throws {
    try write("a.png", Self.photo)
    try write("b.png", SyntheticPicture.photo.make(PixelSize(120, 160), PixelFormat(.rgb)))
    let result = imgtune("compare", "a.png", "b.png")
    #expect(result.exitCode == 1)
    #expect(result.errorText.contains("160x120") && result.errorText.contains("120x160"))
  }

  @Test func whatIsTooSmallForAMetricIsANote() throws {
    try write("a.png", flatPicture(9, 9, PixelFormat(.rgb), [10, 20, 30]))
    let (document, found) = try scores("a.png", "a.png")
    #expect(found["ssimulacra2"] != nil && found["ssim"] == nil)
    #expect((document["notes"] as? [String])?.contains { $0.contains("SSIM") && $0.contains("11") } == true)
    try write("b.png", flatPicture(4, 4, PixelFormat(.rgb), [10, 20, 30]))
    let refused = imgtune("compare", "b.png", "b.png", "--metric", "ssimulacra2")
    #expect(refused.exitCode == 1)
    #expect(refused.errorText.contains("8"))
  }

  @Test func picturesAreComparedAsTheyAreShown() throws {
    // Gray as colour, 16 bits as finer steps, upright by EXIF.
    let gray = flatPicture(40, 24, PixelFormat(.gray), [77])
    try write("gray.png", gray)
    try write("color.png", flatPicture(40, 24, PixelFormat(.rgb), [77, 77, 77]))
    try write("deep.png", flatPicture(40, 24, PixelFormat(.rgb, .sixteen), [77 * 257, 77 * 257, 77 * 257]))
    for other in ["color.png", "deep.png"] {
      #expect(try scores("gray.png", other).scores["ssimulacra2"]?["ssimulacra2"] as? Double == 100, "\(other)")
    }
    try write("upright.png", Self.photo)
    let turned = PixelBuffer(size: PixelSize(120, 160), format: PixelFormat(.rgb))
    for y in 0..<160 {
      for x in 0..<120 {
        // Orientation 6 is shown turned clockwise: stored (x, y) comes to (119 - y, x) of the upright picture.
        for channel in 0..<3 { turned[x: x, y: y, channel: channel] = Self.photo[x: 159 - y, y: x, channel: channel] }
      }
    }
    try write("turned.png", turned, metadata: MetadataBlocks(exif: exifBlock(orientation: 6)))
    #expect(try scores("upright.png", "turned.png").scores["ssimulacra2"]?["ssimulacra2"] as? Double == 100)
  }

  @Test func transparencyIsJudgedOnTwoBackgroundsAndThatIsSaid() throws {
    let clear = SyntheticPicture.photo.make(PixelSize(64, 48), PixelFormat(.rgba))
    try write("a.png", clear)
    let (document, found) = try scores("a.png", "a.png")
    #expect(found["ssimulacra2"]?["ssimulacra2"] as? Double == 100)
    #expect((document["notes"] as? [String])?.contains { $0.contains("10 %") && $0.contains("90 %") } == true)
  }

  @Test func theHeatMapIsHottestWhereTheDamageIs() throws {
    try write("a.png", Self.photo)
    let damaged = PixelBuffer(size: Self.photo.size, format: Self.photo.format)
    for y in 0..<120 {
      for x in 0..<160 {
        let isHit = (96..<128).contains(x) && (40..<72).contains(y)
        for channel in 0..<3 {
          let value = Self.photo[x: x, y: y, channel: channel]
          damaged[x: x, y: y, channel: channel] = isHit ? (value + ((x + y) % 2 == 0 ? 90 : 160)) % 256 : value
        }
      }
    }
    try write("b.png", damaged)
    let result = imgtune("compare", "a.png", "b.png", "--heatmap", "maps/heat.png")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let heat = try decoded(try #require(imgtune.folder.read("maps/heat.png"))).picture
    #expect(heat.size == Self.photo.size)
    func warmth(_ x: Int, _ y: Int) -> Int { heat[x: x, y: y, channel: 0] - heat[x: x, y: y, channel: 2] }
    #expect(warmth(112, 56) > 60, "in the middle of the damage")
    #expect(warmth(16, 100) < 20, "far from it")
    let worst = try #require(try scores("a.png", "b.png").scores["ssimulacra2"]?["worstTile"] as? [String: Any])
    #expect(worst["left"] as? Int == 64 && worst["top"] as? Int == 0 || worst["top"] as? Int == 64)
  }

  @Test func wordsThatMakeNoComparisonAreRefused() throws {
    try write("a.png", Self.photo)
    #expect(imgtune("compare", "a.png").exitCode == 2)
    #expect(imgtune("compare", "a.png", "a.png", "--metric", "ssimulacra").errorText.contains("ssimulacra2"))
    #expect(imgtune("compare", "a.png", "missing.png").exitCode == 1)
    imgtune.folder.write(Array("no picture".utf8), to: "b.png")
    let result = imgtune("compare", "a.png", "b.png")
    #expect(result.exitCode == 1 && result.errorText.contains("b.png"))
  }

  @Test func compressMeasuresWhatItWrote() throws {
    try write("a.png", Self.photo)
    let result = imgtune(
      "compress", "a.png", "-o", "out/a.jpg", "--quality", "0.6", "--max-dimension", "80", "--measure", "ssimulacra2",
      "--measure", "psnr", "--json")
    #expect(result.exitCode == 0, "\(result.errorText)")
    let told = try #require(try imgtune.documents(result).first?["scores"] as? [String: Double])
    // The same by hand: the resized picture without loss, and the file that was written.
    #expect(imgtune("compress", "a.png", "-o", "resized.png", "--max-dimension", "80").exitCode == 0)
    let byHand = try scores("resized.png", "out/a.jpg").scores
    #expect(told["ssimulacra2"] == byHand["ssimulacra2"]?["ssimulacra2"] as? Double)
    #expect(told["psnrDecibels"] == byHand["psnr"]?["psnrDecibels"] as? Double)
    let text = imgtune("compress", "a.png", "-o", "out/b.webp", "--measure", "ssim")
    #expect(text.outputLines.first?.contains("SSIM 0.") == true)
    let without = try #require(try imgtune.documents(imgtune("compress", "a.png", "-o", "c.jpg", "--json")).first)
    #expect(without["scores"] == nil)
  }
}
