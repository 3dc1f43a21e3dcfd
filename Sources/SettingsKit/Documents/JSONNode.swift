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
    let before = bytes[..<min(offset, bytes.count)]
    line = 1 + before.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    // A byte 10xxxxxx continues a character.
    column = 1 + before[start...].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
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
