import Codecs
import Pixels
import SettingsKit

/// A run as a row of the history.
public struct HistoryRun: Sendable, Equatable {
  /// Given by the history.
  public var id = 0
  /// ISO 8601 in UTC.
  public var started: String
  public var seconds: Double
  /// The version of imgtune.
  public var program: String
  /// The words of the command line.
  public var command: String
  /// The folder that it was started in.
  public var folder: String
  /// The fingerprint of the plan.
  public var plan: String
  public var measures: [String]
  public var environment: BenchEnvironment
  /// How many there are of each; filled in when runs are listed.
  public var pictures = 0
  public var points = 0
  public var failures = 0

  public init(
    started: String, seconds: Double, program: String, command: String, folder: String, _ results: BenchResults
  ) {
    self.started = started
    self.seconds = seconds
    self.program = program
    self.command = command
    self.folder = folder
    plan = results.plan.fingerprint
    measures = results.plan.measures
    environment = results.environment
  }

  static let columns = "id, started, seconds, program, command, folder, plan, measures, libraries, host"

  /// - Parameter row: Of `columns`.
  init?(_ row: [SQLiteValue]) {
    guard row.count >= 10, let id = row[0].integer, let started = row[1].text, let seconds = row[2].real,
      let program = row[3].text, let command = row[4].text, let folder = row[5].text, let plan = row[6].text,
      let host = row[9].json
    else { return nil }
    self.id = id
    self.started = started
    self.seconds = seconds
    self.program = program
    self.command = command
    self.folder = folder
    self.plan = plan
    measures = (row[7].json?.elements ?? []).compactMap(\.stringValue)
    environment = BenchEnvironment(
      libraries: BenchEnvironment.libraries(row[8].json), host: host["name"]?.stringValue ?? "",
      processor: host["processor"]?.stringValue ?? "", processors: host["processors"]?.intValue ?? 1,
      system: host["system"]?.stringValue ?? "")
  }

  /// The values of `columns` behind the first.
  var values: [SQLiteValue] {
    [
      .text(started), .real(seconds), .text(program), .text(command), .text(folder), .text(plan),
      .text(JSONValue.array(measures.map(JSONValue.string)).compactText),
      .text(environment.librariesJSON.compactText), .text(environment.hostJSON.compactText),
    ]
  }
}

/// A point of a run as a row.
struct HistoryPoint: Equatable {
  var side: String
  var coordinates: String
  var fingerprint: String
  var qualityScale: Int
  var settings: String
  var layers: String

  init(_ record: BenchRecord) {
    side = record.side.rawValue
    coordinates = JSONValue.object(record.coordinates.map { JSONMember($0.key, .string($0.text)) }).compactText
    fingerprint = record.fingerprint
    qualityScale = record.qualityScale
    settings = JSONValue.object(record.settings.map { JSONMember($0.key, $0.value) }).compactText
    layers = JSONValue.object(record.settings.map { JSONMember($0.key, .string($0.layer)) }).compactText
  }

  var values: [SQLiteValue] {
    [.text(side), .text(coordinates), .text(fingerprint), .integer(qualityScale), .text(settings), .text(layers)]
  }

  static let columns = "side, coordinates, fingerprint, quality_scale, settings, layers"
}

/// A result as a row.
struct HistoryResult {
  static let columns = """
    picture, source_width, source_height, source_bytes, input_hash, shared_with, failure, format, width, height, bytes, \
    hash, scores, decode, resize, convert, render_processor, encode, encode_processor
    """

  var values: [SQLiteValue]

  init(_ record: BenchRecord) {
    values = [
      .text(record.picture), SQLiteValue(record.sourceSize?.width), SQLiteValue(record.sourceSize?.height),
      SQLiteValue(record.sourceBytes), SQLiteValue(record.inputHash), SQLiteValue(record.sharedWith),
    ]
    switch record.result {
    case .failed(let reason): values += [.text(reason)] + Array(repeating: .null, count: 12)
    case .measured(let figures):
      let scores = JSONValue.array(figures.scores.map { $0.map(JSONValue.decimal) ?? .null })
      values += [
        .null, .text(figures.format.rawValue), .integer(figures.size.width), .integer(figures.size.height),
        .integer(figures.byteCount), .text(figures.hash), .text(scores.compactText), .real(figures.rendering.decode),
        .real(figures.rendering.resize), .real(figures.rendering.convert), .real(figures.rendering.processor),
        .text(JSONValue.array(figures.encodeMilliseconds.map(JSONValue.decimal)).compactText),
        .text(JSONValue.array(figures.encodeProcessorMilliseconds.map(JSONValue.decimal)).compactText),
      ]
    }
  }
}

extension BenchRecord {
  /// A record of what a run's rows say.
  ///
  /// - Parameter row: Of `HistoryPoint.columns`, then `HistoryResult.columns`.
  init?(_ row: [SQLiteValue], of run: HistoryRun) {
    guard row.count == 25, let side = row[0].text.flatMap(BenchPoint.Side.init), let coordinates = row[1].json?.members,
      let fingerprint = row[2].text, let qualityScale = row[3].integer, let settings = row[4].json?.members,
      let picture = row[6].text, let result = Measurement.Result(Array(row[12...]))
    else { return nil }
    self.side = side
    self.coordinates = coordinates.map { BenchPoint.Value(key: $0.key, text: $0.value.stringValue ?? "") }
    self.fingerprint = fingerprint
    self.qualityScale = qualityScale
    let layers = row[5].json
    self.settings = settings.map {
      Setting(key: $0.key, value: $0.value, layer: layers?[$0.key]?.stringValue ?? "")
    }
    self.picture = picture
    sourceSize = row[7].integer.flatMap { width in row[8].integer.map { PixelSize(width, $0) } }
    sourceBytes = row[9].integer
    inputHash = row[10].text
    sharedWith = row[11].text
    self.result = result
    measures = run.measures
    environment = run.environment
  }
}

extension Measurement.Result {
  /// - Parameter row: The columns from `failure` on.
  fileprivate init?(_ row: [SQLiteValue]) {
    if let reason = row[0].text {
      self = .failed(reason: reason)
      return
    }
    guard let format = row[1].text.flatMap(ImageFormat.init), let width = row[2].integer, let height = row[3].integer,
      let byteCount = row[4].integer, let hash = row[5].text, let encode = row[11].json?.doubles, !encode.isEmpty,
      let processor = row[12].json?.doubles
    else { return nil }
    let times = RenderingTimes(
      decode: row[7].real ?? 0, resize: row[8].real ?? 0, convert: row[9].real ?? 0, processor: row[10].real ?? 0)
    self = .measured(
      Measurement.Figures(
        format: format, size: PixelSize(width, height), byteCount: byteCount, hash: hash, rendering: times,
        encodeMilliseconds: encode, encodeProcessorMilliseconds: processor,
        scores: (row[6].json?.elements ?? []).map(\.doubleValue)))
  }
}

extension SQLiteValue {
  /// A text column that holds JSON.
  var json: JSONValue? { text.flatMap { try? JSONValue(parsing: $0) } }  // what is none is no value
}
