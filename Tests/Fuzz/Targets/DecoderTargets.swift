import Codecs
import Metadata
import Pixels

/// Limits under which a single input takes milliseconds.
let smallLimits: DecodeLimits = {
  var limits = DecodeLimits()
  limits.maximumPixels = 1 << 17
  limits.maximumScans = 30
  limits.maximumSeconds = 2
  limits.maximumProfileBytes = 1 << 16
  limits.maximumTextBytes = 1 << 16
  return limits
}()

func fuzzJPEG(_ bytes: [UInt8]) { decode(bytes, JPEGCodec()) }

func fuzzWebP(_ bytes: [UInt8]) { decode(bytes, WebPCodec()) }

/// Most inputs get right checksums, or nothing behind libpng's check of them would ever be reached.
func fuzzPNG(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  decode(choices.pick(8) == 0 ? bytes : repairedPNG(bytes), PNGCodec())
}

/// Every row and the end of the file, by a choice of parameters.
private func decode(_ bytes: [UInt8], _ codec: some Codec) {
  var choices = Choices(bytes)
  let input = ByteInput(bytes: bytes)
  do {
    let info = try codec.probe(input, limits: smallLimits)
    require(info.size.width > 0 && info.size.height > 0, "a picture has pixels")
    require(info.size.pixels <= smallLimits.maximumPixels, "\(info.size) is past the limit")
    let small = PixelSize(max(1, info.size.width / choices.pick([1, 3, 7, 25])), max(1, info.size.height / 7))
    let parameters = DecodeParameters(
      minimumSize: choices.toss() ? small : nil, limits: smallLimits, damage: choices.toss() ? .allow : .refuse,
      animation: choices.toss() ? .firstFrame : .refuse, deliversCMYK: choices.toss())
    _ = codec.decodingBytes(for: info, parameters: parameters)
    let rows = try codec.decoder(for: input, info: info, parameters: parameters)
    require(rows.size.width <= info.size.width && rows.size.height <= info.size.height, "a decoder enlarges")
    let batch = rows.makeBatch(maximumRows: choices.pick([1, 7, 64]))
    var count = 0
    while count < rows.size.height {
      let more = try rows.read(into: batch)
      require(more > 0 && more <= batch.size.height, "\(more) rows in a batch of \(batch.size.height)")
      touch(batch, rows: more)
      count += more
    }
    require(try rows.read(into: batch) == 0, "rows behind the last one")
    try rows.finish()
    _ = rows.warnings
  } catch {
    // Refused, with a sentence.
    require(!"\(error)".isEmpty, "an error has words")
  }
}

/// Reads every byte that a decoder says it wrote.
private func touch(_ batch: PixelBuffer, rows: Int) {
  var sum: UInt8 = 0
  for row in 0..<rows {
    for byte in UnsafeRawBufferPointer(start: batch.row(row), count: batch.rowBytes) { sum &+= byte }
  }
  sink = sum
}

nonisolated(unsafe) private var sink: UInt8 = 0  // unsafe: libFuzzer calls from one thread

func fuzzTranscoder(_ bytes: [UInt8]) {
  var choices = Choices(bytes)
  let input = ByteInput(bytes: bytes)
  do {
    let info = try JPEGCodec().probe(input, limits: smallLimits)
    let orientation = choices.toss() ? info.orientation : choices.pick(Orientation.allCases)
    let canTurn = try JPEGTranscoder().canTurn(input, from: orientation, limits: smallLimits)
    let image = try JPEGTranscoder().transcode(
      input, info: info, orientation: orientation, progressive: choices.pick([nil, true, false]), limits: smallLimits,
      metadata: MetadataBlocks(exif: info.metadata.exif, xmp: info.metadata.xmp))
    require(canTurn, "a picture was turned that cannot be")
    // What was written is a whole picture of the same size, to our own decoder too.
    let written = ByteInput(bytes: image.bytes.copy())
    let result = try requireNoError("reading what was transcoded") {
      try JPEGCodec().probe(written, limits: DecodeLimits())
    }
    require(result.size == orientation.oriented(info.size), "\(info.size) became \(result.size)")
    let rows = try requireNoError("decoding what was transcoded") {
      try JPEGCodec().decoder(for: written, info: result, parameters: DecodeParameters(deliversCMYK: true))
    }
    _ = try requireNoError("decoding what was transcoded") { try rows.readAll() }
  } catch {
    require(!"\(error)".isEmpty, "an error has words")
  }
}

func requireNoError<Result>(_ what: String, _ body: () throws -> Result) throws -> Result {
  do { return try body() } catch {
    require(false, "\(what): \(error)")
    throw error
  }
}

/// The chunks of a PNG with the checksums that belong to them.
func repairedPNG(_ bytes: [UInt8]) -> [UInt8] {
  var result = bytes
  var offset = 8
  while offset + 12 <= bytes.count {
    let length = bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    guard length <= bytes.count - offset - 12 else { break }
    let end = offset + 8 + length
    let sum = crc32(bytes[(offset + 4)..<end])
    for index in 0..<4 { result[end + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * index)) }
    offset = end + 4
  }
  return result
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
}

private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  ~bytes.reduce(~0) { crcTable[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
}
