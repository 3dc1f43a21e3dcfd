import Files
import Jobs
import SettingsKit

/// What a run gave at an earlier time, to hold later ones against.
public struct Baseline: Sendable, Equatable {
  /// Raised when a reader of older baselines would misunderstand a newer one.
  ///
  /// 2: contents are told apart by XXH64.
  public static let version = 2

  public struct Entry: Sendable, Equatable {
    public var picture: String
    public var inputHash: String
    public var coordinates: [BenchPoint.Value]
    public var fingerprint: String
    public var byteCount: Int
    public var hash: String
    /// By measure; `nil` for an infinite one.
    public var scores: [String: Double?]
  }

  public var libraries: [BenchEnvironment.Library]
  public var qualityScale: Int
  public var measures: [String]
  public var entries: [Entry]

  public init(_ results: BenchResults) {
    libraries = results.environment.libraries
    qualityScale = CompressionSettings.qualityScaleVersion
    measures = results.plan.measures
    entries = results.all.compactMap { measurement in
      guard let figures = measurement.figures, let content = results.contents[measurement.picture] else { return nil }
      let point = results.plan.points[measurement.point]
      return Entry(
        picture: results.plan.pictures[measurement.picture].name, inputHash: content.hash,
        coordinates: point.coordinates, fingerprint: point.fingerprint, byteCount: figures.byteCount,
        hash: figures.hash,
        scores: Dictionary(
          zip(results.plan.measures, results.plan.measures.indices.map { figures.score($0) })
        ) { first, _ in first })
    }
  }

  /// Reads a baseline.
  ///
  /// - Throws: `BenchRefusal` where it is missing, damaged or of another version, with what to do.
  public init(at path: FilePath) throws(BenchRefusal) {
    let bytes: [UInt8]
    do throws(FileError) { bytes = try wholeFile(path) } catch {
      throw error.isAbsence
        ? BenchRefusal("there is no baseline \(path)", hint: "--update-baseline writes one")
        : BenchRefusal("the baseline \(path) cannot be read: \(error.reason)", hint: "name the file with --baseline")
    }
    let again = "bring back the old file, or write it anew with --update-baseline"
    let json: JSONValue
    do throws(JSONSyntaxError) { json = try JSON5Parser.parse(bytes).value } catch {
      throw BenchRefusal("the baseline \(path) is damaged: \(error)", hint: again)
    }
    guard let found = json["imgtuneBaseline"]?.intValue else {
      throw BenchRefusal("\(path) is no baseline of imgtune", hint: again)
    }
    guard found == Baseline.version else {
      throw BenchRefusal(
        "the baseline \(path) is of version \(found), and this imgtune reads version \(Baseline.version)",
        hint: found > Baseline.version
          ? "use the imgtune that wrote it, or write it anew with --update-baseline"
          : "write it anew with --update-baseline")
    }
    guard let read = Baseline(json) else {
      throw BenchRefusal("the baseline \(path) is damaged: something is missing in it", hint: again)
    }
    self = read
  }

  private init?(_ json: JSONValue) {
    guard let qualityScale = json["qualityScale"]?.intValue, let measures = json["measures"]?.elements,
      let entries = json["entries"]?.elements
    else { return nil }
    libraries = BenchEnvironment.libraries(json["libraries"])
    self.qualityScale = qualityScale
    self.measures = measures.compactMap(\.stringValue)
    self.entries = entries.compactMap(Entry.init)
    guard self.entries.count == entries.count else { return nil }
  }

  public var json: JSONValue {
    .object([
      "imgtuneBaseline": .integer(Baseline.version), "qualityScale": .integer(qualityScale),
      "libraries": .object(libraries.map { JSONMember($0.name, .string($0.version)) }),
      "measures": .array(measures.map(JSONValue.string)), "entries": .array(entries.map { $0.json(measures) }),
    ])
  }

  /// Writes it so that the file shows the old baseline or the new one, whole.
  ///
  /// - Throws: `BenchRefusal` with the system's reason.
  public func write(to path: FilePath) throws(BenchRefusal) {
    do {
      try Array((json.prettyText + "\n").utf8).withUnsafeBytes { try writeWholeFile(path, $0) }
    } catch {
      throw BenchRefusal("the baseline cannot be written: \(error)")
    }
  }
}

extension Baseline.Entry {
  fileprivate init?(_ json: JSONValue) {
    guard let picture = json["picture"]?.stringValue, let inputHash = json["inputHash"]?.stringValue,
      let point = json["point"]?.members, let fingerprint = json["fingerprint"]?.stringValue,
      let byteCount = json["outputBytes"]?.intValue, let hash = json["outputHash"]?.stringValue,
      let scores = json["scores"]?.members
    else { return nil }
    self.picture = picture
    self.inputHash = inputHash
    coordinates = point.map { BenchPoint.Value(key: $0.key, text: $0.value.stringValue ?? "") }
    self.fingerprint = fingerprint
    self.byteCount = byteCount
    self.hash = hash
    self.scores = Dictionary(scores.map { ($0.key, $0.value.doubleValue) }) { first, _ in first }
  }

  fileprivate func json(_ measures: [String]) -> JSONValue {
    .object([
      "picture": .string(picture), "inputHash": .string(inputHash),
      "point": .object(coordinates.map { JSONMember($0.key, .string($0.text)) }),
      "fingerprint": .string(fingerprint), "outputBytes": .integer(byteCount), "outputHash": .string(hash),
      "scores": .object(measures.map { JSONMember($0, (scores[$0] ?? nil).map(JSONValue.decimal) ?? .null) }),
    ])
  }

  var label: String { BenchPoint.label(.new, coordinates) }
}
