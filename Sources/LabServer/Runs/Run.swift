import Files
import Jobs
import SettingsKit

/// A run over all pictures, as far as it has come.
struct Run: ToldWork {
  static let name = "run"

  let id: Int
  /// The revision of the settings that it uses from start to end.
  let revision: Int
  let total: Int
  var isOver = false
  var wasCancelled = false
  /// What went wrong beside the pictures; `nil` for nothing.
  var note: String?
  private var results: [JSONValue] = []
  private var failed = 0
  private var inputBytes = 0
  private var outputBytes = 0

  init(id: Int, revision: Int, total: Int) {
    self.id = id
    self.revision = revision
    self.total = total
  }

  /// - Parameter id: What the API calls the picture.
  mutating func add(_ outcome: PictureOutcome, id: String?) {
    var reason: String?
    switch outcome.delivery {
    case .failed(let text):
      failed += 1
      reason = text
    case .skipped(let text): reason = text
    case .result, .original:
      inputBytes += outcome.inputBytes ?? 0
      outputBytes += outcome.outputBytes ?? 0
    }
    results.append(
      .object([
        "picture": id.map(JSONValue.string), "name": .string(LosslessText.printable(outcome.displayName)),
        "failed": .bool(outcome.hasFailed), "inputBytes": outcome.inputBytes.map(JSONValue.integer),
        "outputBytes": outcome.outputBytes.map(JSONValue.integer),
        "elapsedMilliseconds": .decimal((outcome.elapsedMilliseconds * 1_000).rounded() / 1_000),
        "reason": reason.map { .string(LosslessText.printable($0)) },
      ]))
  }

  var json: JSONValue {
    .object([
      "id": .integer(id), "revision": .integer(revision), "done": .integer(results.count), "total": .integer(total),
      "over": .bool(isOver), "cancelled": .bool(wasCancelled), "failed": .integer(failed),
      "inputBytes": .integer(inputBytes), "outputBytes": .integer(outputBytes), "results": .array(results),
      "note": note.map(JSONValue.string),
    ])
  }
}
