/// A part of a JSON document together with where it stands, so that problems can be told with their place and edits
/// can leave everything else alone.
public struct JSONNode: Sendable, Equatable {
  public indirect enum Content: Sendable, Equatable {
    case scalar(JSONValue)
    case array([JSONNode])
    case object([Member])
  }

  /// One `"key": value`, with the places of both.
  public struct Member: Sendable, Equatable {
    public var key: String
    /// The key as written, quotes included.
    public var keyRange: Range<Int>
    public var keyPosition: JSONPosition
    public var value: JSONNode
  }

  public var content: Content
  /// The bytes of the document that hold this part.
  public var range: Range<Int>
  public var position: JSONPosition

  /// The part without its places.
  public var value: JSONValue {
    switch content {
    case .scalar(let value): value
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members): .object(members.map { JSONMember($0.key, $0.value.value) })
    }
  }

  /// A value that stands in no text: its places are all zero.
  init(withoutPlace value: JSONValue) {
    let nowhere = JSONPosition(line: 0, column: 0)
    switch value {
    case .array(let elements): content = .array(elements.map(JSONNode.init(withoutPlace:)))
    case .object(let members):
      content = .object(
        members.map {
          Member(key: $0.key, keyRange: 0..<0, keyPosition: nowhere, value: JSONNode(withoutPlace: $0.value))
        })
    default: content = .scalar(value)
    }
    range = 0..<0
    position = nowhere
  }

  init(content: Content, range: Range<Int>, position: JSONPosition) {
    self.content = content
    self.range = range
    self.position = position
  }

  /// The last member of that name, which is the one that counts; `nil` for other content and unknown keys.
  public func member(_ key: String) -> Member? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.key == key }
  }
}

/// A place in a document, both counted from 1; columns count characters.
public struct JSONPosition: Sendable, Equatable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// The place of a byte of a UTF-8 text.
  init(ofByte offset: Int, in bytes: [UInt8]) {
    var counter = JSONPlaceCounter()
    self = counter.position(ofByte: offset, in: bytes)
  }
}

/// Counts lines and columns forwards, so that a whole document costs one pass and not one for each value.
struct JSONPlaceCounter {
  private var offset = 0
  private var line = 1
  private var column = 1

  /// The place of a byte at or behind the one that was last asked for.
  mutating func position(ofByte target: Int, in bytes: [UInt8]) -> JSONPosition {
    while offset < min(target, bytes.count) {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {  // a byte 10xxxxxx continues a character
        column += 1
      }
      offset += 1
      // Editors do not show a byte order mark.
      if offset == 3, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { column = 1 }
    }
    return JSONPosition(line: line, column: column)
  }
}

extension JSONPosition: CustomStringConvertible {
  public var description: String { "\(line):\(column)" }
}

/// A document that is no JSON.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  public var position: JSONPosition
  /// What is wrong there: "expected a comma or }".
  public var reason: String

  public var description: String { "line \(position.line), column \(position.column): \(reason)" }
}

extension JSONValue {
  /// Reads a JSON or JSON5 text.
  ///
  /// - Throws: `JSONSyntaxError` with the place.
  public init(parsing text: String) throws(JSONSyntaxError) {
    self = try JSON5Parser.parse(Array(text.utf8)).value
  }
}
