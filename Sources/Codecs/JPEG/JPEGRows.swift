import Pixels

/// A JPEG as it is decoded, reduced on the way where fewer pixels are needed.
final class JPEGRows: DecodedRows {
  let size: PixelSize
  let format: PixelFormat
  let extentWidth: Double
  let extentHeight: Double
  private let decoder: JPEGDecoder
  private let parameters: DecodeParameters
  private let leavesOutMore: Bool
  private var started = false
  private var delivered = 0
  private var notes: [String] = []
  private let known: [String]
  /// Where damage is allowed: what ended the decoding before the last row.
  private var brokenOff: CodecError?

  init(_ input: ByteInput, info: ImageInfo, parameters: DecodeParameters) throws {
    decoder = try JPEGDecoder(input, limits: parameters.limits)
    let stored = PixelSize(Int(decoder.header.width), Int(decoder.header.height))
    let denominator = Self.denominator(stored: stored, needed: parameters.minimumSize)
    size = try decoder.scale(by: denominator)
    format = info.pixelFormat
    extentWidth = Double(stored.width) / Double(denominator)
    extentHeight = Double(stored.height) / Double(denominator)
    leavesOutMore = !info.droppedContents.isEmpty
    known = info.warnings
    self.parameters = parameters
  }

  /// How many times more pixels than needed must be left, each way, after a reduction in the DCT.
  static let reductionMargin = 1.25

  /// The strongest reduction that leaves enough for a resize to `needed`: 8, 4, 2, or 1 for none.
  static func denominator(stored: PixelSize, needed: PixelSize?) -> Int {
    guard let needed else { return 1 }
    return [8, 4, 2].first { denominator in
      Double(stored.width) / Double(denominator) >= Double(needed.width) * reductionMargin
        && Double(stored.height) / Double(denominator) >= Double(needed.height) * reductionMargin
    } ?? 1
  }

  /// Those of the header are in the `ImageInfo` already.
  var warnings: [String] { decoder.warnings.filter { !known.contains($0) } + notes }

  func read(into batch: PixelBuffer) throws -> Int {
    precondition(batch.format == format && batch.size.width == size.width, "a batch of another shape")
    let wanted = min(batch.size.height, size.height - delivered)
    guard wanted > 0 else { return 0 }
    if !started {
      try decoder.start()
      started = true
      try refuseDamage()
    }
    var filled = 0
    if brokenOff == nil {
      let (rows, error) = decoder.read(wanted, into: batch)
      filled = rows
      try refuseDamage()
      if let error {
        guard parameters.damage == .allow, error.isDamage else { throw error }
        brokenOff = error
        notes.append(error.description)
      }
    }
    // Gray, as libjpeg itself fills what is missing.
    for row in filled..<wanted {
      batch.row(row).initializeMemory(as: UInt8.self, repeating: 128, count: batch.rowBytes)
    }
    delivered += wanted
    return wanted
  }

  func finish() throws {
    precondition(delivered == size.height, "finish before the last row")
    guard brokenOff == nil else { return }
    do {
      let end = try decoder.finish()
      try refuseDamage()
      if !leavesOutMore, let note = try TrailingBytes.note(in: decoder.input, after: end, of: .jpeg) {
        notes.append(note)
      }
    } catch let error as CodecError where error.isDamage && parameters.damage == .allow {
      notes.append(error.description)
    }
  }

  private func refuseDamage() throws {
    if parameters.damage == .refuse, let damage = decoder.report.damage { throw damage }
  }
}
