import Metrics
import Pixels
import TestSupport
import Testing

@Suite struct SSIMULACRA2Tests {
  private let metric = SSIMULACRA2()

  @Test func theBandsAreThoseOfItsAuthors() {
    let words = [(90.0, "visually lossless"), (80, "very high"), (70, "high"), (50, "medium"), (30, "low")]
    for (from, word) in words { #expect(metric.meaning(of: from).hasPrefix(word), "\(from)") }
  }

  @Test func whatIsUnderFullTransparencyDoesNotMatter() throws {
    let picture = MadePair.scene(64, 48, .rgba).changed { value, x, _, c in c == 3 && x < 30 ? 0 : value }
    let other = picture.changed { value, x, y, c in c < 3 && x < 30 ? MadePair.noise(x, y, c, 1) % 256 : value }
    #expect(try score(metric, picture, other).value == 100)
  }

  @Test func theWorseOfTwoBackgroundsCounts() throws {
    // White that becomes transparent: on light gray hardly seen, on dark gray a disaster.
    let white = flatPicture(40, 40, PixelFormat(.rgba), [255, 255, 255, 255])
    let clear = flatPicture(40, 40, PixelFormat(.rgba), [255, 255, 255, 0])
    let onDark = try score(metric, white, flatPicture(40, 40, PixelFormat(.rgb), [26, 26, 26])).value
    let onLight = try score(metric, white, flatPicture(40, 40, PixelFormat(.rgb), [230, 230, 230])).value
    #expect(onDark < onLight)
    // 0.1 of 255 is 25.5 and not quite 26.
    #expect(abs(try score(metric, white, clear).value - onDark) < 5)
  }

  @Test func opacityInSixteenBitsIsTheSame() throws {
    let pair = try #require(MadePair.all.first { $0.name.hasPrefix("alpha-116") })
    let narrow = try score(metric, pair)
    #expect(abs(try score(metric, pair.reference.deep, pair.candidate.deep).value - narrow) < 0.001)
  }

  @Test func itIsNotSymmetric() throws {
    let pair = try #require(MadePair.all.first { $0.name == "31x29-blocks" })
    #expect(try score(metric, pair) != (try score(metric, pair.candidate, pair.reference).value))
  }

  @Test func aPictureOfOneTileScoresWhatItsTileDoes() throws {
    for pair in MadePair.all where max(pair.reference.size.width, pair.reference.size.height) <= 64 {
      let found = try score(metric, pair.reference, pair.candidate, wantsMap: true)
      let tile = try #require(found.map).worstTile()
      #expect(abs(tile.score - found.value) < 0.01, "\(pair): \(tile.score), \(found.value)")
    }
  }
}
