import Files
import Jobs
import Pipeline
import Pixels
import SettingsKit

/// One JSON document a line: one for each picture, and a summary at the end.
final class JSONReport: CompressionReport {
  private let lines: Terminal
  private let isDryRun: Bool

  init(lines: Terminal, isDryRun: Bool) {
    self.lines = lines
    self.isDryRun = isDryRun
  }

  func report(_ outcome: PictureOutcome) {
    Terminal.error.clearStatus()
    lines.write(JSONReport.document(outcome).compactText + "\n")
  }

  func finish(_ totals: CompressionTotals, passedOver: Int, elapsedMilliseconds: Double) {
    Terminal.error.clearStatus()
    let document = JSONValue.object([
      "event": "summary", "compressed": .integer(totals.delivered), "failed": .integer(totals.failed),
      "skipped": .integer(totals.skipped),
      "notConverted": totals.foreign.isEmpty
        ? nil
        : .object(
          totals.foreign.sorted { $0.key.rawValue < $1.key.rawValue }.map {
            JSONMember($0.key.rawValue, .integer($0.value))
          }),
      "passedOver": .integer(passedOver),
      "inputBytes": .integer(totals.inputBytes),
      "outputBytes": .integer(totals.outputBytes), "elapsedMilliseconds": JSONReport.milliseconds(elapsedMilliseconds),
      "peakMemoryBytes": ProcessMemory.peakBytes.map(JSONValue.integer), "dryRun": .bool(isDryRun),
    ])
    lines.write(document.compactText + "\n")
  }

  /// - Parameter previousBytes: What the same output had before, in a session.
  static func document(_ outcome: PictureOutcome, previousBytes: Int? = nil) -> JSONValue {
    let (status, reason): (String, String?) =
      switch outcome.delivery {
      case .result: ("compressed", nil)
      case .original: ("original", nil)
      case .skipped(let reason): ("skipped", reason)
      case .failed(let reason): ("failed", reason)
      }
    let source = outcome.source
    let uprightSource = source.map { $0.orientation.oriented($0.size) }
    return .object([
      "event": "picture", "status": .string(status), "reason": reason.map(JSONValue.string),
      "input": name(outcome.input), "inputPathBytes": inputPathBytes(outcome.input),
      "variant": outcome.variant.map(JSONValue.string),
      "output": outcome.output.map(path), "outputPathBytes": outcome.output.flatMap(pathBytes),
      "inputFormat": source.map { .string($0.format.rawValue) },
      "inputCoding": source.map { .string($0.codingDescription) },
      "inputWidth": uprightSource.map { .integer($0.width) }, "inputHeight": uprightSource.map { .integer($0.height) },
      "inputBytes": outcome.inputBytes.map(JSONValue.integer), "format": outcome.format.map { .string($0.rawValue) },
      "width": outcome.size.map { .integer($0.width) }, "height": outcome.size.map { .integer($0.height) },
      "outputBytes": outcome.outputBytes.map(JSONValue.integer),
      "previousBytes": previousBytes.map(JSONValue.integer), "resultBytes": outcome.resultBytes.map(JSONValue.integer),
      "nativeQuality": outcome.nativeQuality.map(JSONValue.string),
      "scores": outcome.scores.isEmpty
        ? nil
        : .object(outcome.scores.map { JSONMember($0.metric.jsonKey, ComparisonReport.number($0)) }),
      "changes": .array(PictureChange.allCases.filter(outcome.changes.contains).map { .string($0.rawValue) }),
      "warnings": .array((outcome.warnings + outcome.inactive.map(\.description)).map(JSONValue.string)),
      "stages": .object(
        outcome.stages.map { JSONMember($0.stage.rawValue + "Milliseconds", milliseconds($0.milliseconds)) }),
      "elapsedMilliseconds": milliseconds(outcome.elapsedMilliseconds),
      "settings": .object(outcome.resolution.registry.keys.map { JSONMember($0, outcome.resolution.value($0).json) }),
      "settingLayers": .object(
        outcome.resolution.registry.keys.compactMap { key in
          let layer = outcome.resolution.origin(key).layer
          return layer == .declaredDefault ? nil : JSONMember(key, .string(layer.name))
        }),
    ])
  }

  private static func name(_ input: InputFile) -> JSONValue { input.path.map(path) ?? "-" }
  private static func inputPathBytes(_ input: InputFile) -> JSONValue? { input.path.flatMap(pathBytes) }

  /// The very path; escaped where it is no valid UTF-8.
  static func path(_ path: FilePath) -> JSONValue {
    .string(LosslessText.hasRawBytes(path.losslessText) ? path.description : path.losslessText)
  }

  /// The exact path where it is no valid UTF-8 and JSON's strings cannot say it.
  static func pathBytes(_ path: FilePath) -> JSONValue? {
    guard LosslessText.hasRawBytes(path.losslessText) else { return nil }
    return .array(path.bytes.map { .integer(Int($0)) })
  }

  /// Microseconds are enough, and digits beyond them would only be noise.
  private static func milliseconds(_ value: Double) -> JSONValue { .decimal((value * 1_000).rounded() / 1_000) }
}
