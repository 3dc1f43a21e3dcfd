import CMicroHTTPD
import Files
import Platform
import Synchronization
import Watching

/// Takes requests in, one thread for all connections, and sends what the handler answers.
///
/// A handler that cannot answer at once lets its connection sleep and answers from another thread, so that slow work
/// and slow clients hold up nobody.
final class HTTPServer: Sendable {
  typealias Handler = @Sendable (HTTPRequest, HTTPExchange) -> Void

  let port: UInt16
  private let library: MicroHTTPD
  private let limits: ServerLimits
  private let admission: RequestGuard
  private let handler: Handler
  private let connections: ConnectionTable
  private let exchanges = Mutex<[ObjectIdentifier: HTTPExchange]>([:])
  private let streams = Mutex<[ObjectIdentifier: EventStream]>([:])
  private let daemon = Mutex<UInt>(0)
  private let wakePipe: WakePipe
  private let housekeeper = BackgroundThread()
  private let isStopping = Atomic(false)

  /// Begins to serve.
  ///
  /// - Parameter handler: Asked on the server's only thread; what takes longer than a millisecond belongs elsewhere.
  /// - Throws: `ServerProblem`.
  init(
    _ socket: ListeningSocket, library: MicroHTTPD, admission: RequestGuard, limits: ServerLimits,
    handler: @escaping Handler
  ) throws(ServerProblem) {
    self.library = library
    self.limits = limits
    self.admission = admission
    self.handler = handler
    port = socket.port
    connections = ConnectionTable(limits)
    do { wakePipe = try WakePipe() } catch { throw ServerProblem(sentence: "\(error)") }
    let options = cmhd_options(
      connection_limit: UInt32(limits.connections), timeout_seconds: UInt32(limits.idleSeconds),
      connection_memory: 32_768,
      listening_socket: socket.descriptor, handle: handleRequest, completed: completeRequest,
      connection: noteConnection, context: Unmanaged.passUnretained(self).toOpaque())
    guard let started = library.start(options) else {
      let code = errno
      socket.close()
      throw ServerProblem(
        sentence: code == EAGAIN
          ? "\(ThreadError(code: code))" : "the server does not start: \(SystemError.text(of: code))",
        isTransient: SystemError.isTransient(code))
    }
    daemon.withLock { $0 = UInt(bitPattern: started) }
    do { try housekeeper.start { [weak self, wakePipe] in HTTPServer.keepHouse(wakePipe) { self } } } catch {
      throw ServerProblem(sentence: "\(error)", isTransient: true)
    }
  }

  deinit { stop() }

  /// Ends all connections and the server. May be called again.
  func stop() {
    let started = daemon.withLock { daemon in
      defer { daemon = 0 }
      return daemon
    }
    guard let pointer = OpaquePointer(bitPattern: started) else { return }
    isStopping.store(true, ordering: .sequentiallyConsistent)
    wakePipe.wake()
    housekeeper.join()
    // A connection that sleeps must be woken before the library may be stopped.
    for stream in streams.withLock({ Array($0.values) }) { stream.end() }
    for exchange in exchanges.withLock({ Array($0.values) }) { exchange.respond(.failure(503, "the server ends")) }
    library.stop(pointer)
  }

  // MARK: Events

  /// Answers with a stream of events, or refuses where there are too many.
  func stream(_ exchange: HTTPExchange, first: [EventStream.Event]) {
    let stream = EventStream(on: exchange, library: library)
    let id = ObjectIdentifier(stream)
    let fits = streams.withLock { streams in
      guard streams.count < limits.streams, !isStopping.load(ordering: .sequentiallyConsistent) else { return false }
      streams[id] = stream
      return true
    }
    guard fits else { return exchange.respond(.failure(503, "too many pages are open")) }
    for event in first { stream.send(event) }
    exchange.whenOver { [weak self] in
      stream.disconnect()
      _ = self?.streams.withLock { $0.removeValue(forKey: id) }
    }
    exchange.answer(.stream(stream))
  }

  /// Sends an event to everybody who listens.
  func broadcast(_ event: EventStream.Event) {
    for stream in streams.withLock({ Array($0.values) }) { stream.send(event) }
  }

  // MARK: Housekeeping

  private static func keepHouse(_ wakePipe: WakePipe, server: () -> HTTPServer?) {
    var turns = 0
    while true {
      _ = wakePipe.sleep(timeout: .milliseconds(500))
      guard let server = server(), !server.isStopping.load(ordering: .sequentiallyConsistent) else { return }
      server.connections.sweep()
      turns += 1
      if turns % 20 == 0 { for stream in server.streams.withLock({ Array($0.values) }) { stream.beat() } }
    }
  }

