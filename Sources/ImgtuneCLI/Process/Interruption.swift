import Glibc
import Jobs

/// Ends the process cleanly when it is told to stop.
///
/// The signals are blocked in every thread and taken by one that waits for them. It removes the files that are being
/// written and ends the process at once: finished files have their names already, unfinished ones have left no trace.
public enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// To be called before any other thread exists.
  public static func watch() {
    // Writing to a pipe that was closed must not end a run half-way; the write's own error is handled.
    signal(SIGPIPE, SIG_IGN)
    var mask = sigset_t()
    sigemptyset(&mask)
    // A signal that the caller had ignored, as nohup does, stays ignored.
    for number in signals where !isIgnored(number) { sigaddset(&mask, number) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, { _ in Interruption.wait() }, nil)
    precondition(code == 0, "no thread for signals")
    pthread_detach(thread)
  }

  private static func wait() -> UnsafeMutableRawPointer? {
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in signals { sigaddset(&mask, number) }
    var number: Int32 = 0
    while sigwait(&mask, &number) != 0 {}
    TemporaryFiles.shared.removeAll {
      // A reader that does not read must not hold up the end.
      var stream = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard poll(&stream, 1, 0) == 1 else { _exit(128 + number) }
      Terminal.error.clearStatus()
      Terminal.error.write("imgtune: interrupted; what was finished is kept, nothing is half-written\n")
      _exit(128 + number)
    }
    return nil
  }

  /// Ends a session whose output nobody reads any more: nobody would ever end it otherwise.
  static func endWithoutReader() {
    TemporaryFiles.shared.removeAll { _exit(128 + SIGPIPE) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
