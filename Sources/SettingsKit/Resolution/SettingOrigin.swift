/// Where a value came from: a layer, and the place inside it.
public struct SettingOrigin: Sendable, Equatable {
  /// The layers, weakest first.
  public enum Layer: Int, Sendable, Comparable, CaseIterable {
    case declaredDefault, suggestion, userStore, projectFile, environment, commandLine, live, variant, sweep

    public static func < (a: Layer, b: Layer) -> Bool { a.rawValue < b.rawValue }

    /// The layer's name in JSON output.
    public var name: String {
      switch self {
      case .declaredDefault: "default"
      case .suggestion: "suggestion"
      case .userStore: "user"
      case .projectFile: "project"
      case .environment: "environment"
      case .commandLine: "commandLine"
      case .live: "live"
      case .variant: "variant"
      case .sweep: "sweep"
      }
    }

    /// The layer in a reader's words.
    public var title: String {
      switch self {
      case .declaredDefault: "default"
      case .suggestion: "suggestion"
      case .userStore: "user settings"
      case .projectFile: "project file"
      case .environment: "environment"
      case .commandLine: "command line"
      case .live: "live session"
      case .variant: "variant"
      case .sweep: "sweep"
      }
    }

    /// Whether the layer belongs to a person or a machine and not to the work; an isolated resolution ignores it.
    public var isPersonal: Bool { self == .userStore || self == .environment }
  }

  public var layer: Layer
  /// "--set", "imgtune.json:3:14", "IMGTUNE_QUALITY"; empty for a declared default.
  public var place: String
  /// The name of the preset that the value was expanded from, `nil` for one of the layer's own keys.
  ///
  /// A preset stands inside the layer that names it: above every weaker layer, below the layer's own keys.
  public var preset: String?

  public init(_ layer: Layer, place: String = "", preset: String? = nil) {
    self.layer = layer
    self.place = place
    self.preset = preset
  }

  /// Whether a value from here beats one from `other`, whatever their order; between equals the later one wins.
  public func isStronger(than other: SettingOrigin) -> Bool {
    (layer.rawValue, preset == nil ? 1 : 0) > (other.layer.rawValue, other.preset == nil ? 1 : 0)
  }

  /// The place as a reader can find it: "--set", "imgtune.json:3:13, preset web", "default".
  public var text: String {
    (place.isEmpty ? layer.title : place) + (preset.map { ", preset \($0)" } ?? "")
  }

  public var json: JSONValue {
    .object([
      "layer": .string(layer.name), "place": place.isEmpty ? nil : .string(place),
      "preset": preset.map(JSONValue.string),
    ])
  }
}
