import Platform

/// The system's error numbers, in words and by what can be done about them.
public enum SystemError {
  /// "no space left on device", as it stands inside a sentence.
  public static func text(of code: Int32) -> String {
    let text = String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  /// Whether the same may go well another time, without anybody mending the input: a full disk, a server that does not
  /// answer, memory or threads that are short.
  public static func isTransient(_ code: Int32) -> Bool {
    [EIO, ENOSPC, ESTALE, ENOMEM, EDQUOT, EAGAIN].contains(code)
  }

  /// What a person can do about a file that cannot be written or read.
  package static func advice(for code: Int32) -> String {
    switch code {
    case ENOSPC, EDQUOT: "free some space on that disk and try again; what was stored is still there"
    case EFBIG: "raise the limit on file sizes (ulimit -f) and try again; what was stored is still there"
    case EROFS: "the file system is read-only: store the settings elsewhere"
    case EACCES, EPERM: "see who owns the folder and the file and who may write there (ls -ld)"
    case ENOTDIR, ELOOP: "a part of the path is not a folder: correct the path"
    default: "what was stored is still there"
    }
  }
}
