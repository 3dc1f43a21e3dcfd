import Files
import SettingsKit

/// A pattern for names of files, as people know them from shells and ignore files.
///
/// - `*` any letters within a name, `?` one, `[a-z]` one of these, `[!a-z]` one of all others
/// - `**/` any number of folders, none too
/// - `{jpg,png}` one of these
/// - a pattern without a slash is held against names at any depth, one with a slash against the path below the folder
/// - with a slash at its end it means folders, with everything in them
/// - letter case does not matter, a backslash takes the next letter as it is
public struct GlobPattern: Sendable, Hashable {
  /// As it was written; everything else comes of it.
  public let text: String
  /// Every way to choose among braces, parts by slash.
  private let alternatives: [[[Element]]]
  private let isAnchored: Bool
  let meansFolders: Bool

  private enum Element: Hashable {
    case byte(UInt8)
    case any
    case many
    /// A whole part that stands for any number of folders.
    case folders
    case set([ClosedRange<UInt32>], isNegated: Bool)
  }

  public init(_ text: String) {
    self.text = text
    var bytes = LosslessText.bytes(of: text)
    meansFolders = bytes.last == FilePath.slash
    while bytes.last == FilePath.slash { bytes.removeLast() }
    if bytes.starts(with: [FilePath.dot, FilePath.slash]) { bytes.removeFirst(2) }
    isAnchored = bytes.contains(FilePath.slash)
    alternatives = GlobPattern.expanded(bytes).map { bytes in
      bytes.split(separator: FilePath.slash).map { GlobPattern.elements(Array($0)) }
    }
  }

  public static func == (a: GlobPattern, b: GlobPattern) -> Bool { a.text == b.text }
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// Whether a file matches, by itself or by a folder that it lies in.
  ///
  /// - Parameter path: Below the folder that was named.
  public func matchesFile(_ path: FilePath) -> Bool {
    let parts = path.components
    if !meansFolders, matches(parts) { return true }
    guard meansFolders else { return false }
    return (1..<max(1, parts.count)).contains { matches(Array(parts[..<$0])) }
  }

  /// Whether a folder itself matches, with everything in it.
  public func matchesFolder(_ path: FilePath) -> Bool { matches(path.components) }

  private func matches(_ parts: [[UInt8]]) -> Bool {
    let subject = (isAnchored ? parts : Array(parts.suffix(1))).map { $0.map(GlobPattern.lowercased) }
    return alternatives.contains { GlobPattern.matches($0, subject) }
  }

  /// In time of pattern times path: after a mismatch only the last `**` tries again.
  private static func matches(_ pattern: [[Element]], _ parts: [[UInt8]]) -> Bool {
    var (p, n) = (0, 0)
    var folders: (pattern: Int, part: Int)?
    while n < parts.count {
      if p < pattern.count, pattern[p] == [.folders] {
        // At the end it stands for everything inside.
        if p == pattern.count - 1 { return true }
        folders = (p, n)
        p += 1
      } else if p < pattern.count, matchesName(pattern[p], parts[n]) {
        p += 1
        n += 1
      } else if let last = folders {
        (p, n) = (last.pattern + 1, last.part + 1)
        folders = (last.pattern, n)
      } else {
        return false
      }
    }
    return p == pattern.count
  }

  /// The same for the letters of a name and its stars.
  private static func matchesName(_ pattern: [Element], _ name: [UInt8]) -> Bool {
    var (p, n) = (0, 0)
    var star: (pattern: Int, name: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == .many {
        star = (p, n)
        p += 1
      } else if p < pattern.count, let length = length(pattern[p], name[n...]) {
        p += 1
        n += length
      } else if let last = star {
        (p, n) = (last.pattern + 1, last.name + 1)
        star = (last.pattern, n)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == .many }
  }

  /// How many bytes an element takes of a name; `nil` where it does not match.
  private static func length(_ element: Element, _ name: ArraySlice<UInt8>) -> Int? {
    switch element {
    case .byte(let wanted): return name.first == wanted ? 1 : nil
    case .any: return letter(name).length
    case .set(let ranges, let isNegated):
      let (value, length) = letter(name)
      return ranges.contains { $0.contains(value) } != isNegated ? length : nil
    case .many, .folders: return nil
    }
  }

  /// The first letter, which may be several bytes of UTF-8; a byte that is none gets a value behind all letters.
  private static func letter(_ bytes: ArraySlice<UInt8>) -> (value: UInt32, length: Int) {
    guard let first = bytes.first else { return (0, 0) }
    if first < 0x80 { return (UInt32(first), 1) }
    let length = (~first).leadingZeroBitCount
    let rest = bytes.dropFirst().prefix(length - 1)
    guard (2...4).contains(length), rest.count == length - 1, rest.allSatisfy({ $0 & 0xC0 == 0x80 }) else {
      return (0x11_0000 + UInt32(first), 1)
    }
    return (rest.reduce(UInt32(first & (0x7F >> UInt8(length)))) { $0 << 6 | UInt32($1 & 0x3F) }, length)
  }

  // MARK: Reading

  private static func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte + 0x20 : byte }

