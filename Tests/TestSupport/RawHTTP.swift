import Foundation

/// HTTP by hand, so that a test can say anything: whole requests, halves, and what no client would send.
///
/// Nothing here sleeps; every wait has a deadline.
public final class RawHTTP {
  public struct Answer: Sendable {
    public var status: Int
    /// By lower-case name; of a name that stands there twice the last.
    public var headers: [String: String]
    public var body: [UInt8]

    public var text: String { String(decoding: body, as: UTF8.self) }
    public var json: Any? { try? JSONSerialization.jsonObject(with: Data(body), options: .fragmentsAllowed) }
    public var object: [String: Any] { json as? [String: Any] ?? [:] }
  }

  private let descriptor: Int32
  private let seconds: Int
  private var buffer: [UInt8] = []

  /// Connects to a port of this machine; `nil` where nobody listens.
  public init?(port: UInt16, seconds: Int = 120) {
    self.seconds = seconds
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return nil }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Sends bytes as they are.
  ///
  /// - Returns: Whether the other side took them.
  @discardableResult public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends a text together with the word that nothing more will be sent, in one packet.
  public func finish(sending text: String) {
    _ = Array(text.utf8).withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_MORE))
    }
    finishSending()
  }

  /// Says that nothing more will be sent.
  public func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Whether the other side closes the connection, whatever it sends before, within the connection's patience.
  public func isClosed() -> Bool {
    var block = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(descriptor, &block, block.count, 0)
      if count == 0 { return true }
      if count < 0 { return errno == ECONNRESET }
    }
  }

  /// The next answer; `nil` where the connection ends before it is whole or nothing comes in time.
  ///
  /// - Parameter isHead: Whether it answers `HEAD`, so that no body follows whatever length it tells.
  public func answer(isHead: Bool = false) -> Answer? {
    guard let end = read(until: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: buffer[..<end], as: UTF8.self).components(separatedBy: "\r\n")
    buffer.removeFirst(end + 4)
    let words = head[0].split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]) else { return nil }
    var headers: [String: String] = [:]
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    var answer = Answer(status: status, headers: headers, body: [])
    if isHead { return answer }
    if headers["transfer-encoding"]?.lowercased() == "chunked" {
      while let line = read(until: Array("\r\n".utf8)) {
        guard let count = Int(String(decoding: buffer[..<line], as: UTF8.self), radix: 16) else { return nil }
        buffer.removeFirst(line + 2)
        guard read(count: count + 2) else { return nil }
        answer.body += buffer[..<count]
        buffer.removeFirst(count + 2)
        if count == 0 { return answer }
      }
      return nil
    }
    guard let count = headers["content-length"].flatMap(Int.init) else { return answer }
    guard read(count: count) else { return nil }
    answer.body = Array(buffer[..<count])
    buffer.removeFirst(count)
    return answer
  }

  /// Reads on until what came holds `mark`, or the connection's patience is over.
  ///
  /// - Returns: Where it begins.
  public func read(until mark: [UInt8]) -> Int? {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while true {
      if let range = buffer.firstRange(of: mark) { return range.lowerBound }
      // A stream's beats would put off the socket's own patience for ever.
      guard ContinuousClock.now < deadline, fill() else { return nil }
    }
  }

  /// Everything that came and was not taken yet.
  public var received: String { String(decoding: buffer, as: UTF8.self) }

  private func read(count: Int) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while buffer.count < count { guard ContinuousClock.now < deadline, fill() else { return false } }
    return true
  }

  private func fill() -> Bool {
    var block = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &block, block.count, 0)
    guard count > 0 else { return false }
    buffer += block.prefix(count)
    return true
  }
}

/// Requests to a server of this machine, as its own page would make them.
public struct HTTPClient: Sendable {
  public let port: UInt16
  public var headers: [String: String]

  public init(port: UInt16, headers: [String: String] = [:]) {
    self.port = port
    self.headers = headers
  }

  /// One request on a connection of its own.
  public func callAsFunction(
    _ method: String, _ path: String, _ body: [UInt8]? = nil, headers more: [String: String] = [:]
  ) -> RawHTTP.Answer? {
    guard let connection = RawHTTP(port: port) else { return nil }
    return send(method, path, body, headers: more, on: connection)
  }

  /// One request on a connection that stays.
  public func send(
    _ method: String, _ path: String, _ body: [UInt8]? = nil, headers more: [String: String] = [:],
    on connection: RawHTTP
  ) -> RawHTTP.Answer? {
    var all = ["Host": "127.0.0.1:\(port)"].merging(headers) { $1 }
    if let body { all["Content-Length"] = String(body.count) }
    all.merge(more) { $1 }
    let head = "\(method) \(path) HTTP/1.1\r\n" + all.map { "\($0.key): \($0.value)\r\n" }.joined() + "\r\n"
    connection.send(Array(head.utf8) + (body ?? []))
    return connection.answer(isHead: method == "HEAD")
  }

  /// A JSON document there, and one back.
  public func json(
    _ method: String, _ path: String, _ body: Any? = nil, headers more: [String: String] = [:]
  ) -> RawHTTP.Answer? {
    let bytes = body.map { (try? JSONSerialization.data(withJSONObject: $0)).map { [UInt8]($0) } ?? [] }
    return self(method, path, bytes, headers: ["Content-Type": "application/json"].merging(more) { $1 })
  }
}

/// A port that nobody has at this moment.
public func freePort() -> UInt16 {
  let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(descriptor) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  return withUnsafeMutablePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      precondition(bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0)
    }
    return UInt16(bigEndian: pointer.pointee.sin_port)
  }
}
