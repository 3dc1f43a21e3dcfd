import TestSupport
import Testing

/// Who is let in.
struct AdmissionTests {
  private let page: LampPage

  init() throws { page = try LampPage() }

  @Test(arguments: [
    "evil.example", "evil.example:PORT", "127.0.0.1", "localhost", "127.0.0.1:1", "127.0.0.1:PORT.evil.example",
    "127.0.0.1.evil.example:PORT", "localhost.evil.example:PORT", "[::1]", "0.0.0.0:PORT", "192.168.0.1:PORT",
    "127.0.0.1:PORT@evil.example", "user@127.0.0.1:PORT", "127.0.0.1:PORT ", "127.0.0.1:", "127.0.0.1:-1", "",
    "2130706433:PORT", "127.1:PORT", "xn--localhost:PORT",
  ])
  func aHostThatIsNotItsOwnIsSentAway(_ host: String) throws {
    let spelled = host.replacing("PORT", with: "\(page.server.port)")
    let connection = try #require(RawHTTP(port: page.server.port))
    connection.send("GET /api/state HTTP/1.1\r\nHost: \(spelled)\r\n\r\n")
    let answer = connection.answer()
    #expect(answer.map { $0.status >= 400 } ?? true, "\(spelled) was let in")
    #expect(answer?.text.contains("revision") != true)
  }

  @Test func twoHostsAreNone() throws {
    let connection = try #require(RawHTTP(port: page.server.port))
    let own = "Host: 127.0.0.1:\(page.server.port)\r\n"
    connection.send("GET /api/state HTTP/1.1\r\n\(own)Host: evil.example\r\n\r\n")
    #expect(connection.answer().map { $0.status >= 400 } ?? true)
  }

  @Test(arguments: [
    "http://evil.example", "null", "https://127.0.0.1:PORT", "http://127.0.0.1", "http://127.0.0.1:1",
    "http://localhost:PORT", "http://127.0.0.1:PORT.evil.example", "http://evil.example/127.0.0.1:PORT", "file://",
    "chrome-extension://abcdef", "http://127.0.0.1:PORT/", "http://user@127.0.0.1:PORT", "", "http://[::1]:PORT",
    "ws://127.0.0.1:PORT", "http://127.0.0.1:PORT http://evil.example", "*", "http://0x7f000001:PORT",
    "data:text/html,hello", "http://127.0.0.1:PORT#x",
  ])
  func aPageOfAnotherOriginIsSentAway(_ origin: String) {
    let spelled = origin.replacing("PORT", with: "\(page.server.port)")
    for (method, path) in [("GET", "/api/state"), ("PATCH", "/api/state"), ("GET", "/api/events"), ("GET", "/")] {
      let answer = page.client.json(
        method, path, method == "PATCH" ? ["edits": []] : nil, headers: ["Origin": spelled])
      #expect(answer?.status == 403, "\(spelled) was let in to \(method) \(path)")
    }
  }

  @Test func itsOwnOriginIsLetIn() {
    let own = ["Origin": "http://127.0.0.1:\(page.server.port)", "Sec-Fetch-Site": "same-origin"]
    #expect(page.client("GET", "/api/state", headers: own)?.status == 200)
    #expect(page.client.json("PATCH", "/api/state", ["edits": []], headers: own)?.status == 200)
  }

  @Test(arguments: ["cross-site", "same-site", "nonsense"])
  func whatABrowserSaysComesFromElsewhereIsSentAway(_ site: String) {
    #expect(page.client("GET", "/api/state", headers: ["Sec-Fetch-Site": site])?.status == 403)
    #expect(page.client("GET", "/app.js", headers: ["Sec-Fetch-Site": site])?.status == 403)
  }

  @Test func aLinkFromElsewhereMayLeadToThePageItself() {
    let navigation = ["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"]
    #expect(page.client("GET", "/", headers: navigation)?.status == 200)
    #expect(page.client("GET", "/api/session", headers: navigation)?.status == 403)
    let framed = navigation.merging(["Sec-Fetch-Dest": "iframe"]) { $1 }
    #expect(page.client("GET", "/", headers: framed)?.status == 403)
  }

  @Test func nothingChangesWithoutTheTokenOfTheRun() throws {
    let edit: [String: Any] = ["edits": [["key": "isOn", "json": false]]]
    for token in ["", "0", String(repeating: "0", count: 32)] {
      #expect(page.client.json("PATCH", "/api/state", edit, headers: ["X-Lab-Token": token])?.status == 401)
      #expect(page.client.json("POST", "/api/undo", [:], headers: ["X-Lab-Token": token])?.status == 401)
    }
    #expect(page.text("isOn") == "true")
    #expect(page.client.json("PATCH", "/api/state", edit)?.status == 200)
    #expect(page.text("isOn") == "false")
    let other = try LampPage()
    #expect(other.client.headers["X-Lab-Token"] != page.client.headers["X-Lab-Token"])
  }

  @Test func withATokenOfOnesOwnReadingNeedsItToo() throws {
    let page = try LampPage(token: "sesame-sesame-sesame")
    let stranger = HTTPClient(port: page.server.port)
    for path in ["/api/session", "/api/schema", "/api/state", "/api/events"] {
      #expect(stranger("GET", path)?.status == 401, "\(path)")
    }
    #expect(stranger("GET", "/")?.status == 200)
    #expect(page.client("GET", "/api/state")?.status == 200)
    // Nobody learns it from the server.
    #expect(page.client("GET", "/api/session")?.text.contains("sesame") == false)
  }

  @Test func everyAnswerForbidsWhatIsNotThePagesOwn() throws {
    for path in ["/", "/app.js", "/api/state", "/nothing"] {
      let headers = try #require(page.client("GET", path)).headers
      let policy = try #require(headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'"))
      #expect(!policy.contains("unsafe-inline") && !policy.contains("unsafe-eval"))
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["access-control-allow-origin"] == nil)
    }
  }

  @Test(arguments: ["PUT", "OPTIONS", "TRACE", "CONNECT", "BREW"])
  func otherMethodsAreRefused(_ method: String) {
    let answer = page.client(method, "/api/state")
    #expect(answer.map { $0.status >= 400 } ?? true)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: Character) -> String {
    var text = self
    while text.last == suffix { text.removeLast() }
    return text
  }
}
