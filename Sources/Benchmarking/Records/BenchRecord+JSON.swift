import Codecs
import Pixels
import SettingsKit

extension BenchRecord {
  /// One line of a record file. Units stand in the names.
  public var json: JSONValue {
    var members: [JSONMember] = []
    func add(_ key: String, _ value: JSONValue?) { if let value { members.append(JSONMember(key, value)) } }
    add("event", "record")
    add("version", .integer(BenchRecord.version))
    add("picture", .string(picture))
    add("sourceWidth", sourceSize.map { .integer($0.width) })
    add("sourceHeight", sourceSize.map { .integer($0.height) })
    add("sourceBytes", sourceBytes.map(JSONValue.integer))
    add("inputHash", inputHash.map(JSONValue.string))
    add("side", .string(side.rawValue))
    add("point", .object(coordinates.map { JSONMember($0.key, .string($0.text)) }))
    add("fingerprint", .string(fingerprint))
    add("qualityScale", .integer(qualityScale))
    add("settings", .object(settings.map { JSONMember($0.key, $0.value) }))
    add("settingLayers", .object(settings.map { JSONMember($0.key, .string($0.layer)) }))
    add("sharedWith", sharedWith.map(JSONValue.string))
    switch result {
    case .failed(let reason):
      add("status", "failed")
      add("reason", .string(reason))
    case .measured(let figures):
      add("status", "measured")
      members += BenchRecord.members(figures, measures)
    }
    add("libraries", environment.librariesJSON)
    add("host", environment.hostJSON)
    return .object(members)
  }

  private static func members(_ figures: Measurement.Figures, _ measures: [String]) -> [JSONMember] {
    let encode = figures.encode
    let processor = Sample(figures.encodeProcessorMilliseconds)
    return [
      JSONMember("format", .string(figures.format.rawValue)),
      JSONMember("width", .integer(figures.size.width)), JSONMember("height", .integer(figures.size.height)),
      JSONMember("outputBytes", .integer(figures.byteCount)), JSONMember("outputHash", .string(figures.hash)),
      JSONMember("bitsPerPixel", .decimal(rounded(figures.bitsPerPixel, 1e6))),
      JSONMember(
        "scores", .object(zip(measures, figures.scores).map { JSONMember($0, $1.map(JSONValue.decimal) ?? .null) })),
      JSONMember("decodeMilliseconds", milliseconds(figures.rendering.decode)),
      JSONMember("resizeMilliseconds", milliseconds(figures.rendering.resize)),
      JSONMember("convertMilliseconds", milliseconds(figures.rendering.convert)),
      JSONMember("renderProcessorMilliseconds", milliseconds(figures.rendering.processor)),
      JSONMember(
        "encode",
        .object([
          "runs": .integer(encode.count), "minimumMilliseconds": milliseconds(encode.minimum),
          "medianMilliseconds": milliseconds(encode.median),
          "medianAbsoluteDeviationMilliseconds": milliseconds(encode.medianAbsoluteDeviation),
          "processorMilliseconds": milliseconds(processor.median),
          "allMilliseconds": .array(figures.encodeMilliseconds.map(milliseconds)),
          "allProcessorMilliseconds": .array(figures.encodeProcessorMilliseconds.map(milliseconds)),
        ])),
    ]
  }

  /// Microseconds are enough; digits beyond them would only be noise.
  private static func milliseconds(_ value: Double) -> JSONValue { .decimal(rounded(value, 1_000)) }
  private static func rounded(_ value: Double, _ parts: Double) -> Double { (value * parts).rounded() / parts }

  /// Reads back what `json` wrote.
  ///
  /// - Returns: `nil` for anything else.
  public init?(_ json: JSONValue) {
    guard json["event"] == "record", json["version"] == .integer(BenchRecord.version),
      let picture = json["picture"]?.stringValue, let side = json["side"]?.stringValue.flatMap(BenchPoint.Side.init),
      let fingerprint = json["fingerprint"]?.stringValue, let result = BenchRecord.result(json)
    else { return nil }
    self.picture = picture
    self.side = side
    self.fingerprint = fingerprint
    self.result = result
    sourceSize = BenchRecord.size(json["sourceWidth"], json["sourceHeight"])
    sourceBytes = json["sourceBytes"]?.intValue
    inputHash = json["inputHash"]?.stringValue
    coordinates = (json["point"]?.members ?? []).compactMap { member in
      member.value.stringValue.map { BenchPoint.Value(key: member.key, text: $0) }
    }
    qualityScale = json["qualityScale"]?.intValue ?? 0
    let layers = json["settingLayers"]
    settings = (json["settings"]?.members ?? []).map {
      Setting(key: $0.key, value: $0.value, layer: layers?[$0.key]?.stringValue ?? "")
    }
    sharedWith = json["sharedWith"]?.stringValue
    measures = (json["scores"]?.members ?? []).map(\.key)
    let host = json["host"]
    environment = BenchEnvironment(
      libraries: BenchEnvironment.libraries(json["libraries"]), host: host?["name"]?.stringValue ?? "",
      processor: host?["processor"]?.stringValue ?? "", processors: host?["processors"]?.intValue ?? 1,
      system: host?["system"]?.stringValue ?? "")
  }

  private static func size(_ width: JSONValue?, _ height: JSONValue?) -> PixelSize? {
    guard let width = width?.intValue, let height = height?.intValue, (1...1_000_000_000).contains(width),
      (1...1_000_000_000).contains(height)
    else { return nil }
    return PixelSize(width, height)
  }

  private static func result(_ json: JSONValue) -> Measurement.Result? {
    if json["status"] == "failed" { return .failed(reason: json["reason"]?.stringValue ?? "") }
    guard json["status"] == "measured", let format = json["format"]?.stringValue.flatMap(ImageFormat.init),
      let size = size(json["width"], json["height"]), let byteCount = json["outputBytes"]?.intValue,
      let hash = json["outputHash"]?.stringValue,
      let encode = json["encode"]?["allMilliseconds"]?.doubles, !encode.isEmpty,
      let processor = json["encode"]?["allProcessorMilliseconds"]?.doubles, processor.count == encode.count
    else { return nil }
    let times = RenderingTimes(
      decode: json["decodeMilliseconds"]?.doubleValue ?? 0, resize: json["resizeMilliseconds"]?.doubleValue ?? 0,
      convert: json["convertMilliseconds"]?.doubleValue ?? 0,
      processor: json["renderProcessorMilliseconds"]?.doubleValue ?? 0)
    return .measured(
      Measurement.Figures(
        format: format, size: size, byteCount: byteCount, hash: hash, rendering: times, encodeMilliseconds: encode,
        encodeProcessorMilliseconds: processor, scores: (json["scores"]?.members ?? []).map(\.value.doubleValue)))
  }
}
