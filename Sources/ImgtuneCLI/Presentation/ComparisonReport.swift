import Files
import Jobs
import Metrics
import SettingsKit

/// A comparison for people and for machines.
struct ComparisonReport {
  private let comparison: PictureComparison
  private let reference: FilePath
  private let candidate: FilePath
  private let heatmap: FilePath?

  init(_ comparison: PictureComparison, reference: FilePath, candidate: FilePath, heatmap: FilePath?) {
    self.comparison = comparison
    self.reference = reference
    self.candidate = candidate
    self.heatmap = heatmap
  }

  var text: String {
    var lines = ["\(candidate) against \(reference), \(comparison.size)"]
    let width = comparison.scores.map(\.metric.title.count).max() ?? 0
    let valueWidth = comparison.scores.map(\.text.count).max() ?? 0
    for score in comparison.scores {
      lines.append(
        "  \(score.metric.title.padded(to: width))  \(score.text.leftPadded(to: valueWidth))  \(score.meaning)")
    }
    if let score = comparison.scores.first, let tile = score.worstTile, score.value != score.metric.best {
      lines.append(
        "  worst tile: \(tile.size) at \(tile.left),\(tile.top) with \(score.metric.title) "
          + Score.text(tile.score, score.metric))
    }
    if let heatmap { lines.append("  heat map: \(heatmap)") }
    lines += comparison.notes.map { "  note: \(LosslessText.printable($0))" }
    return lines.joined(separator: "\n") + "\n"
  }

  var document: JSONValue {
    .object([
      "event": "comparison", "reference": .string(reference.description), "candidate": .string(candidate.description),
      "width": .integer(comparison.size.width), "height": .integer(comparison.size.height),
      "scores": .array(comparison.scores.map(ComparisonReport.document)),
      "heatmap": heatmap.map { .string($0.description) }, "notes": .array(comparison.notes.map(JSONValue.string)),
    ])
  }

  private static func document(_ score: Score) -> JSONValue {
    .object([
      "metric": .string(score.metric.id), score.metric.jsonKey: number(score),
      "isEqual": .bool(score.value == score.metric.best), "meaning": .string(score.meaning),
      "worstTile": score.worstTile.map(document),
    ])
  }

  private static func document(_ tile: MetricMap.Tile) -> JSONValue {
    .object([
      "left": .integer(tile.left), "top": .integer(tile.top), "width": .integer(tile.size.width),
      "height": .integer(tile.size.height), "score": tile.score.isFinite ? .decimal(tile.score) : .null,
    ])
  }

  /// JSON has no word for infinite.
  static func number(_ score: Score) -> JSONValue { score.value.isFinite ? .decimal(score.value) : .null }
}