  // MARK: What the library tells, on its own thread

  fileprivate func handle(
    _ connection: OpaquePointer, _ method: String, _ path: String, _ upload: UnsafePointer<CChar>?,
    _ uploadSize: UnsafeMutablePointer<Int>, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = slot.pointee else { return begin(connection, method, path, slot) }
    let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
    if uploadSize.pointee > 0 {
      let bytes = UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
      uploadSize.pointee = 0
      // Who sends more than was announced and allowed is no client of ours.
      return exchange.receive(bytes, limit: limits.bodyBytes) ? .YES : .NO
    }
    if exchange.ask() {
      connections.entered(.working, exchange.connection)
      handler(exchange.request, exchange)
    }
    guard let answer = exchange.answerOrSleep() else { return .YES }
    return send(answer, connection)
  }

  private func begin(
    _ connection: OpaquePointer, _ method: String, _ path: String,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    var request = HTTPRequest(method: method, path: path, query: [:], headers: [:])
    for (name, value) in library.values(.HEADER_KIND, of: connection) {
      request.headers[name.lowercased(), default: []].append(value)
    }
    for (name, value) in library.values(.GET_ARGUMENT_KIND, of: connection) where request.query[name] == nil {
      request.query[name] = value
    }
    let exchange = HTTPExchange(request, connection: UInt(bitPattern: connection), library: library)
    slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
    exchanges.withLock { $0[ObjectIdentifier(exchange)] = exchange }
    connections.entered(.receiving, exchange.connection)
    // Answered before the body is read: the library then closes the connection.
    if let refusal = refusal(request) { return send(.response(refusal), connection) }
    return .YES
  }

  private func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    if isStopping.load(ordering: .sequentiallyConsistent) { return .failure(503, "the server ends") }
    guard ["GET", "HEAD", "POST", "PATCH", "DELETE"].contains(request.method) else {
      return .failure(405, "there is no such method here")
    }
    if let refusal = admission.refusal(request) { return refusal }
    let announced = request.headers["content-length"].map { $0.count == 1 ? Int($0[0]) ?? .max : .max } ?? 0
    if announced > limits.bodyBytes {
      return .failure(413, "at most \(limits.bodyBytes >> 20) MiB are taken at once")
    }
    return nil
  }

  private func send(_ answer: HTTPExchange.Answer, _ connection: OpaquePointer) -> MHD_Result {
    if case .stream = answer {
      connections.entered(.streaming, UInt(bitPattern: connection))
    } else {
      connections.entered(.answering, UInt(bitPattern: connection))
    }
    return library.queue(answer, on: connection, headers: HTTPServer.securityHeaders)
  }

  fileprivate func complete(_ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>) {
    guard let known = slot.pointee else { return }
    slot.pointee = nil
    let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeRetainedValue()
    _ = exchanges.withLock { $0.removeValue(forKey: ObjectIdentifier(exchange)) }
    connections.entered(.waiting, exchange.connection)
    exchange.end()
  }

  fileprivate func note(_ connection: OpaquePointer, isNew: Bool) {
    let id = UInt(bitPattern: connection)
    if isNew { connections.opened(id, library.socket(of: connection)) } else { connections.closed(id) }
  }

  /// What stands on every answer: nothing but this server's own files runs or is shown, nobody may embed it, nothing is
  /// guessed, and nothing of it is kept.
  private static let securityHeaders: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
      base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    ),
    ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
  ]
}

// MARK: The library's callbacks

private func server(_ context: UnsafeMutableRawPointer?) -> HTTPServer {
  Unmanaged<HTTPServer>.fromOpaque(context!).takeUnretainedValue()
}

private let handleRequest: MHD_AccessHandlerCallback = { context, connection, path, method, _, upload, size, slot in
  guard let connection, let path, let method, let size, let slot else { return .NO }
  return server(context).handle(
    connection, String(cString: method), String(cString: path), upload, size, slot)
}

private let completeRequest: MHD_RequestCompletedCallback = { context, _, slot, _ in
  if let slot { server(context).complete(slot) }
}

private let noteConnection: MHD_NotifyConnectionCallback = { context, connection, _, code in
  if let connection { server(context).note(connection, isNew: code == .CONNECTION_NOTIFY_STARTED) }
}
