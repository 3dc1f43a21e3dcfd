import Foundation
import TestSupport
import Testing

/// The API of the settings, over a schema that knows no pictures.
struct SettingsAPITests {
  private let page: LampPage

  init() throws { page = try LampPage() }

  private func setting(_ key: String, in answer: RawHTTP.Answer?) throws -> [String: Any] {
    let settings = try #require(answer?.object["settings"] as? [[String: Any]])
    return try #require(settings.first { $0["key"] as? String == key })
  }

  @Test func theSchemaIsTheExportedDocument() throws {
    let answer = try #require(page.client("GET", "/api/schema"))
    #expect(answer.text == page.desk.schema.json.compactText)
  }

  @Test func anEditIsReadByTheRegistryAndComesBackCanonical() throws {
    let answer = page.client.json("PATCH", "/api/state", ["revision": 0, "edits": [["key": "color", "text": "Red"]]])
    #expect(answer?.status == 200)
    let color = try setting("color", in: answer)
    #expect(color["value"] as? String == "#ff0000")
    #expect(color["modified"] as? Bool == true)
    #expect((color["origin"] as? [String: Any])?["layer"] as? String == "live")
    #expect((color["below"] as? [String: Any])?["text"] as? String == "#ffffff")
  }

  @Test func aBadValueIsRefusedWholeWithEveryProblem() throws {
    let answer = page.client.json(
      "PATCH", "/api/state",
      [
        "edits": [
          ["key": "isOn", "json": false], ["key": "brightness", "text": "70"], ["key": "timer", "text": "0"],
        ]
      ])
    #expect(answer?.status == 422)
    let problems = try #require(answer?.object["problems"] as? [[String: Any]])
    #expect(problems.map { $0["key"] as? String } == ["brightness", "timer"])
    #expect(problems[0]["hint"] as? String == "did you mean 0.7?")
    #expect(page.text("isOn") == "true")
  }

  @Test func anEditOfWhatChangedMeanwhileIsAConflictWithBothValues() throws {
    _ = page.client.json("PATCH", "/api/state", ["revision": 0, "edits": [["key": "brightness", "text": "0.9"]]])
    let late = page.client.json(
      "PATCH", "/api/state", ["revision": 0, "edits": [["key": "brightness", "text": "0.1"]]])
    #expect(late?.status == 409)
    #expect(late?.object["keys"] as? [String] == ["brightness"])
    let state = try #require(late?.object["state"] as? [String: Any])
    #expect(state["revision"] as? Int == 1)
    #expect(page.text("brightness") == "0.9")
    // Another setting may be edited on the same revision.
    let other = page.client.json("PATCH", "/api/state", ["revision": 0, "edits": [["key": "timer", "text": "5"]]])
    #expect(other?.status == 200)
  }

  @Test func aRevisionOfAnEarlierRunIsAConflict() {
    let answer = page.client.json("PATCH", "/api/state", ["revision": 99, "edits": [["key": "timer", "text": "5"]]])
    #expect(answer?.status == 409)
    #expect(answer?.object["keys"] as? [String] == [])
  }

  @Test func validatingChangesNothing() throws {
    let answer = page.client.json(
      "POST", "/api/validate", ["edits": [["key": "brightness", "text": "2"], ["key": "timer", "text": "7"]]])
    let problems = try #require(answer?.object["problems"] as? [[String: Any]])
    #expect(problems.map { $0["key"] as? String } == ["brightness"])
    let values = try #require(answer?.object["values"] as? [String: Any])
    #expect((values["timer"] as? [String: Any])?["value"] as? Int == 7)
    #expect(page.desk.hub.snapshot.revision == 0)
  }

  @Test func whatHasNoEffectSaysWhatItNeeds() throws {
    let answer = page.client.json("PATCH", "/api/state", ["edits": [["key": "isOn", "json": false]]])
    let color = try setting("color", in: answer)
    #expect(color["enabled"] as? Bool == false)
    #expect(color["needs"] as? [String] == ["isOn=true"])
  }

  @Test func stepsAreTakenBackAndDoneAgain() throws {
    for text in ["0.1", "0.2"] {
      // Two clients, since quick edits of one are one step.
      _ = page.client.json(
        "PATCH", "/api/state", ["edits": [["key": "brightness", "text": text]]], headers: ["X-Lab-Client": text])
    }
    #expect(page.client.json("POST", "/api/undo", [:])?.status == 200)
    #expect(page.text("brightness") == "0.1")
    let again = page.client.json("POST", "/api/undo", [:])
    #expect(page.text("brightness") == "0.5")
    #expect(again?.object["canUndo"] as? Bool == false && again?.object["canRedo"] as? Bool == true)
    #expect(page.client.json("POST", "/api/undo", [:])?.status == 404)
    _ = page.client.json("POST", "/api/redo", [:])
    _ = page.client.json("POST", "/api/redo", [:])
    #expect(page.text("brightness") == "0.2")
    #expect(page.client.json("POST", "/api/redo", [:])?.status == 404)
  }

  @Test func quickEditsOfOneSettingAreOneStep() {
    for text in ["0.1", "0.2", "0.3"] {
      _ = page.client.json("PATCH", "/api/state", ["edits": [["key": "brightness", "text": text]]])
    }
    _ = page.client.json("POST", "/api/undo", [:])
    #expect(page.text("brightness") == "0.5")
  }

  @Test func whereAValueComesFromIsTold() throws {
    _ = page.client.json("PATCH", "/api/state", ["edits": [["key": "timer", "text": "9"]]])
    let answer = page.client("GET", "/api/explain?key=timer")
    let candidates = try #require(answer?.object["candidates"] as? [[String: Any]])
    #expect(candidates.map { $0["status"] as? String } == ["won", "shadowed"])
    #expect(page.client("GET", "/api/explain?key=nothing")?.status == 404)
  }

  @Test(arguments: [
    "", "{", "[]", "{}", #"{"edits": 1}"#, #"{"edits": [1]}"#, #"{"edits": [{"key": 1}]}"#,
    #"{"edits": [{"key": "timer"}]}"#, #"{"edits": [], "revision": "x"}"#, "\u{0}", "{\"edits\": [[[[[[[[]]]]]]]]}",
  ])
  func whatIsNoRequestIsTold(_ body: String) {
    let answer = page.client(
      "PATCH", "/api/state", Array(body.utf8), headers: ["Content-Type": "application/json"])
    #expect(answer?.status == 400)
    #expect((answer?.object["error"] as? String)?.isEmpty == false)
  }

  @Test func onlyJSONIsTakenForJSON() {
    let body = Array(#"{"edits": []}"#.utf8)
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"] {
      #expect(page.client("PATCH", "/api/state", body, headers: ["Content-Type": type])?.status == 400)
    }
  }

  @Test func aChangeAnywhereIsToldAtOnce() throws {
    let listener = try #require(RawHTTP(port: page.server.port))
    listener.send("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:\(page.server.port)\r\n\r\n")
    #expect(listener.read(until: Array("event: hello".utf8)) != nil)
    try page.desk.hub.commit([.set("timer", .text("3"))])
    #expect(listener.read(until: Array(#"{"revision":1}"#.utf8)) != nil)
    _ = page.client.json("PATCH", "/api/state", ["edits": [["key": "isOn", "json": false]]])
    #expect(listener.read(until: Array(#"{"revision":2}"#.utf8)) != nil)
  }
}
