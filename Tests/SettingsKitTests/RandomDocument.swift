import SettingsKit

/// A JSON5 document in a style of its own, with numbered comments everywhere, for tests of what edits leave alone.
struct RandomDocument {
  private(set) var text = ""
  private var random: SeededRandom
  private let newline: String
  private let indent: String
  private let quote: String
  private let colon: String
  private let hasTrailingCommas: Bool
  private let hasComments: Bool
  private let mayBeMultiline: Bool
  private var comments = 0

  static let names = ["a", "b", "c", "s", "t", "s.a", "t.b.c"]

  init(seed: UInt64) {
    var random = SeededRandom(seed)
    newline = random.pick(["\n", "\n", "\r\n"])
    indent = random.pick(["  ", "    ", "\t", ""])
    quote = random.pick(["\"", "'", ""])
    colon = random.pick([": ", ":", " : "])
    hasTrailingCommas = random.chance(of: 0.3)
    hasComments = random.chance(of: 0.6)
    mayBeMultiline = random.chance(of: 0.8)
    self.random = random
    let isCommented = comment(endsLine: true)
    text = isCommented
    text += object(depth: 0, lineIndent: "") + self.random.pick(["", newline])
  }

  /// A comment of a number of its own, or nothing.
  private mutating func comment(endsLine: Bool) -> String {
    guard hasComments, random.chance(of: 0.3) else { return "" }
    comments += 1
    if endsLine { return random.pick(["// c\(comments).", "/* c\(comments). */"]) + newline }
    return random.pick([" /* c\(comments). */", "/* c\(comments).\(newline) { */ "])
  }

  private mutating func key(_ name: String) -> String {
    quote.isEmpty && !(name.contains(".") && random.chance(of: 0.5))
      ? name : "\(quote.isEmpty ? "'" : quote)\(name)\(quote.isEmpty ? "'" : quote)"
  }

  private mutating func value(depth: Int, lineIndent: String) -> String {
    if depth < 3, random.chance(of: 0.35) { return object(depth: depth + 1, lineIndent: lineIndent) }
    let q = quote.isEmpty ? "'" : quote
    return random.pick([
      "1", "-2.5", "true", "null", "\(q)x // no comment\(q)", "\(q)it\\'s {\(q)", "[]", "[1, /* in */ 2]",
      "[\(newline)1,\(newline)2]", "0x1F", "\(q)two\\\(newline)lines\(q)",
    ])
  }

  private mutating func object(depth: Int, lineIndent: String) -> String {
    let count = random.chance(of: 0.15) ? 0 : Int.random(in: 1...4, using: &random)
    let isMultiline = mayBeMultiline && random.chance(of: 0.75)
    let inner = lineIndent + indent
    var text = "{"
    if isMultiline { text += newline } else { text += random.pick(["", " "]) }
    for index in 0..<count {
      let isLast = index == count - 1
      if isMultiline {
        let own = comment(endsLine: true)
        text += (own.isEmpty ? "" : inner + own) + inner
      }
      text += key(random.pick(RandomDocument.names)) + comment(endsLine: false) + colon
      text += value(depth: depth, lineIndent: inner) + comment(endsLine: false)
      if !isLast || hasTrailingCommas { text += "," }
      text += isMultiline ? lineEnd() : comment(endsLine: false) + (isLast ? "" : random.pick(["", " "]))
    }
    if count == 0 { text += comment(endsLine: isMultiline) }
    return text + (isMultiline ? lineIndent : random.pick(["", " "])) + "}"
  }

  private mutating func lineEnd() -> String {
    let end = comment(endsLine: true)
    return end.isEmpty ? newline : " " + end
  }
}

extension SeededRandom {
  mutating func chance(of probability: Double) -> Bool { Double.random(in: 0..<1, using: &self) < probability }
  mutating func pick<Element>(_ elements: [Element]) -> Element { elements.randomElement(using: &self)! }
}
