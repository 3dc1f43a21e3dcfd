import Glibc

/// What the process tells its caller.
public enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  /// Some file failed.
  case someFailed = 1
  /// The command line or a configuration is wrong; nothing was done.
  case usage = 2
  /// A result is worse than a gate allows.
  case gateBroken = 3

  /// The code in a sentence, for the manual page.
  var meaning: String {
    switch self {
    case .done: "Everything was done."
    case .someFailed: "Some file failed and all others were done, or a check found something; the reason is told."
    case .usage: "The command line or a configuration is wrong; nothing was done."
    case .gateBroken: "A gate was broken: bench found something worse than --fail-on allows."
    }
  }
}

/// Runs the program and ends the process with its exit code.
///
/// An asynchronous `main` would hand the main thread to the dispatch library, which unblocks the signals that
/// `Interruption` waits for; so the main thread sleeps instead.
public func runToTheEnd(_ program: @escaping @Sendable () async -> ExitCode) -> Never {
  Task.detached { exit(await program().rawValue) }
  while true { pause() }
}
