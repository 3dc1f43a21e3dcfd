import Platform
import Synchronization

/// The connections that are open, and how long each is waited for.
///
/// The library ends a connection on which nothing happens. It waits for ever for one that sends a byte now and then,
/// and one client can take every connection there is. So a request has to be complete within a time, an answer to be
/// taken within another, and when connections become scarce, those that wait for a request are ended, oldest first.
final class ConnectionTable: Sendable {
  private struct Entry {
    var descriptor: Int32
    var since: ContinuousClock.Instant
    var phase = Phase.waiting
    /// Seen without anything to come any more.
    var isOver = false
  }

  enum Phase {
    /// For a request to begin, or for its headers.
    case waiting
    /// For the rest of a request.
    case receiving
    /// The request is being worked on.
    case working
    /// The answer is being sent.
    case answering
    /// A stream that has no end.
    case streaming
  }

  private let entries = Mutex<[UInt: Entry]>([:])
  private let clock = ContinuousClock()
  private let limits: ServerLimits

  init(_ limits: ServerLimits) { self.limits = limits }

  func opened(_ id: UInt, _ descriptor: Int32) {
    entries.withLock { entries in
      if entries.count >= limits.connections * 3 / 4,
        let oldest = entries.filter({ $0.value.phase == .waiting }).min(by: { $0.value.since < $1.value.since })
      {
        end(oldest.value)
        // Not twice: the library takes its time to notice.
        entries[oldest.key]?.phase = .working
      }
      entries[id] = Entry(descriptor: descriptor, since: clock.now)
    }
  }

  /// To be called before the descriptor is closed and its number may be another connection's.
  func closed(_ id: UInt) { _ = entries.withLock { $0.removeValue(forKey: id) } }

  func entered(_ phase: Phase, _ id: UInt) {
    entries.withLock { entries in
      entries[id]?.phase = phase
      entries[id]?.since = clock.now
      entries[id]?.isOver = false
    }
  }

  /// Ends the connections that took too long, and those whose client said its last word in the middle of a request: the
  /// library does not notice an end that comes along with bytes.
  func sweep() {
    entries.withLock { entries in
      for (id, entry) in entries {
        let limit: Double? =
          switch entry.phase {
          case .waiting: limits.headerSeconds
          case .receiving: limits.requestSeconds
          case .answering: limits.answerSeconds
          case .working, .streaming: nil
          }
        if let limit, clock.now - entry.since > .seconds(limit) { end(entry) }
        guard entry.phase == .waiting || entry.phase == .receiving, ConnectionTable.isOver(entry.descriptor) else {
          continue
        }
        // At the second look, since the first may fall between the last byte and the work on it.
        if entry.isOver { end(entry) } else { entries[id]?.isOver = true }
      }
    }
  }

  /// Whether nothing is left to read, nor will ever be.
  private static func isOver(_ descriptor: Int32) -> Bool {
    var byte: UInt8 = 0
    return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
  }

  /// The library notices and closes it.
  private func end(_ entry: Entry) { shutdown(entry.descriptor, Int32(SHUT_RDWR)) }
}
