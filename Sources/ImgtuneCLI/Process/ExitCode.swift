import Glibc

/// What the process tells its caller.
public enum ExitCode: Int32, Sendable {
  case done = 0
  /// Some file failed.
  case someFailed = 1
  /// The command line or a configuration is wrong; nothing was done.
  case usage = 2
}

/// Ends the process.
public func finish(with code: ExitCode) -> Never { exit(code.rawValue) }
