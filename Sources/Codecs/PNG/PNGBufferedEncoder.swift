import CKernels
import Metadata
import Pixels
import Platform

/// Writes a PNG through libdeflate: all filtered rows are collected first, because it deflates only what is there as a whole.
enum PNGBufferedEncoder {
  /// Filtered rows that are collected at most: 22 megapixels of RGB, which most pictures for a screen stay far below.
  /// Beyond it the memory for them would count more than the time that they save, and libpng deflates row by row.
  static let maximumRawBytes = 67_108_864

  /// Each row with the byte that names its filter.
  static func rawBytes(_ size: PixelSize, _ format: PixelFormat) -> Int {
    let (rowBytes, tooWide) = size.width.multipliedReportingOverflow(by: format.bytesPerPixel)
    let (bytes, tooLarge) = (rowBytes &+ 1).multipliedReportingOverflow(by: size.height)
    return tooWide || tooLarge ? .max : bytes
  }

  static func takes(_ size: PixelSize, _ format: PixelFormat, _ parameters: PNGParameters) -> Bool {
    !parameters.interlace && rawBytes(size, format) <= maximumRawBytes
  }

  static func encode(
    _ rows: any RowSource, _ parameters: PNGParameters, _ metadata: MetadataBlocks
  ) throws -> EncodedImage {
    let head = [PNGChunks.Chunk(type: "IHDR", body: header(rows.size, rows.format))] + (try PNGChunks.of(metadata))
    let filtered = try filter(rows, with: parameters.filter)
    let raw = UnsafeRawBufferPointer(start: filtered.base, count: filtered.count)
    let deflater = try Deflater(level: parameters.level)
    let headBytes = head.reduce(signature.count) { $0 + PNGChunks.frameBytes + $1.body.count }
    // Pages past what is written are never touched, so that the bound costs only addresses.
    let room = headBytes + deflater.bound(for: raw.count) + 2 * PNGChunks.frameBytes
    guard let file = malloc(room) else { throw CodecError.outOfMemory(.png) }
    file.copyMemory(from: signature, byteCount: signature.count)
    var end = head.reduce(file + signature.count) { PNGChunks.write($1, at: $0) }
    // One IDAT, where it stays: cutting it up would only add headers, and readers take it in pieces of their own.
    end = PNGChunks.close("IDAT", at: end, bodyBytes: deflater.deflate(raw, to: end + 8))
    end = PNGChunks.write(PNGChunks.Chunk(type: "IEND", body: []), at: end)
    let count = end - file
    let bytes = (realloc(file, count) ?? file).assumingMemoryBound(to: UInt8.self)
    return EncodedImage(
      format: .png, size: rows.size, bytes: EncodedBytes(taking: bytes, count: count, from: .malloc),
      nativeQuality: "level \(parameters.level)")
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func header(_ size: PixelSize, _ format: PixelFormat) -> [UInt8] {
    func bytes(_ side: Int) -> [UInt8] { withUnsafeBytes(of: UInt32(side).bigEndian) { [UInt8]($0) } }
    let type: UInt8 =
      switch format.layout {
      case .gray: 0
      case .rgb: 2
      case .grayAlpha: 4
      case .rgba: 6
      case .cmyk: preconditionFailure("PNG takes no inks")
      }
    // Deflate, the five filters, not interlaced.
    return bytes(size.width) + bytes(size.height) + [UInt8(format.depth.rawValue), type, 0, 0, 0]
  }

  private static func filter(_ rows: any RowSource, with filter: PNGFilter) throws -> MappedMemory {
    let rowBytes = rows.size.width * rows.format.bytesPerPixel
    var shape = ck_png_rows(
      row_bytes: rowBytes, pixel_bytes: Int32(rows.format.bytesPerPixel), wide: rows.format.depth == .sixteen,
      filter: filter.kernel)
    guard let scratch = MappedMemory(count: ck_png_scratch_bytes(rowBytes)),
      let raw = MappedMemory(count: rawBytes(rows.size, rows.format))
    else { throw CodecError.outOfMemory(.png) }
    let batch = rows.makeBatch()
    var filled = 0
    while filled < rows.size.height {
      let count = min(try rows.read(into: batch), rows.size.height - filled)
      guard count > 0 else { throw RowSourceError.ended(after: filled, of: rows.size.height) }
      ck_png_filter_rows(
        &shape, batch.base.assumingMemoryBound(to: UInt8.self), batch.stride, count,
        scratch.base.assumingMemoryBound(to: UInt8.self),
        (raw.base + filled * (rowBytes + 1)).assumingMemoryBound(to: UInt8.self))
      filled += count
    }
    return raw
  }
}

extension PNGFilter {
  fileprivate var kernel: ck_png_filter {
    switch self {
    case .none: CK_PNG_NONE
    case .sub: CK_PNG_SUB
    case .up: CK_PNG_UP
    case .average: CK_PNG_AVERAGE
    case .paeth: CK_PNG_PAETH
    case .adaptive: CK_PNG_ADAPTIVE
    }
  }
}
