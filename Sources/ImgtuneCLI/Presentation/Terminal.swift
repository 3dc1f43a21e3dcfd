import Files
import Jobs
import Platform
import Synchronization

/// A standard stream of the process.
///
/// Data goes to `output`, progress and notes to `error`. Where the error stream is a terminal its last line can be a
/// status that other lines push down.
public final class Terminal: Sendable {
  public static let output = Terminal(.standardOutput)
  public static let error = Terminal(.standardError)

  private let descriptor: Descriptor
  private let firstFailure = Mutex<FileError?>(nil)
  private let status = Mutex("")
  public let isTerminal: Bool

  private init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
    isTerminal = descriptor.isTerminal
  }

  /// Why something of what was told did not get through; `nil` where all did.
  var failure: FileError? { firstFailure.withLock { $0 } }

  /// The width in columns; 100 where there is no terminal to ask.
  public var columns: Int { descriptor.terminalColumns ?? 100 }

  /// Writes a text. That it cannot be written is remembered in `failure`, but for standard output that nobody reads any
  /// more: as with other programs, that ends the process.
  public func write(_ text: String) {
    do throws(FileError) { try descriptor.write(LosslessText.bytes(of: text)) } catch {
      guard error.code == EPIPE else { return firstFailure.withLock { $0 = $0 ?? error } }
      // A caller that ignores the signal does not care whether anybody reads.
      if descriptor === Descriptor.standardOutput, Interruption.endsWithItsReader { Interruption.end(by: SIGPIPE) }
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
