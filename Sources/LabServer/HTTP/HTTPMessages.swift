import Codecs
import SettingsKit

/// A whole request, its body included.
struct HTTPRequest: Sendable {
  var method: String
  /// Without the query, percent signs decoded.
  var path: String
  /// Of a name that stands there twice the first counts.
  var query: [String: String]
  /// By lower-case name, every value in its order.
  var headers: [String: [String]]
  var body: [UInt8] = []

  /// A header that must not stand there twice; `nil` where it does, and where it is not there.
  func header(_ name: String) -> String? {
    guard let values = headers[name], values.count == 1 else { return nil }
    return values[0]
  }

  /// Who asks, so that no client's work starves that of others: what the page calls itself, at most 64 characters.
  var client: String { String((header("x-lab-client") ?? "").prefix(64)) }
}

/// What is answered.
struct HTTPResponse: Sendable {
  enum Body: Sendable {
    case bytes([UInt8])
    /// Bytes that an encoder made, sent from where they are.
    case encoded(EncodedBytes)
    /// A file of the page, which lives as long as the program.
    case asset(PageAsset)
  }

  var status: UInt32
  var mediaType: String
  var body: Body
  /// Further headers.
  var headers: [(name: String, value: String)] = []

  init(_ status: UInt32 = 200, _ mediaType: String, _ body: Body, headers: [(name: String, value: String)] = []) {
    self.status = status
    self.mediaType = mediaType
    self.body = body
    self.headers = headers
  }

  static func json(_ value: JSONValue, status: UInt32 = 200) -> HTTPResponse {
    HTTPResponse(status, "application/json; charset=utf-8", .bytes(Array(value.compactText.utf8)))
  }

  /// An error as the API tells it: `{"error": sentence}`.
  static func failure(_ status: UInt32, _ sentence: String, _ more: [JSONMember] = []) -> HTTPResponse {
    json(.object([JSONMember("error", .string(sentence))] + more), status: status)
  }

  static let done = HTTPResponse.json(.object([]))
  static let notFound = HTTPResponse.failure(404, "there is nothing of that name")
}
