/// Where a value came from: a layer, and the place inside it.
public struct SettingOrigin: Sendable, Equatable {
  /// The layers, weakest first.
  public enum Layer: Int, Sendable, Comparable, CaseIterable {
    case declaredDefault, suggestion, userStore, projectFile, environment, commandLine, live, variant

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
      }
    }
  }

  public var layer: Layer
  /// "--set", "imgtune.json:3", "IMGTUNE_QUALITY"; empty for a declared default.
  public var place: String

  public init(_ layer: Layer, place: String = "") {
    self.layer = layer
    self.place = place
  }
}

/// A value that some layer offers for a setting.
public struct SettingCandidate: Sendable, Equatable {
  public var key: String
  /// What the layer says: typed text, or a value of a document.
  public enum Raw: Sendable, Equatable {
    case text(String)
    case json(JSONValue)

    /// The raw value as a person wrote it.
    public var text: String {
      switch self {
      case .text(let text): text
      case .json(let value): value.compactText
      }
    }
  }
  public var raw: Raw
  public var origin: SettingOrigin

  public init(_ key: String, _ raw: Raw, from origin: SettingOrigin) {
    self.key = key
    self.raw = raw
    self.origin = origin
  }
}
