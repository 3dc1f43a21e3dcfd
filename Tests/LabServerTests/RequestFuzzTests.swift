import LabServer
import TestSupport
import Testing

/// Requests that no client would send: the server answers or hangs up, and goes on.
struct RequestFuzzTests {
  /// Always the same draws.
  private struct Draws: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state ^ state >> 33) &* 0xFF51_AFD7_ED55_8CCD
    }
  }

  @Test func fiveThousandMutatedRequestsLeaveTheServerWell() throws {
    // What ends in the middle of a head is hung up on when the head's time is over.
    var limits = ServerLimits()
    limits.headerSeconds = 0.2
    limits.requestSeconds = 0.2
    let page = try LampPage(limits)
    let token = page.client.headers["X-Lab-Token"]!
    let own = "Host: 127.0.0.1:\(page.server.port)\r\nX-Lab-Token: \(token)\r\n"
    let seeds = [
      "GET /api/state?picture=0123456789abcdef HTTP/1.1\r\n\(own)\r\n",
      "GET /api/explain?key=timer HTTP/1.1\r\n\(own)Sec-Fetch-Site: same-origin\r\n\r\n",
      "GET /controls/number.js HTTP/1.1\r\n\(own)Accept-Encoding: gzip\r\n\r\n",
      "PATCH /api/state HTTP/1.1\r\n\(own)Content-Type: application/json\r\nContent-Length: 46\r\n\r\n"
        + #"{"edits": [{"key": "timer", "text": "12"}]}   "#,
      "POST /api/validate HTTP/1.1\r\n\(own)Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "d\r\n{\"edits\": []}\r\n0\r\n\r\n",
      "POST /api/undo HTTP/1.1\r\n\(own)Content-Length: 2\r\n\r\n{}",
    ].map { Array($0.utf8) }
    let pieces = [
      "..", "%2e%2e", "%00", "%", "/", "//", "?", "#", "\0", "\r\n", ": ", "HTTP/9.9", "Host: x\r\n", "-1",
      "99999999999999999999",
      "\u{FEFF}", "{", "]", "\"", "\\u0000", "chunked", "GET ", "é", "🙂", "../../etc/passwd",
    ].map { Array($0.utf8) }
    var draws = Draws(state: 42)
    var answered = 0
    for _ in 0..<20 {
      let connections = try (0..<250).map { _ in
        let connection = try #require(RawHTTP(port: page.server.port), "the server is gone")
        connection.send(
          mutated(seeds.randomElement(using: &draws)!, with: pieces + seeds.map { Array($0.prefix(40)) }, &draws))
        connection.finishSending()
        return connection
      }
      for answer in connections.compactMap({ $0.answer() }) {
        answered += 1
        #expect((200..<600).contains(answer.status))
        #expect(!answer.text.contains("root:"))
      }
    }
    #expect(answered > 2_000, "most were cut off, so that little was tried")
    #expect(page.client("GET", "/api/state")?.status == 200)
  }

  private func mutated(_ seed: [UInt8], with pieces: [[UInt8]], _ draws: inout Draws) -> [UInt8] {
    var bytes = seed
    for _ in 0..<Int.random(in: 1...4, using: &draws) {
      let place = Int.random(in: 0...bytes.count, using: &draws)
      switch Int.random(in: 0..<4, using: &draws) {
      case 0 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &draws)
      case 1 where place < bytes.count:
        bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...20, using: &draws)))
      case 2:
        bytes.insert(contentsOf: repeatElement(UInt8.random(in: 32...126, using: &draws), count: 300), at: place)
      default: bytes.insert(contentsOf: pieces.randomElement(using: &draws)!, at: place)
      }
    }
    return bytes
  }
}
