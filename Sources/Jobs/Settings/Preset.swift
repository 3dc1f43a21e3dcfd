import SettingsKit

/// A named set of values that is used as one.
public struct Preset: Sendable, Equatable {
  public var name: String
  /// What it is for; empty for a person's own.
  public var summary: String
  /// The values by key, as stored.
  public var values: [JSONMember]
  public var isShipped: Bool
  /// Why it cannot be used, such as a damaged file; `nil` for one that can.
  public var obstacle: String?

  /// The presets that come with the program.
  public static let shipped: [Preset] = [
    Preset(
      "web", "photographs on pages: 2048 px, progressive",
      [("maxDimension", 2_048), ("quality", 0.75), ("jpeg.progressive", true)]),
    Preset(
      "thumbnail", "small previews: 320 px",
      [("maxDimension", 320), ("quality", 0.7), ("resize.linearLight", true)]),
    Preset(
      "archive", "hardly any loss, everything kept",
      [
        ("quality", 0.95), ("jpeg.chroma", "4:4:4"), ("png.level", 9), ("color.profile", "keep"),
        ("metadata.keep", .array(["exif", "xmp"])), ("output.keepDates", true),
      ]),
    Preset(
      "screenshot", "screens and drawings, every pixel kept",
      [("format", "webp"), ("webp.lossless", true), ("webp.method", 6)]),
  ]

  private init(_ name: String, _ summary: String, _ values: [(String, JSONValue)]) {
    self.name = name
    self.summary = summary
    self.values = values.map(JSONMember.init)
    isShipped = true
  }

  init(own name: String, _ loaded: LoadedSettings) {
    self.name = name
    summary = ""
    values = loaded.stored.values
    isShipped = false
    if loaded.condition != .sound { obstacle = loaded.problems.first.map { "\($0.place): \($0.sentence)" } }
  }

  /// Whether a name can be a preset's: letters, digits, dots, dashes and underlines, no dot in front.
  public static func isName(_ text: String) -> Bool {
    !text.isEmpty && !text.hasPrefix(".")
      && text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || "._-".utf8.contains(byte)
      }
  }

  /// The values as candidates of the layer that named the preset, below that layer's own.
  public func candidates(_ origin: SettingOrigin) -> [SettingCandidate] {
    values.map {
      SettingCandidate($0.key, .json($0.value), from: SettingOrigin(origin.layer, place: origin.place, preset: name))
    }
  }
}

/// The presets that can be named: those shipped, and a person's own, which win over them.
public struct PresetLibrary: Sendable {
  private let user: UserFolder?

  /// - Parameter user: `nil` where only what is shipped counts.
  public init(user: UserFolder?) { self.user = user }

  /// All presets, a person's own last.
  public var all: [Preset] {
    let own = (user?.presetNames ?? []).compactMap(preset)
    return Preset.shipped.filter { shipped in !own.contains { $0.name == shipped.name } } + own
  }

  public func preset(_ name: String) -> Preset? {
    if Preset.isName(name), let loaded = user?.preset(name)?.load(), loaded.condition != .absent {
      return Preset(own: name, loaded)
    }
    return Preset.shipped.first { $0.name == name }
  }

  /// Saves what differs from the defaults as a preset of a person's own, in place of one that has the name.
  ///
  /// - Returns: The keys that it holds, and where it lies.
  /// - Throws: `PlanProblem` for a bad name or where there is no place for presets, `StorageError`.
  package func save(_ name: String, _ resolution: SettingsResolution) throws -> (keys: [String], location: String) {
    guard Preset.isName(name) else {
      throw PlanProblem(
        sentence: "a preset needs one name", hint: "letters, digits, dots, dashes and underlines, such as shop-small")
    }
    guard let storage = user?.preset(name) else {
      throw PlanProblem(sentence: "nobody says where your presets would be", hint: "set HOME or XDG_CONFIG_HOME")
    }
    let values = resolution.differingFromDefaults
    try storage.update { stored in
      stored.removeAll()
      for (key, value) in values { stored[key] = value }
    }
    return (values.map(\.key), storage.location)
  }
}

extension SettingsResolution {
  /// The values that are no defaults, with what presets stand for instead of their names.
  package var differingFromDefaults: [(key: String, value: JSONValue)] {
    registry.settings.compactMap { setting in
      let json = value(setting.key).json
      return setting.key == "preset" || json == setting.defaultValue.json ? nil : (setting.key, json)
    }
  }
}
