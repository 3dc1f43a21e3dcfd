import CMicroHTTPD
import Platform
import SettingsKit
import Synchronization

/// One client's server-sent events.
///
/// What waits to be sent is bounded: an event takes the place of an earlier one with the same key that still waits, and
/// a client that lets too many different ones pile up is let go; it comes back and reads everything anew.
final class EventStream: Sendable {
  struct Event: Sendable {
    /// What it is called on the page.
    var name: String
    /// Of two with one key only the newer is sent.
    var key: String
    var data: @Sendable () -> JSONValue
  }

  private struct State {
    var waiting: [Event] = []
    /// What is being sent.
    var bytes: ArraySlice<UInt8> = []
    var isAsleep = false
    var isOver = false
  }

  private static let maximumWaiting = 1_000

  private let connection: UInt
  private let library: MicroHTTPD
  private let state = Mutex(State())

  init(on exchange: HTTPExchange, library: MicroHTTPD) {
    connection = exchange.connection
    self.library = library
  }

  func send(_ event: Event) {
    change { state in
      if let index = state.waiting.firstIndex(where: { $0.key == event.key }) { state.waiting.remove(at: index) }
      state.waiting.append(event)
      if state.waiting.count > EventStream.maximumWaiting { state.isOver = true }
    }
  }

  /// A line that means nothing, by which it is noticed when a client has gone.
  func beat() { change { if $0.bytes.isEmpty { $0.bytes = ArraySlice(Array(":\n\n".utf8)) } } }

  func end() { change { $0.isOver = true } }

  /// To be called when the connection is gone: it must not be woken any more.
  func disconnect() {
    state.withLock { state in
      state.isAsleep = false
      state.isOver = true
    }
  }

  private func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      guard state.isAsleep else { return }
      state.isAsleep = false
      library.resume(connection)
    }
  }

  /// What the library asks for the next bytes with; it puts the connection to sleep where there are none.
  ///
  /// - Returns: The number of bytes; `nil` at the end.
  func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
    state.withLock { state in
      if state.isOver { return nil }
      if state.bytes.isEmpty, !state.waiting.isEmpty {
        let event = state.waiting.removeFirst()
        state.bytes = ArraySlice(Array("event: \(event.name)\ndata: \(event.data().compactText)\n\n".utf8))
      }
      guard !state.bytes.isEmpty else {
        state.isAsleep = true
        library.suspend(connection)
        return 0
      }
      let part = state.bytes.prefix(buffer.count)
      buffer.copyBytes(from: part)
      state.bytes = state.bytes.dropFirst(part.count)
      return part.count
    }
  }
}
