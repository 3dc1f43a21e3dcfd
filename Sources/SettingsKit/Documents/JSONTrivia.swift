/// The length of the blank character at an offset, 0 where there is none.
///
/// Source: JSON5 specification 1.0.0, section 8.
func jsonBlankLength(at offset: Int, in bytes: [UInt8]) -> Int {
  switch bytes[offset] {
  case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D: 1
  case 0xC2 where bytes[offset...].starts(with: [0xC2, 0xA0]): 2
  case 0xE2 where isJSONLineEnd(at: offset, in: bytes): 3
  case 0xEF where bytes[offset...].starts(with: [0xEF, 0xBB, 0xBF]): 3
  default: 0
  }
}

/// Whether a line ends there: a line feed, a carriage return, or one of the two separators of Unicode.
func isJSONLineEnd(at offset: Int, in bytes: [UInt8]) -> Bool {
  switch bytes[offset] {
  case 0x0A, 0x0D: true
  case 0xE2: bytes[offset...].starts(with: [0xE2, 0x80, 0xA8]) || bytes[offset...].starts(with: [0xE2, 0x80, 0xA9])
  default: false
  }
}

/// What stands between the tokens of a document that is known to be well formed: blanks and comments.
struct JSONTrivia {
  let bytes: [UInt8]

  /// One blank character or one whole comment.
  struct Piece {
    var range: Range<Int>
    var isComment: Bool
    var isLineEnd: Bool
  }

  /// The piece at an offset, `nil` where a token begins or the document ends.
  func piece(at offset: Int) -> Piece? {
    guard offset < bytes.count else { return nil }
    let blank = jsonBlankLength(at: offset, in: bytes)
    if blank > 0 {
      return Piece(
        range: offset..<(offset + blank), isComment: false, isLineEnd: isJSONLineEnd(at: offset, in: bytes))
    }
    guard bytes[offset] == UInt8(ascii: "/"), offset + 1 < bytes.count else { return nil }
    var end = offset + 2
    if bytes[offset + 1] == UInt8(ascii: "/") {
      while end < bytes.count, !isJSONLineEnd(at: end, in: bytes) { end += 1 }
    } else {
      while end < bytes.count, !bytes[end...].starts(with: [UInt8(ascii: "*"), UInt8(ascii: "/")]) { end += 1 }
      end += 2
    }
    return Piece(range: offset..<min(end, bytes.count), isComment: true, isLineEnd: false)
  }

  /// Where the next token begins.
  func token(from offset: Int) -> Int {
    var offset = offset
    while let piece = piece(at: offset) { offset = piece.range.upperBound }
    return offset
  }

  /// The offset of the comma that is the next token, if it is one.
  func comma(after offset: Int) -> Int? {
    let next = token(from: offset)
    return next < bytes.count && bytes[next] == UInt8(ascii: ",") ? next : nil
  }

  /// Behind the last line end outside comments before the next token: where that token's line begins, `nil` where it
  /// stands on the line of the token before.
  func lineStart(ofTokenAfter offset: Int) -> Int? {
    var offset = offset
    var start: Int?
    while let piece = piece(at: offset) {
      offset = piece.range.upperBound
      if piece.isLineEnd { start = offset }
    }
    return start
  }

  /// What is left of a line behind an offset.
  ///
  /// - Returns: Where the last comment ends that begins on this line, and where the next line begins, `nil` where
  ///   another token stands before it or a comment goes on in the next line.
  func restOfLine(after offset: Int) -> (commentEnd: Int, nextLine: Int?) {
    var offset = offset
    var commentEnd = offset
    var isOneLine = true
    while let piece = piece(at: offset), !piece.isLineEnd {
      offset = piece.range.upperBound
      if piece.isComment {
        commentEnd = offset
        if piece.range.contains(where: { isJSONLineEnd(at: $0, in: bytes) }) { isOneLine = false }
      }
    }
    guard isOneLine, let end = piece(at: offset), end.isLineEnd else { return (commentEnd, nil) }
    let isPair = bytes[offset...].starts(with: [0x0D, 0x0A])
    return (commentEnd, isPair ? offset + 2 : end.range.upperBound)
  }

  /// Whether nothing but blanks stands there; comments are not blank.
  func isBlank(_ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let blank = jsonBlankLength(at: offset, in: bytes)
      if blank == 0 { return false }
      offset += blank
    }
    return true
  }

  /// The spaces and tabs from an offset on.
  func indentation(at offset: Int) -> String {
    String(decoding: bytes[offset...].prefix { $0 == 0x20 || $0 == 0x09 }, as: UTF8.self)
  }

  /// The indentation of the line that holds an offset.
  func indentation(ofLineWith offset: Int) -> String {
    var start = offset
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return indentation(at: start)
  }
}