  private static func elements(_ part: [UInt8]) -> [Element] {
    if part == Array("**".utf8) { return [.folders] }
    var elements: [Element] = []
    var rest = part[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "*"): if elements.last != .many { elements.append(.many) }
      case UInt8(ascii: "?"): elements.append(.any)
      case UInt8(ascii: "\\"): elements.append(.byte(lowercased(rest.popFirst() ?? byte)))
      case UInt8(ascii: "["):
        if let set = set(&rest) { elements.append(set) } else { elements.append(.byte(byte)) }
      default: elements.append(.byte(lowercased(byte)))
      }
    }
    return elements
  }

  /// What stands in brackets; `nil` where they are not closed, which makes the bracket a letter.
  private static func set(_ rest: inout ArraySlice<UInt8>) -> Element? {
    var inner = rest
    let isNegated = inner.first == UInt8(ascii: "!") || inner.first == UInt8(ascii: "^")
    if isNegated { inner.removeFirst() }
    var ranges: [ClosedRange<UInt32>] = []
    while !inner.isEmpty {
      if inner.first == UInt8(ascii: "]"), !ranges.isEmpty {
        rest = inner.dropFirst()
        return .set(ranges, isNegated: isNegated)
      }
      let low = popLetter(&inner)
      var high = low
      if inner.first == UInt8(ascii: "-"), let end = inner.dropFirst().first, end != UInt8(ascii: "]") {
        inner.removeFirst()
        high = popLetter(&inner)
      }
      ranges.append(min(low, high)...max(low, high))
    }
    return nil
  }

  private static func popLetter(_ bytes: inout ArraySlice<UInt8>) -> UInt32 {
    let (value, length) = letter(bytes)
    bytes.removeFirst(length)
    return value < 0x80 ? UInt32(lowercased(UInt8(value))) : value
  }

  /// At most so many alternatives come of braces; more are a mistake, and the braces letters.
  private static let maximumAlternatives = 1_024

  /// Every way to choose among braces. What is not closed, or has no comma, is letters.
  private static func expanded(_ pattern: [UInt8]) -> [[UInt8]] {
    var done: [[UInt8]] = []
    var open = [pattern]
    while let next = open.popLast() {
      guard let (before, choices, after) = braces(next),
        open.count + done.count + choices.count <= maximumAlternatives
      else {
        done.append(next)
        continue
      }
      open += choices.map { before + $0 + after }
    }
    return done
  }

  /// The outermost of the first braces that are closed and have a comma; in one pass, however many are open.
  private static func braces(_ pattern: [UInt8]) -> (before: [UInt8], choices: [[UInt8]], after: [UInt8])? {
    var open: [(start: Int, commas: [Int])] = []
    var found: (start: Int, commas: [Int], end: Int)?
    var isEscaped = false
    for (index, byte) in pattern.enumerated() {
      if isEscaped {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "{"): open.append((index, []))
      case UInt8(ascii: ","): if !open.isEmpty { open[open.count - 1].commas.append(index) }
      case UInt8(ascii: "}"):
        guard let (start, commas) = open.popLast(), !commas.isEmpty else { continue }
        if found.map({ start < $0.start }) ?? true { found = (start, commas, index) }
      default: continue
      }
    }
    guard let (start, commas, end) = found else { return nil }
    let edges = [start] + commas + [end]
    let choices = zip(edges, edges.dropFirst()).map { Array(pattern[($0 + 1)..<$1]) }
    return (Array(pattern[..<start]), choices, Array(pattern[(end + 1)...]))
  }
}

extension GlobPattern: SettingValue {
  public static var kind: ValueKind {
    var kind = ValueKind("string", jsonType: "string", placeholder: "GLOB", textPattern: ".")
    kind.holdsCommas = true
    return kind
  }

  public static func parse(_ text: String) throws(ValueProblem) -> GlobPattern {
    guard !text.isEmpty else { throw ValueProblem("is empty, not a pattern") }
    return GlobPattern(text)
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> GlobPattern {
    try parse(String.decode(json))
  }

  public var json: JSONValue { .string(text) }
}
