import Codecs
import Jobs
import Pipeline
import SettingsKit

/// One set of settings that pictures are compressed with.
public struct BenchPoint: Sendable {
  /// Which of two configurations a point belongs to.
  public enum Side: String, Sendable {
    /// The configuration that is measured.
    case new
    /// The one that it is measured against.
    case old
  }

  /// A setting with a value of its own here.
  public struct Value: Sendable, Equatable {
    public var key: String
    public var text: String

    public init(key: String, text: String) {
      self.key = key
      self.text = text
    }
  }

  public let index: Int
  public let side: Side
  /// What the sweep set, in the order of its axes; empty for the configuration as it is.
  public let coordinates: [Value]
  public let resolution: SettingsResolution
  public let request: PipelineRequest
  /// Stands for all values that can change bytes and the meaning of `quality`: equal only for the same settings.
  public let fingerprint: String

  init(_ index: Int, _ side: Side, _ coordinates: [Value], _ resolution: SettingsResolution) {
    self.index = index
    self.side = side
    self.coordinates = coordinates
    self.resolution = resolution
    request = resolution.snapshot(as: CompressionSettings.self).request
    given = BenchPoint.given(resolution)
    let deciding = given.filter { CompressionSettings.decidesBytes($0.key) }
    fingerprint = Fingerprint.text(
      deciding.map { "\($0.key)=\($0.value.compactText)" }
        + ["quality scale \(CompressionSettings.qualityScaleVersion)"])
  }

  /// The point's name in tables: "quality=0.5 format=webp"; "as configured" where nothing was set.
  public var label: String { BenchPoint.label(side, coordinates) }

  static func label(_ side: Side, _ coordinates: [Value]) -> String {
    let name =
      coordinates.isEmpty
      ? "as configured" : coordinates.map { "\($0.key)=\($0.text)" }.joined(separator: " ")
    return side == .old ? "old: " + name : name
  }

  /// Every value that is not the declared default, in the order of declaration.
  let given: [BenchRecord.Setting]

  private static func given(_ resolution: SettingsResolution) -> [BenchRecord.Setting] {
    resolution.registry.settings.compactMap { setting in
      let value = resolution.value(setting.key).json
      guard value != setting.defaultValue.json else { return nil }
      return BenchRecord.Setting(key: setting.key, value: value, layer: resolution.origin(setting.key).layer.name)
    }
  }
}
