/// Reads XML property lists, with places.
///
/// Foundation's reader costs a program that has no other use for Foundation twelve megabytes and as much time to start
/// as all the rest, and tells neither lines nor the order of keys.
///
/// Source: Apple's PropertyList-1.0.dtd; XML 1.0 without internal subsets, which no property list has.
struct PropertyListParser {
  private let bytes: [UInt8]
  private var offset = 0
  private var depth = 0
  private var places = JSONPlaceCounter()

  /// Deeper documents are hostile: each level is a call.
  private static let maximumDepth = 200

  /// - Parameter bytes: UTF-8; a byte order mark is passed over.
  /// - Throws: `JSONSyntaxError` for the first thing that is wrong.
  static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode {
    var parser = PropertyListParser(bytes: bytes)
    if bytes.starts(with: Array("bplist".utf8)) {
      throw parser.error("the property list is binary; plutil -convert xml1 makes it XML")
    }
    if let bad = firstInvalidUTF8Byte(bytes) { throw parser.error("the text is not UTF-8", at: bad) }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.offset = 3 }
    return try parser.document()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func error(_ reason: String, at place: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(position: JSONPosition(ofByte: place ?? offset, in: bytes), reason: reason)
  }

  private func looksAt(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { bytes[offset...].starts(with: $0) }
  }

  private mutating func document() throws(JSONSyntaxError) -> JSONNode {
    try skipMiscellany()
    let start = offset
    let tag = try openingTag()
    guard tag.name == "plist" else { throw error("expected <plist>, not <\(tag.name)>", at: start) }
    if tag.isEmpty { throw error("the property list is empty", at: start) }
    try skipMiscellany()
    let node = try value()
    try closingTag("plist")
    try skipMiscellany()
    if offset < bytes.count { throw error("something follows the end of the document") }
    return node
  }

  /// Blanks, comments, processing instructions and the document type.
  private mutating func skipMiscellany() throws(JSONSyntaxError) {
    while offset < bytes.count {
      if isBlank(bytes[offset]) {
        offset += 1
      } else if looksAt("<!--") {
        try skip(through: "-->", "the comment has no end")
      } else if looksAt("<?") {
        try skip(through: "?>", "the <? has no ?>")
      } else if looksAt("<!DOCTYPE") {
        let start = offset
        try skip(through: ">", "the document type has no end")
        if bytes[start..<offset].contains(UInt8(ascii: "[")) {
          throw error("a document type with declarations is not read", at: start)
        }
      } else {
        return
      }
    }
  }

  private mutating func skip(through end: StaticString, _ otherwise: String) throws(JSONSyntaxError) {
    let start = offset
    while !looksAt(end) {
      if offset == bytes.count { throw error(otherwise, at: start) }
      offset += 1
    }
    offset += end.utf8CodeUnitCount
  }

  private func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  private mutating func openingTag() throws(JSONSyntaxError) -> (name: String, isEmpty: Bool) {
    let start = offset
    guard offset < bytes.count else { throw error("the document ends too early") }
    guard looksAt("<"), !looksAt("</") else { throw error("expected an element") }
    guard let end = bytes[offset...].firstIndex(of: UInt8(ascii: ">")) else {
      throw error("the < has no >", at: start)
    }
    let isEmpty = bytes[end - 1] == UInt8(ascii: "/")
    let inside = bytes[(offset + 1)..<(isEmpty ? end - 1 : end)]
    offset = end + 1
    // Attributes, such as the version of <plist>, say nothing that matters here.
    return (String(decoding: inside.prefix { !isBlank($0) }, as: UTF8.self), isEmpty)
  }

