import Files

/// What can be wrong with a picture that is read or written.
///
/// `description` is a clause without the file's name, which only the caller knows.
public enum CodecError: Error, Hashable, Sendable {
  /// The content is of a format that is not read; `name` says which it is, as in "a GIF picture".
  case unsupportedFormat(name: String, hint: String?)
  /// The format is read, this form of it is not.
  case unsupportedVariant(ImageFormat, what: String, hint: String?)
  /// Picture data is missing or wrong.
  ///
  /// `what` follows "JPEG data": "ends", "is damaged". The rows are stored ones; nil where no row can be named.
  case damaged(ImageFormat, what: String, library: String?, rowsRead: Int?, rowsDeclared: Int?)
  /// One of `DecodeLimits` was exceeded, seen before the memory or time was spent. `setting` is its name there.
  case limitExceeded(what: String, value: String?, limit: String, setting: String)
  /// The system could not read the input.
  case readFailed(errno: Int32)
  /// The input is no longer what was probed.
  case changedWhileRead
  /// A side is longer than the format can say.
  case sideTooLong(ImageFormat, side: Int, maximum: Int)
  /// A metadata block is larger than the format can hold.
  case metadataTooLarge(ImageFormat, block: String, bytes: Int, maximum: Int)
  /// The encoder's library gave up.
  case encodeFailed(ImageFormat, reason: String)
  case outOfMemory(ImageFormat)
}

extension CodecError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unsupportedFormat(let name, let hint):
      return name + (hint.map { "; \($0)" } ?? "")
    case .unsupportedVariant(let format, let what, let hint):
      return "\(format.displayName) \(what)" + (hint.map { "; \($0)" } ?? "")
    case .damaged(let format, let what, let library, let read, let declared):
      var text = "\(format.displayName) data \(what)"
      if let read, let declared, read < declared { text += " after \(grouped(read)) of \(grouped(declared)) rows" }
      if let library { text += " (\(format.library): \(library))" }
      return text
    case .limitExceeded(let what, let value, let limit, let setting):
      let excess = value.map { "\($0), the limit is \(limit)" } ?? "more than \(limit)"
      return "\(what): \(excess) (\(setting))"
    case .readFailed(let code):
      return "cannot be read: \(SystemError.text(of: code))"
    case .changedWhileRead:
      return "has changed while it was being read"
    case .sideTooLong(let format, let side, let maximum):
      return "\(format.displayName) holds at most \(grouped(maximum)) pixels a side, the picture has \(grouped(side))"
    case .metadataTooLarge(let format, let block, let bytes, let maximum):
      return "\(block) of \(grouped(bytes)) bytes does not fit into \(format.displayName), "
        + "which holds at most \(grouped(maximum))"
    case .encodeFailed(let format, let reason):
      return "\(format.displayName) could not be written (\(format.library): \(reason))"
    case .outOfMemory(let format):
      return "not enough memory for this \(format.displayName) picture"
    }
  }
}

extension CodecError {
  /// Whether the same may go well another time, without anybody mending the picture.
  public var isTransient: Bool {
    switch self {
    case .readFailed(let code): SystemError.isTransient(code)
    case .outOfMemory: true
    default: false
    }
  }
}
