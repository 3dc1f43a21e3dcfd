import Files
import Platform
import SettingsKit
import Synchronization

/// Where a lab listens and who may come in.
package struct LabOptions: Sendable {
  package var host = "127.0.0.1"
  /// 0 takes any that is free.
  package var port: UInt16 = 8080
  /// What every request needs; made anew for each run, and needed for changes only, where it is `nil`.
  package var token: String?
  package var limits = ServerLimits()

  package init(host: String = "127.0.0.1", port: UInt16 = 8080, token: String? = nil) {
    self.host = host
    self.port = port
    self.token = token
  }
}

/// The local page: the settings screen made from a schema document and, where there are pictures, the picture side.
package final class LabServer: Sendable {
  private let server: HTTPServer
  private let following: Task<Void, Never>
  /// Where the page is, without a token.
  package let address: String

  /// Serves the settings alone.
  ///
  /// - Throws: `ServerProblem`.
  package convenience init(_ settings: any SettingsService, _ options: LabOptions) throws(ServerProblem) {
    try self.init(settings, options, features: [], assumptions: { _ in [:] })
  }

  /// - Throws: `ServerProblem`.
  init(
    _ settings: any SettingsService, _ options: LabOptions, features: [any LabFeature],
    assumptions: @escaping @Sendable (String) -> [String: String], events: EventHub = EventHub(),
    pages: @escaping @Sendable (String) -> HTTPResponse? = { _ in nil }
  ) throws(ServerProblem) {
    let library = try MicroHTTPD()
    let socket = try ListeningSocket(ListeningAddress(host: options.host, port: options.port))
    guard socket.isLoopback || options.token != nil else {
      socket.close()
      throw ServerProblem(
        sentence: "\(options.host) can be reached from other machines, so that the lab needs a token",
        hint: "give 16 letters or more with --token, or leave --host away")
    }
    let token = options.token ?? LabServer.makeToken()
    let admission = LabServer.admission(socket, options, token)
    let all = [SettingsFeature(settings: settings, assumptions: assumptions) as any LabFeature] + features
    let session = SessionFeature(token: options.token == nil ? token : nil, features: all)
    server = try HTTPServer(socket, library: library, admission: admission, limits: options.limits) {
      request, exchange in
      if let route = request.route {
        if route == ["events"], request.method == "GET" { return events.connect(exchange) }
        if session.handle(request, exchange) { return }
        for feature in all where feature.handle(request, exchange) { return }
      } else if let page = pages(request.path), request.method == "GET" {
        return exchange.respond(page)
      } else if request.method == "GET" || request.method == "HEAD", let asset = PageAsset.named(request.path) {
        return exchange.respond(HTTPResponse(200, asset.mediaType, .asset(asset)))
      }
      exchange.respond(.notFound)
    }
    events.attach(server)
    let isNumber = options.host.contains(":")
    address = "http://\(isNumber ? "[\(options.host)]" : options.host):\(socket.port)/"
    let revisions = settings.revisions()  // from now on, not from when the task begins
    following = labTask {
      for await revision in revisions {
        events.send("settings", key: "settings") { .object(["revision": .integer(revision)]) }
      }
    }
  }

  deinit { stop() }

  /// Ends the server and all connections.
  package func stop() {
    following.cancel()
    server.stop()
  }

  /// The port that it listens on.
  package var port: UInt16 { server.port }

  /// 128 bits that nobody can guess.
  static func makeToken() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<2).map { _ in
      let digits = String(generator.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// What this machine calls itself.
  private static func hostName() -> String? {
    let name = SystemNames.current.host.lowercased()
    return name.isEmpty ? nil : name
  }

  private static func admission(_ socket: ListeningSocket, _ options: LabOptions, _ token: String) -> RequestGuard {
    var hosts: Set = ["localhost", "127.0.0.1", "[::1]"]
    let own = options.host.lowercased()
    hosts.insert(own.contains(":") ? "[\(own)]" : own)
    if !socket.isLoopback, let name = hostName() { hosts.insert(name) }
    return RequestGuard(
      hosts: hosts, allowsNumbers: !socket.isLoopback, port: socket.port, token: token,
      protectsReading: options.token != nil)
  }
}
