/// Reads JSON and what JSON5 adds to it: comments, trailing commas, unquoted keys, single quotes, hexadecimal numbers,
/// a plus sign, points at either end of a number, and strings over several lines.
///
/// NaN and Infinity are refused: no setting can hold them.
///
/// Source: RFC 8259; JSON5 specification 1.0.0.
public struct JSON5Parser {
  let bytes: [UInt8]
  var offset = 0
  private var depth = 0
  private var places = JSONPlaceCounter()

  /// Deeper documents are hostile: each level is a call.
  private static let maximumDepth = 200

  /// - Parameter bytes: UTF-8; a byte order mark is passed over.
  /// - Throws: `JSONSyntaxError` for the first thing that is wrong.
  public static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONNode {
    var parser = JSON5Parser(bytes: bytes)
    if let bad = firstInvalidUTF8Byte(bytes) {
      throw JSONSyntaxError(position: JSONPosition(ofByte: bad, in: bytes), reason: "the text is not UTF-8")
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.offset = 3 }
    try parser.skipBlanks()
    let node = try parser.value()
    try parser.skipBlanks()
    if parser.offset < bytes.count { throw parser.error("something follows the end of the document") }
    return node
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  func error(_ reason: String, at place: Int? = nil) -> JSONSyntaxError {
    JSONSyntaxError(position: JSONPosition(ofByte: place ?? offset, in: bytes), reason: reason)
  }

  mutating func accepts(_ character: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: character) else { return false }
    offset += 1
    return true
  }

  private mutating func skipBlanks() throws(JSONSyntaxError) {
    while let byte = current {
      let blank = jsonBlankLength(at: offset, in: bytes)
      if blank > 0 {
        offset += blank
      } else if byte == UInt8(ascii: "/") {
        try skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(JSONSyntaxError) {
    let start = offset
    offset += 1
    if accepts("/") {
      while offset < bytes.count, !isJSONLineEnd(at: offset, in: bytes) { offset += 1 }
    } else if accepts("*") {
      while true {
        guard let byte = current else { throw error("the comment has no end", at: start) }
        offset += 1
        if byte == UInt8(ascii: "*"), accepts("/") { return }
      }
    } else {
      throw error("a single / is no comment", at: start)
    }
  }

  private mutating func value() throws(JSONSyntaxError) -> JSONNode {
    let start = offset
    let position = places.position(ofByte: start, in: bytes)
    guard let byte = current else { throw error("a value is missing") }
    let content: JSONNode.Content =
      switch byte {
      case UInt8(ascii: "{"): try object()
      case UInt8(ascii: "["): try array()
      case UInt8(ascii: "\""), UInt8(ascii: "'"): .scalar(.string(try string()))
      case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): .scalar(try number())
      default: .scalar(try word())
      }
    return JSONNode(content: content, range: start..<offset, position: position)
  }

  private mutating func enter() throws(JSONSyntaxError) {
    depth += 1
    if depth > JSON5Parser.maximumDepth {
      throw error("more than \(JSON5Parser.maximumDepth) levels inside each other")
    }
  }

  private mutating func object() throws(JSONSyntaxError) -> JSONNode.Content {
    let start = offset
    try enter()
    defer { depth -= 1 }
    offset += 1
    var members: [JSONNode.Member] = []
    while true {
      try skipBlanks()
      if accepts("}") { return .object(members) }
      if current == nil { throw error("the { has no }", at: start) }
      let keyStart = offset
      let keyPosition = places.position(ofByte: keyStart, in: bytes)
      let key = current == UInt8(ascii: "\"") || current == UInt8(ascii: "'") ? try string() : try name()
      let keyRange = keyStart..<offset
      try skipBlanks()
      guard accepts(":") else { throw error("expected : behind the key \(key)") }
      try skipBlanks()
      members.append(JSONNode.Member(key: key, keyRange: keyRange, keyPosition: keyPosition, value: try value()))
      try skipBlanks()
      if !accepts(","), current != UInt8(ascii: "}") {
        throw current == nil ? error("the { has no }", at: start) : error("expected , or } behind the value of \(key)")
      }
    }
  }

  private mutating func array() throws(JSONSyntaxError) -> JSONNode.Content {
    let start = offset
    try enter()
    defer { depth -= 1 }
    offset += 1
    var elements: [JSONNode] = []
    while true {
      try skipBlanks()
      if accepts("]") { return .array(elements) }
      if current == nil { throw error("the [ has no ]", at: start) }
      elements.append(try value())
      try skipBlanks()
      if !accepts(","), current != UInt8(ascii: "]") {
        throw current == nil ? error("the [ has no ]", at: start) : error("expected , or ] in the list")
      }
    }
  }

  /// An unquoted key. Dots are allowed beyond JSON5, so that `jpeg.quality: 80` can be written.
  private mutating func name() throws(JSONSyntaxError) -> String {
    let start = offset
    while let byte = current, isNameByte(byte) || (offset > start && (0x30...0x39).contains(byte)),
      jsonBlankLength(at: offset, in: bytes) == 0
    {
      offset += 1
    }
    guard offset > start else { throw error("expected a key or }") }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80 || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: "$") || byte == UInt8(ascii: ".")
  }

  private mutating func word() throws(JSONSyntaxError) -> JSONValue {
    let start = offset
    while let byte = current, isNameByte(byte) || (0x30...0x39).contains(byte) { offset += 1 }
    switch String(decoding: bytes[start..<offset], as: UTF8.self) {
    case "true": return true
    case "false": return false
    case "null": return .null
    case "NaN", "Infinity": throw error("no setting can be NaN or Infinity", at: start)
    case "": throw error("a value cannot begin with “\(character(at: start))”", at: start)
    case let word: throw error("\(word) needs quotes", at: start)
    }
  }

  private func character(at offset: Int) -> String {
    String(String(decoding: bytes[offset..<min(bytes.count, offset + 4)], as: UTF8.self).prefix(1))
  }
}

/// Where a text stops to be UTF-8, `nil` where all of it is.
func firstInvalidUTF8Byte(_ bytes: [UInt8]) -> Int? {
  if String(validating: bytes, as: UTF8.self) != nil { return nil }
  var parser = UTF8.ForwardParser()
  var iterator = bytes.makeIterator()
  var offset = 0
  while case .valid(let character) = parser.parseScalar(from: &iterator) { offset += character.count }
  return offset
}
