import Files
import Platform

/// Why settings could not be stored or read.
public struct StorageError: Error, Sendable, Equatable {
  public enum Cause: Sendable, Equatable {
    /// A system call failed with this `errno`.
    case system(Int32)
    /// The path names a folder, a pipe or a device.
    case notAFile
    /// More bytes than settings can have.
    case tooLarge
    case newerVersion(Int)
    /// The record would not read back as it is.
    case notStorable(String)
  }

  public var cause: Cause
  /// The file or folder that the failing step was about.
  public var path: String
  /// What failed, to stand behind "cannot": "write".
  public var action: String

  public init(_ cause: Cause, path: String, action: String = "write") {
    self.cause = cause
    self.path = path
    self.action = action
  }

  init(_ error: FileError) {
    path = error.path.losslessText
    action = error.action
    switch (error.action, error.code) {
    case ("read", EISDIR), ("read", EINVAL): cause = .notAFile
    case ("read", EFBIG): cause = .tooLarge
    default: cause = .system(error.code)
    }
  }

  /// What the system or the form said: "no space left on device".
  public var reason: String {
    switch cause {
    case .system(let code): SystemError.text(of: code)
    case .notAFile: "it is not a regular file"
    case .tooLarge: "it has more bytes than settings can have"
    case .newerVersion(let version):
      "a newer version wrote it (format \(version), this program knows \(StoredSettings.currentVersion))"
    case .notStorable(let reason): reason
    }
  }

  /// What to try.
  public var hint: String {
    switch cause {
    case .system(let code): SystemError.advice(for: code)
    case .notAFile: "give the path of a file, or move what is there out of the way"
    case .tooLarge: "move it out of the way to start over"
    case .newerVersion: "update this program, or move the file away to begin anew"
    case .notStorable: "store another value"
    }
  }
}

extension StorageError {
  /// Whether the same may go well another time, such as on a disk that was full.
  public var isTransient: Bool { if case .system(let code) = cause { SystemError.isTransient(code) } else { false } }
}

extension StorageError: CustomStringConvertible {
  /// "cannot write /home/a/settings.json: no space left on device; free some space …"
  public var description: String { "cannot \(action) \(path): \(reason); \(hint)" }
}
