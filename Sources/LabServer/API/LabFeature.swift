import SettingsKit

/// A part of the API: some paths, and what the page is told of it when it begins.
protocol LabFeature: Sendable {
  /// Members of the session document.
  var facts: [JSONMember] { get }

  /// Answers a request, now or later.
  ///
  /// - Returns: Whether the path is one of this part's.
  func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool
}

extension HTTPRequest {
  /// The parts of the path behind `/api/`; `nil` for another path.
  var route: [String]? {
    guard path.hasPrefix("/api/") else { return nil }
    return path.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false).map(String.init)
  }

  /// The body as a JSON document.
  ///
  /// - Throws: `BadRequest`.
  func json() throws(BadRequest) -> JSONValue {
    let type = header("content-type")?.split(separator: ";").first.map(String.init)
    guard type == "application/json" else { throw BadRequest("the body has to be application/json") }
    do {
      return try JSONValue(parsing: String(decoding: body, as: UTF8.self))
    } catch {
      throw BadRequest("the body is no JSON: \(error)")
    }
  }
}

/// What is wrong with a request.
struct BadRequest: Error {
  var sentence: String
  init(_ sentence: String) { self.sentence = sentence }

  var response: HTTPResponse { .failure(400, sentence) }
}

extension SettingsEdit {
  /// The edits of a request: `[{"key": …, "text": …}, {"key": …, "json": …}, {"key": …, "reset": true}]`.
  ///
  /// - Throws: `BadRequest` where they are none.
  static func list(_ json: JSONValue?) throws(BadRequest) -> [SettingsEdit] {
    guard case .array(let items)? = json, items.count <= 1_000 else { throw BadRequest("edits has to be a list") }
    var edits: [SettingsEdit] = []
    for item in items {
      guard case .string(let key)? = item["key"] else { throw BadRequest("an edit needs a key") }
      if item["reset"] == .bool(true) {
        edits.append(.reset(key))
      } else if case .string(let text)? = item["text"] {
        edits.append(.set(key, .text(text)))
      } else if let json = item["json"] {
        edits.append(.set(key, .json(json)))
      } else {
        throw BadRequest("an edit needs text, json or reset")
      }
    }
    return edits
  }
}
