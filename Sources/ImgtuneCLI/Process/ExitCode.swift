import Files
import Platform

/// What the process tells its caller.
public enum ExitCode: Int32, Sendable, CaseIterable {
  case done = 0
  /// Some file failed.
  case someFailed = 1
  /// The command line or a configuration is wrong; nothing was done.
  case usage = 2
  /// A result is worse than a gate allows.
  case gateBroken = 3
  /// What failed may go well another time: EX_TEMPFAIL of sysexits.h.
  case tryAgain = 75

  /// The code in a sentence, for the manual page.
  var meaning: String {
    switch self {
    case .done: "Everything was done."
    case .someFailed: "Some file failed and all others were done, or a check found something; the reason is told."
    case .usage: "The command line or a configuration is wrong; nothing was done."
    case .gateBroken: "A gate was broken: bench found something worse than --fail-on allows."
    case .tryAgain:
      """
      Something failed for want of disk space, memory, threads or an answer of a file server, and nothing for another reason; \
      trying again may help.
      """
    }
  }
}

/// Runs the program and ends the process with its exit code.
///
/// An asynchronous `main` would hand the main thread to the dispatch library, which unblocks the signals that
/// `Interruption` waits for; so the main thread sleeps instead.
public func runToTheEnd(_ program: @escaping @Sendable () async -> ExitCode) -> Never {
  Task.detached { endProcess(await program()) }
  ProcessSignals.sleepForever()
}

/// Ends the process, with an error in place of `code` where what it had to tell did not reach its reader.
public func endProcess(_ code: ExitCode) -> Never {
  var code = code
  if let failure = Terminal.output.failure {
    Terminal.error.write("imgtune: \(failure)\n")
    if code == .done { code = failure.isTransient ? .tryAgain : .someFailed }
  }
  exit(code.rawValue)
}
