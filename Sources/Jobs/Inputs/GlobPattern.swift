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
    case set([ClosedRange<UInt8>], isNegated: Bool)
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
    return alternatives.contains { GlobPattern.matches($0[...], subject[...]) }
  }

  private static func matches(_ pattern: ArraySlice<[Element]>, _ parts: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pattern.first else { return parts.isEmpty }
    if first == [.folders] {
      let rest = pattern.dropFirst()
      // At the end it stands for everything inside.
      if rest.isEmpty { return !parts.isEmpty }
      return (0...parts.count).contains { matches(rest, parts.dropFirst($0)) }
    }
    guard let part = parts.first, matchesName(first, part) else { return false }
    return matches(pattern.dropFirst(), parts.dropFirst())
  }

  /// In time of pattern times name: after a mismatch only the last star tries again.
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
    guard let byte = name.first else { return nil }
    // One letter may be several bytes of UTF-8.
    let letter = byte < 0x80 ? 1 : max(1, min(name.count, (~byte).leadingZeroBitCount))
    switch element {
    case .byte(let wanted): return byte == wanted ? 1 : nil
    case .any: return letter
    case .set(let ranges, let isNegated): return ranges.contains { $0.contains(byte) } != isNegated ? letter : nil
    case .many, .folders: return nil
    }
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
    var ranges: [ClosedRange<UInt8>] = []
    while let low = inner.popFirst() {
      if low == UInt8(ascii: "]"), !ranges.isEmpty {
        rest = inner
        return .set(ranges, isNegated: isNegated)
      }
      var high = low
      if inner.first == UInt8(ascii: "-"), let end = inner.dropFirst().first, end != UInt8(ascii: "]") {
        high = end
        inner.removeFirst(2)
      }
      let (first, last) = (lowercased(low), lowercased(high))
      ranges.append(min(first, last)...max(first, last))
    }
    return nil
  }

  /// At most so many alternatives come of braces; more are a mistake, and the braces letters.
  private static let maximumAlternatives = 1_024

  /// Every way to choose among braces. What is not closed, or has no comma, is letters.
  private static func expanded(_ pattern: [UInt8]) -> [[UInt8]] {
    var done: [[UInt8]] = []
    var open = [pattern]
    while let next = open.popLast() {
      guard let (before, choices, after) = braces(next), open.count + done.count < maximumAlternatives else {
        done.append(next)
        continue
      }
      open += choices.map { before + $0 + after }
    }
    return done
  }

  private static func braces(_ pattern: [UInt8]) -> (before: [UInt8], choices: [[UInt8]], after: [UInt8])? {
    for start in pattern.indices where pattern[start] == UInt8(ascii: "{") {
      var (depth, isEscaped) = (0, false)
      var choices: [[UInt8]] = [[]]
      for index in pattern.indices[(start + 1)...] {
        let byte = pattern[index]
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "{") {
          depth += 1
        } else if byte == UInt8(ascii: "}") {
          if depth == 0 {
            guard choices.count > 1 else { break }
            return (Array(pattern[..<start]), choices, Array(pattern[(index + 1)...]))
          }
          depth -= 1
        } else if byte == UInt8(ascii: ","), depth == 0 {
          choices.append([])
          continue
        }
        choices[choices.count - 1].append(byte)
      }
    }
    return nil
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
