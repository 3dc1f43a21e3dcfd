import Glibc
import Jobs

/// Ends the process cleanly when it is told to stop, or when nobody reads any more what it tells.
///
/// The signals are blocked in every thread and taken by one that waits for them. It removes the files that are being
/// written and ends the process at once: finished files have their names already, unfinished ones have left no trace.
public enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]

  /// Whether a closed pipe on standard output ends the process, as it does unless the caller ignores SIGPIPE.
  static let endsWithItsReader = !isIgnored(SIGPIPE)

  /// To be called before any other thread exists.
  public static func watch() {
    // Past a limit on the size of files, the write's own error is told.
    signal(SIGXFSZ, SIG_IGN)
    var mask = sigset_t()
    sigemptyset(&mask)
    // A signal that the caller had ignored, as nohup does, stays ignored. SIGPIPE is blocked like the others: a write to
    // a closed pipe then fails with an error of its own, and the writer knows what it was writing.
    for number in signals where !isIgnored(number) { sigaddset(&mask, number) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    inThread { _ in
      var mask = sigset_t()
      sigemptyset(&mask)
      for number in Interruption.signals { sigaddset(&mask, number) }
      var number: Int32 = 0
      while sigwait(&mask, &number) != 0 {}
      Interruption.end(by: number)
    }
  }

  /// Ends the process as soon as nobody reads standard output, even while there is nothing to tell.
  static func watchReader() {
    guard endsWithItsReader else { return }
    inThread { _ in
      // Without an event to wait for, a pipe only ever reports its closing.
      var stream = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
      while poll(&stream, 1, -1) < 0, errno == EINTR {}
      if stream.revents & Int16(POLLERR) != 0 { Interruption.end(by: SIGPIPE) }
      return nil
    }
  }

  /// Ends the process as a signal would, after what is unfinished has been taken away.
  static func end(by number: Int32) -> Never {
    TemporaryFiles.shared.removeAll {
      // A reader that does not read must not hold up the end, and one that went away wants no words.
      var stream = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      guard number != SIGPIPE, poll(&stream, 1, 0) == 1 else { _exit(128 + number) }
      Terminal.error.clearStatus()
      Terminal.error.write("imgtune: interrupted; what was finished is kept, nothing is half-written\n")
      _exit(128 + number)
    }
    _exit(128 + number)
  }

  private static func inThread(_ body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?) {
    var thread = pthread_t()
    let code = pthread_create(&thread, nil, body, nil)
    precondition(code == 0, "no thread for signals")
    pthread_detach(thread)
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
