/// A place in a `ByteInput` that moves forward, reading ahead in blocks.
struct ByteCursor {
  private let input: ByteInput
  private var window: [UInt8] = []
  private var windowStart = 0
  /// The offset of the next byte.
  private(set) var offset: Int
  private let blockBytes: Int

  /// - Parameter blockBytes: How much to read at once; little where most is skipped.
  init(_ input: ByteInput, at offset: Int = 0, blockBytes: Int = 65_536) {
    self.input = input
    self.offset = offset
    self.blockBytes = blockBytes
  }

  var remaining: Int { max(0, input.count - offset) }

  /// The next byte; nil at the end.
  mutating func next() throws -> UInt8? {
    guard try fill(1) else { return nil }
    defer { offset += 1 }
    return window[offset - windowStart]
  }

  /// The next two bytes as a big-endian number; nil when there are not as many.
  mutating func nextUInt16() throws -> Int? {
    guard let high = try next(), let low = try next() else { return nil }
    return Int(high) << 8 | Int(low)
  }

  /// The next four bytes as a big-endian number; nil when there are not as many.
  mutating func nextUInt32() throws -> Int? {
    guard let high = try nextUInt16(), let low = try nextUInt16() else { return nil }
    return high << 16 | low
  }

  /// The next `count` bytes; nil when there are not as many.
  mutating func next(_ count: Int) throws -> [UInt8]? {
    guard count >= 0, count <= remaining else { return nil }
    if count <= blockBytes {
      guard try fill(count) else { return nil }
      defer { offset += count }
      return Array(window[(offset - windowStart)..<(offset - windowStart + count)])
    }
    let bytes = try input.read(at: offset, count: count)
    offset += bytes.count
    return bytes.count == count ? bytes : nil
  }

  /// Moves on without reading; the end of the input is as far as it goes.
  mutating func skip(_ count: Int) { offset += min(max(0, count), remaining) }

  /// Moves to the next byte that is 0xFF; false when there is none.
  mutating func seekMarkerByte() throws -> Bool {
    while try fill(1) {
      if let found = window[(offset - windowStart)...].firstIndex(of: 0xFF) {
        offset = windowStart + found
        return true
      }
      offset = windowStart + window.count
    }
    return false
  }

  /// Makes sure that `count` bytes from `offset` on are in the window.
  private mutating func fill(_ count: Int) throws -> Bool {
    if offset >= windowStart, offset + count <= windowStart + window.count { return true }
    window = try input.read(at: offset, count: max(count, blockBytes))
    windowStart = offset
    return window.count >= count
  }
}
