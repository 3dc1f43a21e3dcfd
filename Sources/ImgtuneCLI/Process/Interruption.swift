import Files
import Jobs
import Platform

/// Ends the process cleanly when it is told to stop, or when nobody reads any more what it tells.
///
/// The signals are taken by a thread that waits for them. It removes the files that are being written and ends the process
/// at once: finished files have their names already, unfinished ones have left no trace.
public enum Interruption {
  /// Whether a closed pipe on standard output ends the process, as it does unless the caller ignores SIGPIPE.
  static let endsWithItsReader = !ProcessSignals.isIgnored(SIGPIPE)

  /// To be called before any other thread exists.
  ///
  /// - Throws: `ThreadError`.
  public static func watch() throws(ThreadError) { try ProcessSignals.take { end(by: $0) } }

  /// Ends the process as soon as nobody reads standard output, even while there is nothing to tell.
  static func watchReader() {
    guard endsWithItsReader else { return }
    // Without a thread to spare the next write finds it out.
    try? BackgroundThread().start {
      if Descriptor.standardOutput.waitForReadersEnd() { Interruption.end(by: SIGPIPE) }
    }
  }

  /// Ends the process as a signal would, after what is unfinished has been taken away.
  static func end(by number: Int32) -> Never {
    TemporaryFiles.shared.removeAll {
      // A reader that does not read must not hold up the end, and one that went away wants no words.
      guard number != SIGPIPE, Descriptor.standardError.takesBytesNow else { _exit(128 + number) }
      Terminal.error.clearStatus()
      Terminal.error.write("imgtune: interrupted; what was finished is kept, nothing is half-written\n")
      _exit(128 + number)
    }
    _exit(128 + number)
  }
}
