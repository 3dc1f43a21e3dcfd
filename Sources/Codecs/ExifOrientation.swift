import Pixels

/// Finds the orientation in a TIFF structure.
///
/// Whatever is odd about the block, from a wrong type to offsets past its end, the answer is `.up`: a picture is not
/// refused for what stands beside it.
///
/// Source: TIFF 6.0, section 2; EXIF 2.3, tag 0x0112.
enum ExifOrientation {
  static func read(_ exif: [UInt8]?) -> Orientation {
    guard let exif, let reader = TIFFReader(exif), let entry = reader.entry(of: 0x0112, directoryAt: reader.first),
      entry.type == 3, entry.count == 1
    else { return .up }
    return Orientation(rawValue: entry.shortValue) ?? .up
  }
}

/// Bounded access to the first directory of a TIFF structure.
struct TIFFReader {
  struct Entry {
    var type: Int
    var count: Int
    /// The value field read as one SHORT.
    var shortValue: Int
    /// The value field read as one LONG.
    var longValue: Int
  }

  private let bytes: [UInt8]
  private let bigEndian: Bool
  /// The offset of the first directory.
  let first: Int

  /// Nil when the bytes do not begin as TIFF does.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): bigEndian = false
    case (0x4D, 0x4D): bigEndian = true
    default: return nil
    }
    self.bytes = bytes
    first = Self.number(bytes, 4, 4, bigEndian) ?? 0
    guard Self.number(bytes, 2, 2, bigEndian) == 42 else { return nil }
  }

  func entry(of tag: Int, directoryAt start: Int) -> Entry? {
    guard let count = number(start, 2) else { return nil }
    for index in 0..<count {
      let place = start + 2 + index * 12
      guard let found = number(place, 2), let type = number(place + 2, 2), let values = number(place + 4, 4),
        let short = number(place + 8, 2), let long = number(place + 8, 4)
      else { return nil }
      if found == tag { return Entry(type: type, count: values, shortValue: short, longValue: long) }
    }
    return nil
  }

  private func number(_ offset: Int, _ width: Int) -> Int? { Self.number(bytes, offset, width, bigEndian) }

  private static func number(_ bytes: [UInt8], _ offset: Int, _ width: Int, _ bigEndian: Bool) -> Int? {
    guard offset >= 0, offset + width <= bytes.count else { return nil }
    let slice = bytes[offset..<(offset + width)]
    return (bigEndian ? Array(slice) : slice.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }
}
