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
  private(set) var hasTrailingBytes = false

  var isDamaged: Bool { brokenOff != nil || decoder.report.damage != nil }

  init(_ input: ByteInput, info: ImageInfo, parameters: DecodeParameters) throws {
    decoder = try JPEGDecoder(input, limits: parameters.limits)
    let stored = PixelSize(Int(decoder.header.width), Int(decoder.header.height))
    try JPEGCodec.check(stored, try JPEGCodec.pixelFormat(of: decoder.header), against: info)
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
  ///
  /// Chosen so that the resized picture stays within 45 dB (PSNR over RGB, 8 bits) of a full decode, both resized by a
  /// Lanczos-3 in float64. Measured on 36 pictures of 0.8 to 24 megapixels, nearly all photographs, at ratios of 1 to 3
  /// left: the worst, all grainy, need 2.02, 2.65 and 2.56 for 1/2, 1/4 and 1/8; the median 1.0, 1.3 and 1.4. At a ratio
  /// of 1.26, as from 4032 to 1600 pixels, half scale gives 37 to 63 dB, median 49. Being careful costs little time in
  /// the decoder: 12 megapixels take 44 ms in full and 35 ms at half scale.
  static let reductionMargins: [(denominator: Int, margin: Double)] = [(8, 2.75), (4, 2.75), (2, 2.1)]

  /// The strongest reduction that leaves enough for a resize to `needed`: 8, 4, 2, or 1 for none.
  static func denominator(stored: PixelSize, needed: PixelSize?) -> Int {
    guard let needed else { return 1 }
    return reductionMargins.first { denominator, margin in
      Double(stored.width) / Double(denominator) >= Double(needed.width) * margin
        && Double(stored.height) / Double(denominator) >= Double(needed.height) * margin
    }?.denominator ?? 1
  }

  /// Those of the header are in the `ImageInfo` already. Damage that was let pass is told with its place.
  var warnings: [String] {
    let damage = brokenOff == nil ? decoder.report.damage.map { [$0.description] } ?? [] : []
    return decoder.warnings.filter { !known.contains($0) } + notes + damage
  }

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
      if let note = try TrailingBytes.note(in: decoder.input, after: end, of: .jpeg) {
        hasTrailingBytes = true
        if !leavesOutMore { notes.append(note) }
      }
    } catch let error as CodecError where error.isDamage && parameters.damage == .allow {
      brokenOff = error
      notes.append(error.description)
    }
  }

  private func refuseDamage() throws {
    if parameters.damage == .refuse, let damage = decoder.report.damage { throw damage }
  }
}
