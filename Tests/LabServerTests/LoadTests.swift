import Foundation
import LabServer
import Synchronization
import TestSupport
import Testing

/// Many clients, and clients that mean no good.
@Suite(.serialized) struct LoadTests {
  @Test func aThousandEditsOfEightClientsAreAllInForceOnceEach() throws {
    let lab = try LabProcess(settings: #"{"maxDimension": 1}"#)
    let client = lab.client
    let edits = 125
    let lost = Mutex(0)
    let conflicts = Mutex(0)
    func round() {
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        guard let connection = RawHTTP(port: client.port) else { return lost.withLock { $0 += edits } }
        for edit in 0..<edits {
          // Each adds one to a counter that all share: a lost edit is a number that is missing.
          var isDone = false
          while !isDone {
            let state = client.send("GET", "/api/state", on: connection)?.object
            let settings = state?["settings"] as? [[String: Any]]
            let value = settings?.first { $0["key"] as? String == "maxDimension" }?["value"] as? Int ?? 0
            let revision = state?["revision"] as? Int ?? 0
            let body = #"{"revision": \#(revision), "edits": [{"key": "maxDimension", "json": \#(value + 1)}]}"#
            let answer = client.send(
              "PATCH", "/api/state", Array(body.utf8),
              headers: ["Content-Type": "application/json", "X-Lab-Client": "\(number)"], on: connection)
            switch answer?.status {
            case 200: isDone = true
            case 409: conflicts.withLock { $0 += 1 }
            default:
              lost.withLock { $0 += edits - edit }
              return
            }
          }
        }
      }
    }
    round()
    let before = lab.figures
    round()
    // The server notices a little later that a connection is closed.
    let end = ContinuousClock.now + .seconds(10)
    while lab.figures.descriptors > before.descriptors, ContinuousClock.now < end { sched_yield() }
    let after = lab.figures
    #expect(lost.withLock { $0 } == 0)
    #expect(conflicts.withLock { $0 } > 0, "eight clients never met, so that nothing was tried")
    let settings = client("GET", "/api/state")?.object["settings"] as? [[String: Any]]
    #expect(settings?.first { $0["key"] as? String == "maxDimension" }?["value"] as? Int == 2_001)
    #expect(before.descriptors > 0 && after.descriptors <= before.descriptors)
    #expect(after.residentBytes - before.residentBytes < 8 << 20)
  }

