/// How a document is written: its quotes, indentation, line ends and commas, so that what is added looks like the rest.
struct JSONStyle {
  enum Quote: Character, Sendable {
    case double = "\""
    case single = "'"
  }

  private(set) var stringQuote = Quote.double
  private(set) var keyQuote = Quote.double
  /// Whether most keys have no quotes.
  private(set) var hasBareKeys = false
  /// Whether a key with dots has been written without quotes, which only this reader allows.
  private(set) var hasBareDots = false
  private(set) var indent = "  "
  private(set) var newline = "\n"
  private(set) var colon = ": "
  private(set) var hasTrailingCommas = false
  /// What stands between a brace and a member on its line.
  private(set) var padding = " "

  /// Counts what there is; what there is nothing of is written as JSON usually is.
  init(of root: JSONNode, in bytes: [UInt8]) {
    let trivia = JSONTrivia(bytes: bytes)
    var counts = Counts()
    visit(root, trivia, &counts)
    let quotedKeys = counts.doubleKeys + counts.singleKeys
    hasBareKeys = counts.bareKeys > quotedKeys
    stringQuote =
      counts.singleStrings + counts.singleKeys > counts.doubleStrings + counts.doubleKeys ? .single : .double
    keyQuote = quotedKeys == 0 ? stringQuote : counts.singleKeys > counts.doubleKeys ? .single : .double
    if let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      newline = bytes[end] == 0x0A ? "\n" : bytes[end...].starts(with: [0x0D, 0x0A]) ? "\r\n" : "\r"
    }
    indent = counts.indent ?? indent
    colon = counts.colon ?? colon
    padding = counts.padding ?? (colon == ":" ? "" : padding)
  }

  private struct Counts {
    var doubleKeys = 0
    var singleKeys = 0
    var bareKeys = 0
    var doubleStrings = 0
    var singleStrings = 0
    var indent: String?
    var colon: String?
    var padding: String?
  }

  private mutating func visit(_ node: JSONNode, _ trivia: JSONTrivia, _ counts: inout Counts) {
    let bytes = trivia.bytes
    switch node.content {
    case .scalar(.string):
      if bytes[node.range.lowerBound] == UInt8(ascii: "'") {
        counts.singleStrings += 1
      } else {
        counts.doubleStrings += 1
      }
    case .scalar: break
    case .array(let elements): for element in elements { visit(element, trivia, &counts) }
    case .object(let members):
      visitFirst(members.first, of: node, trivia, &counts)
      for member in members {
        switch bytes[member.keyRange.lowerBound] {
        case UInt8(ascii: "\""): counts.doubleKeys += 1
        case UInt8(ascii: "'"): counts.singleKeys += 1
        default:
          counts.bareKeys += 1
          if member.key.contains(".") { hasBareDots = true }
        }
        visit(member.value, trivia, &counts)
      }
      if let last = members.last, trivia.comma(after: last.value.range.upperBound) != nil { hasTrailingCommas = true }
    }
  }

  private func visitFirst(
    _ first: JSONNode.Member?, of node: JSONNode, _ trivia: JSONTrivia, _ counts: inout Counts
  ) {
    guard let first else { return }
    let inside = node.range.lowerBound + 1
    if let line = trivia.lineStart(ofTokenAfter: inside) {
      let outer = trivia.indentation(ofLineWith: node.range.lowerBound)
      let inner = trivia.indentation(at: line)
      if counts.indent == nil, inner.hasPrefix(outer), inner != outer {
        counts.indent = String(inner.dropFirst(outer.count))
      }
    } else if counts.padding == nil {
      counts.padding = first.keyRange.lowerBound == inside ? "" : " "
    }
    let colon = String(decoding: trivia.bytes[first.keyRange.upperBound..<first.value.range.lowerBound], as: UTF8.self)
    if counts.colon == nil, colon.allSatisfy({ $0 == ":" || $0 == " " }) { counts.colon = colon }
  }
}

extension JSONStyle {
  func text(ofKey key: String) -> String {
    let isPlain = key.utf8.enumerated().allSatisfy { index, byte in
      switch byte {
      case 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "$"): true
      case 0x30...0x39: index > 0
      case UInt8(ascii: "."): index > 0 && hasBareDots
      default: false
      }
    }
    return hasBareKeys && isPlain && !key.isEmpty ? key : quoted(key, keyQuote)
  }

  /// - Parameters:
  ///   - isMultiline: Whether objects and what holds them get a line for each member.
  ///   - lineIndent: The indentation of the line that the value begins on.
  func text(of value: JSONValue, isMultiline: Bool, lineIndent: String) -> String {
    let (open, close, items): (String, String, [(JSONValue, key: String)])
    switch value {
    case .string(let text): return quoted(text, stringQuote)
    case .array(let elements): (open, close, items) = ("[", "]", elements.map { ($0, "") })
    case .object(let members):
      (open, close, items) = ("{", "}", members.map { ($0.value, key: text(ofKey: $0.key) + colon) })
    default: return value.compactText
    }
    if items.isEmpty { return open + close }
    let inner = lineIndent + indent
    let texts = items.map { $0.key + text(of: $0.0, isMultiline: isMultiline, lineIndent: inner) }
    guard isMultiline else {
      let space = open == "{" ? padding : ""
      return open + space + texts.joined(separator: colon == ":" ? "," : ", ") + space + close
    }
    return open + newline + inner + texts.joined(separator: "," + newline + inner) + (hasTrailingCommas ? "," : "")
      + newline + lineIndent + close
  }

  private func quoted(_ text: String, _ quote: Quote) -> String {
    let double = JSONValue.string(text).compactText
    guard quote == .single else { return double }
    var result = "'"
    var isEscaped = false
    for character in double.dropFirst().dropLast() {
      if isEscaped {
        result += character == "\"" ? "\"" : "\\\(character)"
      } else if character == "'" {
        result += "\\'"
      } else if character != "\\" {
        result.append(character)
      }
      isEscaped = !isEscaped && character == "\\"
    }
    return result + "'"
  }
}
