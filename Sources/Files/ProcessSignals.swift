import Platform

/// The signals that end a process, taken by a thread that waits for them.
public enum ProcessSignals {
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGPIPE]

  /// Blocks the signals that end the process in every thread and has a thread of its own wait for them.
  ///
  /// A signal that the caller had ignored, as nohup does, stays ignored. SIGPIPE is blocked like the others: a write to a
  /// closed pipe then fails with an error of its own, and the writer knows what it was writing. To be called before any
  /// other thread exists.
  ///
  /// - Parameter end: Called with the first one's number, and must end the process.
  /// - Throws: `ThreadError`.
  public static func take(_ end: @escaping @Sendable (Int32) -> Never) throws(ThreadError) {
    // Past a limit on the size of files, the write's own error is told.
    signal(SIGXFSZ, SIG_IGN)
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in ending where !isIgnored(number) { sigaddset(&mask, number) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    try BackgroundThread().start {
      var mask = sigset_t()
      sigemptyset(&mask)
      for number in ProcessSignals.ending { sigaddset(&mask, number) }
      var number: Int32 = 0
      while sigwait(&mask, &number) != 0 {}
      end(number)
    }
  }

  public static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Sleeps for good: for a main thread that others end the process of.
  public static func sleepForever() -> Never { while true { pause() } }
}

/// What becomes of a stream's other end.
extension Descriptor {
  /// Waits until nobody reads a pipe any more, even while nothing is written to it.
  ///
  /// - Returns: Whether that was the reason to return; for files and terminals there is none to wait for.
  public func waitForReadersEnd() -> Bool {
    // Without an event to wait for, a pipe only ever reports its closing.
    var stream = pollfd(fd: number, events: 0, revents: 0)
    while poll(&stream, 1, -1) < 0, errno == EINTR {}
    return stream.revents & Int16(POLLERR) != 0
  }

  /// Whether a write would go on at once.
  public var takesBytesNow: Bool {
    var stream = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    return poll(&stream, 1, 0) == 1
  }

  public var isTerminal: Bool { isatty(number) == 1 }

  /// The width of a terminal in columns; `nil` where this is none.
  public var terminalColumns: Int? {
    var size = winsize()
    return isTerminal && ioctl(number, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }
}
