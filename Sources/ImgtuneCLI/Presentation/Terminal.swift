import Glibc
import Jobs
import Synchronization

/// A standard stream of the process.
///
/// Data goes to `output`, progress and notes to `error`. Where the error stream is a terminal its last line can be a
/// status that other lines push down.
public final class Terminal: Sendable {
  public static let output = Terminal(STDOUT_FILENO)
  public static let error = Terminal(STDERR_FILENO)

  private let descriptor: Int32
  private let status = Mutex("")
  public let isTerminal: Bool

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// The width in columns; 100 where there is no terminal to ask.
  public var columns: Int {
    var size = winsize()
    return isTerminal && ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 100
  }

  /// Writes a text. What cannot be written is dropped, but for standard output that nobody reads any more: as with
  /// other programs, that ends the process.
  public func write(_ text: String) {
    var bytes = LosslessText.bytes(of: text)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress!, $0.count) }
      if count < 0, errno == EPIPE, descriptor == STDOUT_FILENO, Interruption.endsWithItsReader {
        Interruption.end(by: SIGPIPE)
      }
      if count < 0, errno != EINTR { return }
      bytes = bytes.dropFirst(max(0, count))
    }
  }

  /// Shows a line that stays below everything until it is replaced; nothing where this is no terminal.
  public func show(status text: String) {
    guard isTerminal else { return }
    status.withLock { status in
      status = text
      write("\r\u{1B}[K" + text)
    }
  }

  /// Takes the status line away.
  public func clearStatus() {
    guard isTerminal else { return }
    status.withLock { status in
      if !status.isEmpty { write("\r\u{1B}[K") }
      status = ""
    }
  }
}
