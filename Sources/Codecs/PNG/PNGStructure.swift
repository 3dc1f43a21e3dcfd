import CCodecShims

/// What the chunks of a PNG say beside its pixels, found by walking over their heads.
///
/// libpng is told to leave texts alone: it would inflate them without knowing which are wanted. Odd files are read as
/// far as they make sense and never refused here.
///
/// Source: PNG specification, third edition, clauses 5 and 11; XMP specification, part 3, 1.1.5.
struct PNGStructure {
  var exif: [UInt8]?
  var xmp: [UInt8]?
  /// Frames that an acTL chunk before the picture data declares; nil for a still picture.
  var animationFrames: Int?
  /// Texts, times, thumbnails and private chunks.
  var hasOtherMetadata = false
  var warnings: [String] = []

  /// Chunks that are walked over before giving up; a chunk has at least 12 bytes, an honest one thousands.
  private static let maximumChunks = 1_000_000

  /// Enough for the head of a chunk and small chunks: picture data is skipped.
  private static let blockBytes = 256

  init(_ input: ByteInput, limits: DecodeLimits) throws {
    var cursor = ByteCursor(input, at: 8, blockBytes: Self.blockBytes)
    var seenData = false
    for _ in 0..<Self.maximumChunks {
      guard let length = try cursor.nextUInt32(), let type = try cursor.next(4), length <= 0x7FFF_FFFF else { return }
      let body = cursor.offset
      switch String(decoding: type, as: UTF8.self) {
      case "IDAT": seenData = true
      case "IEND": return
      case "acTL" where !seenData && length >= 4:
        animationFrames = try cursor.nextUInt32()
      case "eXIf" where exif == nil:
        if length > limits.maximumProfileBytes {
          warnings.append(Self.tooLarge("EXIF block", length, limits.maximumProfileBytes, "limits.profileSize"))
        } else if let bytes = try content(&cursor, type, length, named: "EXIF block") {
          takeExif(bytes)
        }
      case "iTXt" where xmp == nil:
        let head = try cursor.next(min(length, Self.xmpKey.count)) ?? []
        guard head == Self.xmpKey else {
          hasOtherMetadata = true
          break
        }
        cursor = ByteCursor(input, at: body, blockBytes: Self.blockBytes)
        if length > limits.maximumTextBytes {
          warnings.append(Self.tooLarge("XMP packet", length, limits.maximumTextBytes, "limits.textSize"))
        } else if let bytes = try content(&cursor, type, length, named: "XMP packet") {
          takeXMP(Array(bytes.dropFirst(Self.xmpKey.count)), limits)
        }
      case let name where !Self.pictureChunks.contains(name): hasOtherMetadata = true
      default: break
      }
      cursor.skip(body + length + 4 - cursor.offset)
    }
  }

  /// Chunks that say what the pixels are or mean, and those that are read here.
  private static let pictureChunks: Set<String> = [
    "IHDR", "PLTE", "tRNS", "cHRM", "gAMA", "iCCP", "sBIT", "sRGB", "cICP", "bKGD", "hIST", "pHYs", "eXIf", "acTL",
    "fcTL", "fdAT",
  ]

  static let xmpKey = Array("XML:com.adobe.xmp\0".utf8)

  private static func tooLarge(_ block: String, _ bytes: Int, _ limit: Int, _ setting: String) -> String {
    "the \(block) is left out: \(counted(bytes, "byte")) are more than \(grouped(limit)) (\(setting))"
  }

  /// The bytes of a chunk; nil, and a warning, when they are cut off or their checksum is wrong.
  private mutating func content(
    _ cursor: inout ByteCursor, _ type: [UInt8], _ length: Int, named name: String
  ) throws -> [UInt8]? {
    guard let bytes = try cursor.next(length), let stated = try cursor.nextUInt32() else { return nil }
    let sum = ccodec_crc32(ccodec_crc32(0, type, type.count), bytes, bytes.count)
    guard Int(sum) == stated else {
      warnings.append("the \(name) is left out: its checksum is wrong")
      return nil
    }
    return bytes
  }

  private mutating func takeExif(_ bytes: [UInt8]) {
    // Some writers copy the head that only JPEG wants.
    let block = bytes.starts(with: Array("Exif\0\0".utf8)) ? Array(bytes.dropFirst(6)) : bytes
    if block.starts(with: [0x49, 0x49]) || block.starts(with: [0x4D, 0x4D]) {
      exif = block
    } else {
      warnings.append("the EXIF block is no TIFF structure and is left out")
    }
  }

  /// - Parameter bytes: Compression flag, method, language, 0, translated key, 0, text.
  private mutating func takeXMP(_ bytes: [UInt8], _ limits: DecodeLimits) {
    guard bytes.count >= 4, let language = bytes[2...].firstIndex(of: 0),
      let key = bytes[(language + 1)...].firstIndex(of: 0)
    else {
      warnings.append("the XMP packet is left out: its chunk is malformed")
      return
    }
    let text = Array(bytes[(key + 1)...])
    guard bytes[0] != 0 else {
      xmp = text
      return
    }
    // Room grows with what is really there, so that a small bomb does not take the limit's memory at once.
    var room = min(limits.maximumTextBytes, max(4096, text.count * 4))
    while true {
      var size: Int64 = 0
      let inflated = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
        size = ccodec_inflate(text, text.count, buffer.baseAddress, room)
        filled = max(0, Int(size))
      }
      if size >= 0 {
        xmp = inflated
        return
      }
      if size == -2, room < limits.maximumTextBytes {
        room = min(limits.maximumTextBytes, room * 4)
        continue
      }
      let reason =
        size == -2 ? "it inflates to more than \(grouped(room)) bytes (limits.textSize)" : "it cannot be inflated"
      warnings.append("the XMP packet is left out: \(reason)")
      return
    }
  }
}
