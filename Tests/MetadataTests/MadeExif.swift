/// EXIF blocks of the tests' own making.
struct MadeExif {
  struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    var value: Int
  }

  var isBigEndian = true
  var entries: [Entry] = []
  /// Entries of the EXIF directory, linked by tag 0x8769.
  var inner: [Entry] = []
  /// Whether a second directory, a thumbnail's, follows the first.
  var hasThumbnail = false

  var bytes: [UInt8] {
    let innerCount = inner.isEmpty ? 0 : 1
    let firstLength = 2 + 12 * (entries.count + innerCount) + 4
    let innerOffset = 8 + firstLength
    let innerLength = inner.isEmpty ? 0 : 2 + 12 * inner.count + 4
    var all = entries
    if !inner.isEmpty { all.append(Entry(tag: 0x8769, type: 4, count: 1, value: innerOffset)) }
    var result = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    result += directory(all, next: hasThumbnail ? innerOffset + innerLength : 0)
    if !inner.isEmpty { result += directory(inner, next: 0) }
    if hasThumbnail { result += directory([Entry(tag: 0x0112, type: 3, count: 1, value: 6)], next: 0) }
    return result
  }

  private func directory(_ entries: [Entry], next: Int) -> [UInt8] {
    var result = number(entries.count, 2)
    for entry in entries {
      result += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4)
      result += entry.type == 3 ? number(entry.value, 2) + [0, 0] : number(entry.value, 4)
    }
    return result + number(next, 4)
  }

  private func number(_ value: Int, _ width: Int) -> [UInt8] {
    let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? bytes.reversed() : bytes
  }
}
