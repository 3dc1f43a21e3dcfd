/// Decides which requests are let in at all, before anything is looked up or read.
///
/// A page of another site must neither read what this server knows nor change it, also where its name was made to
/// lead to this machine: the host has to be this server's own, and where a browser says which page asks, that page has
/// to be this server's too. What changes something needs the token of this run, which only this server's page can read.
struct RequestGuard: Sendable {
  /// The names that the server may be called by, lower case, without a port.
  let hosts: Set<String>
  /// Whether any number is a name for it: numbers cannot be made to lead elsewhere.
  let allowsNumbers: Bool
  let port: UInt16
  /// What changes need.
  let token: String
  /// Whether reading needs it too.
  let protectsReading: Bool

  /// Why a request is not let in; `nil` where it is.
  func refusal(_ request: HTTPRequest) -> HTTPResponse? {
    guard let host = request.header("host"), isOwn(host) else {
      return .failure(421, "this server is not called that")
    }
    if let origins = request.headers["origin"] {
      guard origins.count == 1, origins[0].lowercased() == "http://" + host.lowercased() else {
        return .failure(403, "a page of another site asks")
      }
    }
    if !isOfThisSite(request) { return .failure(403, "a page of another site asks") }
    let isReading = request.method == "GET" || request.method == "HEAD"
    let needsToken = !isReading || protectsReading && request.path.hasPrefix("/api/")
    guard needsToken else { return nil }
    guard let given = request.header("x-lab-token"), isEqual(given, token) else {
      return .failure(401, protectsReading ? "the token is missing or wrong" : "the page is of an earlier run")
    }
    return nil
  }

  /// Browsers say where a request comes from. The page itself may be come to from anywhere; it shows nothing by itself.
  private func isOfThisSite(_ request: HTTPRequest) -> Bool {
    guard let sites = request.headers["sec-fetch-site"] else { return true }
    if sites == ["same-origin"] || sites == ["none"] { return true }
    return request.path == "/" && request.method == "GET" && request.header("sec-fetch-dest") == "document"
      && request.header("sec-fetch-mode") == "navigate"
  }

  private func isOwn(_ host: String) -> Bool {
    guard let (name, port) = RequestGuard.split(host), port ?? 80 == self.port else { return false }
    return hosts.contains(name) || allowsNumbers && RequestGuard.isNumber(name)
  }

  /// The name and the port of a Host header; IPv6 addresses keep their brackets.
  static func split(_ host: String) -> (name: String, port: UInt16?)? {
    let host = host.lowercased()
    guard let colon = host.lastIndex(of: ":"), host.last != "]" else { return (host, nil) }
    let digits = host[host.index(after: colon)...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits) else {
      return nil
    }
    return (String(host[..<colon]), port)
  }

  /// Four decimal numbers, or hexadecimal ones in brackets.
  private static func isNumber(_ name: String) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.dropFirst().dropLast().utf8.allSatisfy { "0123456789abcdef:.".utf8.contains($0) }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }

  /// Takes the same time wherever two texts of one length differ.
  private func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
