import SettingsKit
import Synchronization

/// Where the parts of the lab send their events, whoever listens.
final class EventHub: Sendable {
  private struct WeakServer: Sendable {
    weak var server: HTTPServer?
  }

  private let server = Mutex(WeakServer())

  func attach(_ server: HTTPServer) { self.server.withLock { $0.server = server } }

  /// - Parameters:
  ///   - key: Of two events with one key that wait to be sent, only the newer is.
  ///   - data: Made when the event is sent.
  func send(_ name: String, key: String, _ data: @escaping @Sendable () -> JSONValue) {
    server.withLock { $0.server }?.broadcast(EventStream.Event(name: name, key: key, data: data))
  }

  /// Answers with the stream; its first event says that everything is to be read anew.
  func connect(_ exchange: HTTPExchange) {
    guard let server = server.withLock({ $0.server }) else { return exchange.respond(.failure(503, "not yet")) }
    server.stream(exchange, first: [EventStream.Event(name: "hello", key: "hello", data: { .object([]) })])
  }
}
