import Codecs
import Pipeline
import Pixels
import SettingsKit

/// One picture compressed one way: what was tried, and what came of it.
struct Attempt: Sendable {
  /// What makes two attempts one.
  struct Key: Sendable, Hashable {
    var picture: String
    var content: ContentIdentity
    var request: OutputKey
  }

  let id: String
  let key: Key
  /// The parameters, to do it again when its bytes are not kept any more.
  let request: PipelineRequest
  /// The session's edits at that time, by which one returns to it.
  let edits: [JSONMember]
  let inputBytes: Int
  let outputBytes: Int
  let size: PixelSize
  let sourceSize: PixelSize
  let format: ImageFormat
  let nativeQuality: String?
  let encodeMilliseconds: Double
  let warnings: [String]
  /// Names the pixels that the encoder got: attempts that share them share the picture before.
  let reference: String
  /// By metric, where it was measured.
  var scores: [JSONMember] = []

  var json: JSONValue {
    .object([
      "id": .string(id), "picture": .string(key.picture), "edits": .object(edits),
      "inputBytes": .integer(inputBytes), "outputBytes": .integer(outputBytes), "width": .integer(size.width),
      "height": .integer(size.height), "sourceWidth": .integer(sourceSize.width),
      "sourceHeight": .integer(sourceSize.height), "format": .string(format.rawValue),
      "nativeQuality": nativeQuality.map(JSONValue.string),
      "encodeMilliseconds": .decimal((encodeMilliseconds * 1_000).rounded() / 1_000),
      "warnings": .array(warnings.map(JSONValue.string)), "reference": .string(reference),
      "scores": .object(scores),
    ])
  }
}
