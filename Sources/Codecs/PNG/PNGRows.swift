import Pixels

/// A PNG as it is decoded; an interlaced one is decoded whole at the first row, because its rows come in seven passes.
final class PNGRows: DecodedRows {
  let size: PixelSize
  let format: PixelFormat
  private let decoder: PNGDecoder
  private let damage: DamagePolicy
  private var whole: BufferedRows?
  private var delivered = 0
  private var notes: [String] = []
  private let known: [String]
  /// Where damage is allowed: what ended the decoding before the last row.
  private var brokenOff: CodecError?
  private(set) var hasTrailingBytes = false

  var isDamaged: Bool { brokenOff != nil || decoder.report.damage != nil }

  init(_ input: ByteInput, info: ImageInfo, parameters: DecodeParameters) throws {
    decoder = try PNGDecoder(input, limits: parameters.limits, damage: parameters.damage)
    size = PixelSize(Int(decoder.header.width), Int(decoder.header.height))
    format = info.pixelFormat
    try PNGCodec.check(size, PNGCodec.pixelFormat(of: decoder.header), against: info)
    damage = parameters.damage
    known = info.warnings
  }

  var extentWidth: Double { Double(size.width) }
  var extentHeight: Double { Double(size.height) }
  /// Those of the header are in the `ImageInfo` already. Damage that was let pass is told with its place.
  var warnings: [String] {
    let damage = brokenOff == nil ? decoder.report.damage.map { [$0.description] } ?? [] : []
    return decoder.warnings.filter { !known.contains($0) } + notes + damage
  }

  func read(into batch: PixelBuffer) throws -> Int {
    precondition(batch.format == format && batch.size.width == size.width, "a batch of another shape")
    let wanted = min(batch.size.height, size.height - delivered)
    guard wanted > 0 else { return 0 }
    delivered += wanted
    if decoder.header.interlaced != 0 { return try interlaced().read(into: batch) }
    var filled = 0
    if brokenOff == nil {
      let (rows, error) = decoder.read(wanted, into: batch)
      filled = rows
      try judge(error)
    }
    for row in filled..<wanted { batch.row(row).initializeMemory(as: UInt8.self, repeating: 0, count: batch.rowBytes) }
    return wanted
  }

  private func interlaced() throws -> BufferedRows {
    if let whole { return whole }
    let buffer = PixelBuffer(size: size, format: format)
    if damage == .allow {
      buffer.base.initializeMemory(as: UInt8.self, repeating: 0, count: buffer.stride * size.height)
    }
    try judge(decoder.readInterlaced(into: buffer))
    let rows = BufferedRows(buffer)
    whole = rows
    return rows
  }

  func finish() throws {
    precondition(delivered == size.height, "finish before the last row")
    guard brokenOff == nil else { return }
    do {
      let end = try decoder.finish()
      try judge(nil)
      if let note = try TrailingBytes.note(in: decoder.input, after: end, of: .png) {
        hasTrailingBytes = true
        notes.append(note)
      }
    } catch let error as CodecError where error.isDamage && damage == .allow {
      brokenOff = error
      notes.append(error.description)
    }
  }

  /// Throws what may not be let pass, and notes what may.
  private func judge(_ error: CodecError?) throws {
    if damage == .refuse, let damage = decoder.report.damage { throw damage }
    guard let error else { return }
    guard damage == .allow, error.isDamage else { throw error }
    brokenOff = error
    notes.append(error.description)
  }
}