  @Test func aThousandMixedRequestsAreAllAnswered() throws {
    let page = try LampPage()
    let wrong = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 1_000) { index in
      let client = page.client
      let (answer, wanted): (RawHTTP.Answer?, Set<Int>) =
        switch index % 10 {
        case 0: (client("GET", "/"), [200])
        case 1: (client("GET", "/api/schema"), [200])
        case 2: (client.json("PATCH", "/api/state", ["edits": [["key": "timer", "json": index % 600 + 1]]]), [200])
        case 3: (client.json("PATCH", "/api/state", ["edits": [["key": "timer", "json": -1]]]), [422])
        case 4: (client("GET", "/api/nothing/\(index)"), [404])
        case 5: (client("POST", "/api/undo", [], headers: ["X-Lab-Token": "no"]), [401])
        case 6: (client("GET", "/", headers: ["Host": "evil.example"]), [421])
        case 7: (client("HEAD", "/app.js"), [200])
        case 8:
          (
            client(
              "PATCH", "/api/state", [UInt8](repeating: 0x5B, count: 20_000),
              headers: ["Content-Type": "application/json"]), [400]
          )
        default: (client("GET", "/" + String(repeating: "a", count: index * 20)), [404, 414])
        }
      guard let answer, wanted.contains(answer.status) else {
        wrong.withLock { $0.append("\(index % 10): \(answer?.status ?? 0)") }
        return
      }
    }
    #expect(wrong.withLock { $0 } == [])
    #expect(page.client("GET", "/api/state")?.status == 200)
  }

  @Test func fiftySlowClientsAreEndedAndHoldUpNobody() throws {
    var limits = ServerLimits()
    limits.headerSeconds = 1
    limits.requestSeconds = 1
    limits.idleSeconds = 2
    let page = try LampPage(limits)
    let own = "Host: 127.0.0.1:\(page.server.port)\r\nX-Lab-Token: \(page.client.headers["X-Lab-Token"]!)\r\n"
    let beginnings = [
      "", "GET", "GET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n\(own)X-Slow: ",
      "PATCH /api/state HTTP/1.1\r\n\(own)Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
    ]
    let slow = (0..<50).compactMap { index -> RawHTTP? in
      let connection = RawHTTP(port: page.server.port, seconds: 20)
      connection?.send(beginnings[index % beginnings.count])
      return connection
    }
    #expect(slow.count == 50)
    let clock = ContinuousClock()
    let start = clock.now
    for _ in 0..<20 { #expect(page.client("GET", "/api/state")?.status == 200) }
    #expect(clock.now - start < .seconds(2), "others have to wait")
    // A byte now and then keeps nobody alive.
    for connection in slow { connection.send("a") }
    let open = Mutex(0)
    let connections = Connections(slow)
    DispatchQueue.concurrentPerform(iterations: slow.count) { index in
      if !connections[index].isClosed() { open.withLock { $0 += 1 } }
    }
    #expect(open.withLock { $0 } == 0)
  }

  @Test func whoEndsInTheMiddleOfARequestIsNotWaitedFor() throws {
    // Whole requests are answered whether their client says anything more or not.
    let page = try LampPage()
    let own = "Host: 127.0.0.1:\(page.server.port)\r\nX-Lab-Token: \(page.client.headers["X-Lab-Token"]!)\r\n"
    for half in [
      "GET / HT", "GET / HTTP/1.1\r\n\(own)X-", "PATCH /api/state HTTP/1.1\r\n\(own)Content-Length: 9\r\n\r\n{",
    ] {
      // Long before the time that a slow client is given.
      let connection = try #require(RawHTTP(port: page.server.port, seconds: 10))
      connection.finish(sending: half)
      #expect(connection.isClosed(), "\(half)")
    }
    let whole = try #require(RawHTTP(port: page.server.port, seconds: 10))
    whole.finish(sending: "GET /api/state HTTP/1.1\r\n\(own)\r\n")
    #expect(whole.answer()?.status == 200)
  }

  @Test func oneClientsFloodOfConnectionsStarvesNoOther() throws {
    var limits = ServerLimits()
    limits.connections = 40
    let page = try LampPage(limits)
    // Each would be waited for much longer than this test takes.
    let flood = (0..<200).compactMap { _ -> RawHTTP? in
      let connection = RawHTTP(port: page.server.port)
      connection?.send("GET /api/state HTTP/1.1\r\n")
      return connection
    }
    #expect(flood.count > 40)
    var served = 0
    for _ in 0..<20 where page.client("GET", "/api/state")?.status == 200 { served += 1 }
    #expect(served >= 19)
  }

  @Test func whatIsTooLargeIsRefusedBeforeItIsRead() throws {
    var limits = ServerLimits()
    limits.bodyBytes = 1 << 16
    let page = try LampPage(limits)
    let connection = try #require(RawHTTP(port: page.server.port))
    let own = "Host: 127.0.0.1:\(page.server.port)\r\nX-Lab-Token: \(page.client.headers["X-Lab-Token"]!)\r\n"
    connection.send("PATCH /api/state HTTP/1.1\r\n\(own)Content-Length: 1000000000000\r\n\r\n")
    #expect(connection.answer()?.status == 413)
    // Without a length it is stopped where it becomes too large.
    let chunked = try #require(RawHTTP(port: page.server.port))
    chunked.send("PATCH /api/state HTTP/1.1\r\n\(own)Transfer-Encoding: chunked\r\n\r\n")
    let chunk = "4000\r\n" + String(repeating: "a", count: 0x4000) + "\r\n"
    for _ in 0..<20 where chunked.send(chunk) {}
    #expect(chunked.isClosed())
    #expect(page.client("GET", "/api/state")?.status == 200)
  }

  @Test func endingTheServerEndsWhateverWaits() throws {
    let page = try LampPage()
    let listener = try #require(RawHTTP(port: page.server.port))
    listener.send("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(page.server.port)\r\n\r\n")
    #expect(listener.read(until: Array("event: hello".utf8)) != nil)
    page.server.stop()
    #expect(listener.isClosed())
    #expect(RawHTTP(port: page.server.port) == nil)
  }
}

/// Connections that several threads use, each one only by one of them.
private final class Connections: @unchecked Sendable {  // unchecked: each element is used by one thread
  private let all: [RawHTTP]
  init(_ all: [RawHTTP]) { self.all = all }
  subscript(index: Int) -> RawHTTP { all[index] }
}