  private mutating func closingTag(_ name: String) throws(JSONSyntaxError) {
    try skipMiscellany()
    let tag = Array("</\(name)".utf8)
    guard bytes[offset...].starts(with: tag) else {
      throw error(offset == bytes.count ? "<\(name)> has no end" : "expected </\(name)>")
    }
    offset += tag.count
    while offset < bytes.count, isBlank(bytes[offset]) { offset += 1 }
    guard looksAt(">") else { throw error("</\(name) has no >") }
    offset += 1
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    depth += 1
    defer { depth -= 1 }
    if depth > PropertyListParser.maximumDepth {
      throw error("more than \(PropertyListParser.maximumDepth) levels inside each other")
    }
    let start = offset
    let position = places.position(ofByte: start, in: bytes)
    let tag = try openingTag()
    let content: JSONNode.Content
    switch tag.name {
    case "dict": content = .object(tag.isEmpty ? [] : try members())
    case "array": content = .array(tag.isEmpty ? [] : try elements())
    default: content = .scalar(try scalar(tag.name, tag.isEmpty ? "" : try text(until: tag.name), at: start))
    }
    return JSONNode(content: content, range: start..<offset, position: position)
  }

  private mutating func members() throws(JSONSyntaxError) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    while true {
      try skipMiscellany()
      if looksAt("</") {
        try closingTag("dict")
        return members
      }
      let start = offset
      let position = places.position(ofByte: start, in: bytes)
      let tag = try openingTag()
      guard tag.name == "key" else { throw error("expected <key>, not <\(tag.name)>", at: start) }
      let key = tag.isEmpty ? "" : try text(until: "key")
      let range = start..<offset
      try skipMiscellany()
      members.append(JSONNode.Member(key: key, keyRange: range, keyPosition: position, value: try value()))
    }
  }

  private mutating func elements() throws(JSONSyntaxError) -> [JSONNode] {
    var elements: [JSONNode] = []
    while true {
      try skipMiscellany()
      if looksAt("</") {
        try closingTag("array")
        return elements
      }
      elements.append(try value())
    }
  }

  private func scalar(_ name: String, _ text: String, at start: Int) throws(JSONSyntaxError) -> JSONValue {
    let trimmed = String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    switch name {
    case "string": return .string(text)
    case "true" where trimmed.isEmpty: return true
    case "false" where trimmed.isEmpty: return false
    case "integer":
      guard let value = Int(trimmed) else { throw error("“\(trimmed)” is no whole number", at: start) }
      return .integer(value)
    case "real":
      guard isPlainNumber(trimmed), let value = Double(trimmed), value.isFinite else {
        throw error("“\(trimmed)” is no number", at: start)
      }
      return Coders.canonical(.decimal(value))
    case "date": return .string(String(trimmed.prefix(10)))
    case "data" where trimmed.isEmpty: return .null
    default: throw error("a setting cannot hold <\(name)>", at: start)
    }
  }

  /// The characters up to the closing tag, references resolved.
  private mutating func text(until name: String) throws(JSONSyntaxError) -> String {
    let start = offset
    var text: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "<") {
        if looksAt("<![CDATA[") {
          let inner = offset + 9
          try skip(through: "]]>", "the CDATA has no end")
          text += bytes[inner..<(offset - 3)]
        } else if looksAt("<!--") {
          try skip(through: "-->", "the comment has no end")
        } else {
          try closingTag(name)
          return String(decoding: text, as: UTF8.self)
        }
      } else if byte == UInt8(ascii: "&") {
        text += Array(String(try reference()).utf8)
      } else if byte < 0x20, !isBlank(byte) {
        throw error("XML has no control characters")
      } else {
        // XML: a carriage return is read as a line feed, and the pair of both as one.
        if byte != 0x0D { text.append(byte) } else if !looksAt("\r\n") { text.append(0x0A) }
        offset += 1
      }
    }
    throw error("<\(name)> has no end", at: start)
  }

  private mutating func reference() throws(JSONSyntaxError) -> Unicode.Scalar {
    let start = offset
    guard let end = bytes[offset...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
      throw error("a & must be written &amp;")
    }
    let name = String(decoding: bytes[(offset + 1)..<end], as: UTF8.self)
    offset = end + 1
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default:
      let isHexadecimal = name.hasPrefix("#x")
      let digits = name.dropFirst(isHexadecimal ? 2 : 1)
      guard name.hasPrefix("#"), digits.allSatisfy(\.isHexDigit),
        let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
      else { throw error("&\(name); is not known", at: start) }
      return scalar
    }
  }
}
