/// How a PNG row is turned into differences before it is deflated.
public enum PNGFilter: String, Sendable, Hashable, CaseIterable, Codable {
  case none, sub, up, average, paeth
  /// The one of the five that promises the fewest bytes, for each row.
  case adaptive
}

/// How a PNG is encoded.
public struct PNGParameters: Hashable, Sendable {
  /// Effort on zlib's scale, 0 (stored) … 9.
  public var level = 6
  public var filter = PNGFilter.adaptive
  /// Seven passes from coarse to fine; larger, and the encoder holds the whole picture.
  public var interlace = false

  public init() {}

  public init(level: Int, filter: PNGFilter = .adaptive, interlace: Bool = false) {
    self.level = level
    self.filter = filter
    self.interlace = interlace
  }
}
