import Platform

/// A step on a file that failed.
public struct FileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What failed, to stand after "cannot": "read".
  public var action: String
  public var path: FilePath
  /// The system's number, also where the reason is told in words of our own.
  public var code: Int32
  /// In place of the system's words.
  private var ownReason: String?

  public init(_ action: String, _ path: FilePath, _ code: Int32, because reason: String? = nil) {
    self.action = action
    self.path = path
    self.code = code
    ownReason = reason
  }

  /// "no such file or directory", as it stands inside a sentence.
  public var reason: String { ownReason ?? SystemError.text(of: code) }

  public var description: String { "cannot \(action) \(path): \(reason)" }

  /// Whether nothing is there, as opposed to something that cannot be looked at.
  public var isAbsence: Bool { code == ENOENT }
  public var isTransient: Bool { SystemError.isTransient(code) }
}

extension FileError {
  /// A link where a folder was wanted, below a folder that nothing may lead out of.
  static func linkedFolder(_ action: String, _ link: FilePath) -> FileError {
    FileError(
      action, link, ELOOP,
      because: "it is a link, and results are not written through links; --follow-links on the command line allows it")
  }

  /// Something that is not what was wanted: a folder, a pipe, a device.
  static func notAFile(_ action: String, _ path: FilePath, _ kind: FileStatus.Kind) -> FileError {
    FileError(action, path, kind == .folder ? EISDIR : EINVAL, because: "it is \(kind.description), not a file")
  }

  /// More bytes than are taken.
  static func tooLarge(_ path: FilePath, _ count: Int?, limit: Int) -> FileError {
    let has = count.map { "\($0)" } ?? "more than \(limit)"
    return FileError("read", path, EFBIG, because: "it has \(has) bytes, and at most \(limit) are read")
  }
}
