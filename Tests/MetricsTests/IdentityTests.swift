import CKernels
import Metrics
import Pixels
import TestSupport
import Testing

/// The same number whoever computes it.
@Suite struct IdentityTests {
  /// Larger than a tile each way, at the second scale too.
  private static let large = (
    SyntheticPicture.photo.make(PixelSize(1_037, 291), PixelFormat(.rgb)),
    SyntheticPicture.photo.make(PixelSize(1_037, 291), PixelFormat(.rgb)).changed { value, x, y, c in
      value + MadePair.noise(x, y, c, 4) % 9 - 4
    }
  )

  private func isSame(_ a: MetricScore, _ b: MetricScore) -> Bool {
    guard a.value.bitPattern == b.value.bitPattern, let first = a.map, let second = b.map else { return false }
    return (0..<first.rows).allSatisfy { row in
      (0..<first.columns).allSatisfy { column in
        first.score(column: column, row: row).bitPattern == second.score(column: column, row: row).bitPattern
      }
    }
  }

  // One test without arguments: cases of a parameterised one would run side by side and undo each other's choice.
  @Test func bothCopiesOfTheKernelsGiveTheSameBits() throws {
    defer { ck_force_baseline(false) }
    let pairs = MadePair.all.map { ($0.name, $0.reference, $0.candidate) } + [("large", Self.large.0, Self.large.1)]
    for (name, reference, candidate) in pairs {
      for metric in MetricCatalog.all
      where min(reference.size.width, reference.size.height) >= metric.minimumSide {
        ck_force_baseline(false)
        let wide = try score(metric, reference, candidate, wantsMap: true)
        ck_force_baseline(true)
        #expect(!ck_wide_vectors())
        let baseline = try score(metric, reference, candidate, wantsMap: true)
        #expect(isSame(wide, baseline), "\(metric.id), \(name): \(wide.value), \(baseline.value)")
      }
    }
  }

  @Test(arguments: MetricCatalog.all.map(\.id)) func theNumberOfThreadsDoesNotMatter(_ id: String) throws {
    let metric = try #require(MetricCatalog.metric(id))
    let alone = try score(metric, Self.large.0, Self.large.1, wantsMap: true)
    for threads in [2, 3, 16] {
      #expect(isSame(alone, try score(metric, Self.large.0, Self.large.1, wantsMap: true, threads: threads)))
    }
  }

  @Test(arguments: MetricCatalog.all.map(\.id)) func aMapDoesNotChangeTheScore(_ id: String) throws {
    let metric = try #require(MetricCatalog.metric(id))
    let with = try score(metric, Self.large.0, Self.large.1, wantsMap: true)
    let without = try score(metric, Self.large.0, Self.large.1)
    #expect(with.value.bitPattern == without.value.bitPattern)
    #expect(with.map != nil && without.map == nil)
  }
}
