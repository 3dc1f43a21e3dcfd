import SettingsKit

/// `session`: what a page needs to begin, and to go on after the server was restarted.
struct SessionFeature: LabFeature {
  /// The token for changes; `nil` where the person has to bring it.
  let token: String?
  let features: [any LabFeature]
  /// Tells one run of the server from another.
  let run = String(UInt64.random(in: 0 ... .max), radix: 36)

  var facts: [JSONMember] { [] }

  func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
    guard request.method == "GET", request.route == ["session"] else { return false }
    let own = [JSONMember("run", .string(run))] + (token.map { [JSONMember("token", .string($0))] } ?? [])
    exchange.respond(.json(.object(own + features.flatMap(\.facts))))
    return true
  }
}
