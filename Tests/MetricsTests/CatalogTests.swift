import Metrics
import Pixels
import TestSupport
import Testing

/// What every metric of the catalog must satisfy.
@Suite struct CatalogTests {
  static let ids = MetricCatalog.all.map(\.id)

  private func metric(_ id: String) throws -> any Metric { try #require(MetricCatalog.metric(id)) }

  private let photo = MadePair.scene(120, 90)

  private func noisy(_ picture: PixelBuffer, _ strength: Int) -> PixelBuffer {
    picture.changed { value, x, y, c in value + MadePair.noise(x, y, c, 8) % (2 * strength + 1) - strength }
  }

  @Test func idsAndKeysAreUnique() {
    #expect(Set(Self.ids).count == MetricCatalog.all.count)
    #expect(Set(MetricCatalog.all.map(\.jsonKey)).count == MetricCatalog.all.count)
  }

  @Test(arguments: ids) func equalPicturesAreExactlyTheBestInEveryFormat(_ id: String) throws {
    let metric = try metric(id)
    for layout in [PixelLayout.gray, .grayAlpha, .rgb, .rgba] {
      for depth in SampleDepth.allCases {
        for picture in SyntheticPicture.allCases {
          let buffer = picture.make(PixelSize(67, 45), PixelFormat(layout, depth))
          #expect(try score(metric, buffer, buffer).value == metric.best, "\(picture), \(layout), \(depth)")
        }
      }
    }
  }

  @Test(arguments: ids) func formatsOfTheSamePictureAreEqual(_ id: String) throws {
    let metric = try metric(id)
    let gray = MadePair.scene(40, 30, .gray)
    for other in [gray.laidOut(.rgb), gray.laidOut(.rgba), gray.laidOut(.grayAlpha), gray.deep] {
      let found = try score(metric, gray, other).value
      #expect(found == metric.best, "\(other.format)")
      let damaged = noisy(gray, 12)
      #expect(try score(metric, other, damaged).value == (try score(metric, gray, damaged).value), "\(other.format)")
    }
  }

  @Test(arguments: ids) func moreNoiseIsWorse(_ id: String) throws {
    let metric = try metric(id)
    let scores = try [2, 6, 18, 54].map { try score(metric, photo, noisy(photo, $0)).value }
    #expect(zip(scores, scores.dropFirst()).allSatisfy { metric.higherIsBetter ? $0 > $1 : $0 < $1 }, "\(scores)")
  }

  @Test(arguments: ids) func theWorstTileIsWhereTheDamageIs(_ id: String) throws {
    let metric = try metric(id)
    let picture = MadePair.scene(200, 150)
    let damaged = picture.changed { value, x, y, c in
      (136..<184).contains(x) && (72..<120).contains(y) ? MadePair.noise(x, y, c, 6) % 256 : value
    }
    let found = try score(metric, picture, damaged, wantsMap: true)
    let map = try #require(found.map)
    let worst = map.worstTile()
    #expect(worst.left == 128 && worst.top == 64 && worst.size == PixelSize(64, 64), "\(worst)")
    #expect(worst.score < found.value, "worse than the picture as a whole")
    #expect(metric.damage(of: map.score(column: 20, row: 12)) > metric.damage(of: map.score(column: 2, row: 2)))
  }

  @Test(arguments: ids) func onePixelOfDifferenceIsNotTheBest(_ id: String) throws {
    let metric = try metric(id)
    let other = photo.changed { value, x, y, c in x == 60 && y == 45 && c == 1 ? value ^ 1 : value }
    let found = try score(metric, photo, other).value
    #expect(metric.higherIsBetter ? found < metric.best : found > metric.best)
  }

  @Test(arguments: ids) func otherSizesAreRefusedWithBothNamed(_ id: String) throws {
    let metric = try metric(id)
    let sizes = (PixelSize(20, 30), PixelSize(30, 20))
    #expect(throws: MetricError.sizeMismatch(reference: sizes.0, candidate: sizes.1)) {
      try score(metric, MadePair.scene(20, 30), MadePair.scene(30, 20))
    }
    #expect("\(MetricError.sizeMismatch(reference: sizes.0, candidate: sizes.1))".contains("20x30"))
  }

  @Test(arguments: ids) func theSmallestPictureIsMeasuredAndASmallerOneIsRefused(_ id: String) throws {
    let metric = try metric(id)
    let side = metric.minimumSide
    let smallest = MadePair.scene(side, side + 3)
    #expect(try score(metric, smallest, noisy(smallest, 9)).value.isFinite)
    guard side > 1 else { return }
    let smaller = MadePair.scene(side + 3, side - 1)
    #expect(throws: MetricError.tooSmall(metric: metric.title, size: smaller.size, minimumSide: side)) {
      try score(metric, smaller, smaller)
    }
  }

  @Test(arguments: ids) func everyScoreHasAMeaning(_ id: String) throws {
    let metric = try metric(id)
    let bounds = metric.bands.map(\.from)
    #expect(zip(bounds, bounds.dropFirst()).allSatisfy { metric.higherIsBetter ? $0 > $1 : $0 < $1 })
    #expect(bounds.last == (metric.higherIsBetter ? -.infinity : .infinity))
    for band in metric.bands where band.from.isFinite { #expect(metric.meaning(of: band.from) == band.meaning) }
    #expect(metric.damage(of: metric.best) == 0)
  }

  @Test(arguments: ids) func workThatIsNoLongerWantedEnds(_ id: String) throws {
    let metric = try metric(id)
    #expect(throws: CancellationError.self) {
      try metric.score(reference: photo, candidate: photo, wantsMap: false, threads: 2, isCancelled: { true })
    }
  }
}
