/// Bounded access to the directories of a TIFF structure, such as an EXIF block.
///
/// Offsets and counts come from the file and may be anything; whatever leads outside the bytes is not there.
///
/// Source: TIFF 6.0, section 2.
package struct TIFFStructure {
  /// One entry of a directory: twelve bytes of tag, type, count and value.
  package struct Entry {
    /// Where the entry's twelve bytes begin.
    package var offset: Int
    package var type: Int
    package var count: Int
  }

  /// The types that hold whole numbers of one, two and four bytes.
  package enum NumberType {
    package static let byte = 1
    package static let short = 3
    package static let long = 4
  }

  private static let headerCount = 8

  package private(set) var bytes: [UInt8]
  private let isBigEndian: Bool
  /// The offset of the first directory.
  package let firstDirectory: Int

  /// `nil` when the bytes do not begin as TIFF does.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= TIFFStructure.headerCount else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    guard TIFFStructure.number(in: bytes, at: 2, width: 2, isBigEndian) == 42,
      let first = TIFFStructure.number(in: bytes, at: 4, width: 4, isBigEndian)
    else { return nil }
    self.bytes = bytes
    firstDirectory = first
  }

  /// How many entries a directory has; `nil` where there is none, such as inside the header, which writing must not reach.
  private func entryCount(directoryAt start: Int) -> Int? {
    start < TIFFStructure.headerCount ? nil : number(at: start, width: 2)
  }

  /// Every entry of a directory with that tag; a tidy file has at most one.
  package func entries(of tag: Int, directoryAt start: Int) -> [Entry] {
    guard let count = entryCount(directoryAt: start) else { return [] }
    return (0..<count).compactMap { index in
      let offset = start + 2 + index * 12
      guard offset + 12 <= bytes.count, number(at: offset, width: 2) == tag,
        let type = number(at: offset + 2, width: 2), let values = number(at: offset + 4, width: 4)
      else { return nil }
      return Entry(offset: offset, type: type, count: values)
    }
  }

  /// The entry's value where it is a single whole number.
  package func value(of entry: Entry) -> Int? {
    guard entry.count == 1 else { return nil }
    return switch entry.type {
    case NumberType.byte: number(at: entry.offset + 8, width: 1)
    case NumberType.short: number(at: entry.offset + 8, width: 2)
    case NumberType.long: number(at: entry.offset + 8, width: 4)
    default: nil
    }
  }

  /// The offset field behind a directory that leads to the next one; `nil` where the directory is cut off.
  package func nextDirectoryField(afterDirectoryAt start: Int) -> Int? {
    guard let count = entryCount(directoryAt: start) else { return nil }
    let field = start + 2 + count * 12
    return field + 4 <= bytes.count ? field : nil
  }

  package func number(at offset: Int, width: Int) -> Int? {
    TIFFStructure.number(in: bytes, at: offset, width: width, isBigEndian)
  }

  private static func number(in bytes: [UInt8], at offset: Int, width: Int, _ isBigEndian: Bool) -> Int? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    let digits = bytes[offset..<(offset + width)]
    return isBigEndian
      ? digits.reduce(0) { $0 << 8 | Int($1) } : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Overwrites a number in place.
  ///
  /// - Precondition: The bytes from `offset` on are there.
  package mutating func write(_ value: Int, at offset: Int, width: Int) {
    for index in 0..<width {
      let shift = 8 * (isBigEndian ? width - 1 - index : index)
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }
}
