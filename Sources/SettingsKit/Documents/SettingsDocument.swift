/// A JSON5 document that gives settings values, such as a project file: its candidates, and what is wrong with it.
///
/// ```json5
/// {
///   "$schema": "imgtune.schema.json",
///   quality: 0.7,                      // comments and trailing commas are fine
///   jpeg: { progressive: true },       // the same as "jpeg.progressive": true
/// }
/// ```
public struct SettingsDocument: Sendable {
  /// The name that places are told with.
  public let name: String
  /// Everything wrong, problems of values included, in the order of the document.
  ///
  /// Those of kind `.badValue` are found again by `SettingsResolution` from the same candidates; who resolves too shows
  /// them once.
  public let problems: [DocumentProblem]
  /// Whether the text is a JSON5 object at all.
  public let isReadable: Bool
  /// The members that are no settings but allowed, in the order of the document.
  public let reserved: [JSONMember]

  private let entries: [SettingsFlattening.Entry]

  /// Reads a document. It does not throw: what is wrong is in `problems`, and the rest counts.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8.
  ///   - name: What to call the document in places, such as its path.
  ///   - registry: The settings that there are. Only its sections are taken apart; records stay whole.
  ///   - reserved: Keys at the top that are no settings, to be found in `reserved`.
  public init(
    parsing bytes: [UInt8], name: String, registry: SettingsRegistry, reserved: Set<String> = ["$schema"]
  ) {
    self.name = name
    do throws(JSONSyntaxError) {
      let root = try Coders.readJSON(bytes)
      guard case .object(let members) = root.content else {
        throw JSONSyntaxError(position: root.position, reason: "the document is \(root.value.typeName), not an object")
      }
      let isReserved: (JSONNode.Member) -> Bool = { reserved.contains($0.key) && registry.setting($0.key) == nil }
      let flat = SettingsFlattening(members.filter { !isReserved($0) }, registry: registry, document: name)
      self.reserved = members.filter(isReserved).map { JSONMember($0.key, $0.value.value) }
      entries = flat.entries.filter(\.isKnown)
      problems = flat.problems.sorted {
        ($0.position?.line ?? 0, $0.position?.column ?? 0) < ($1.position?.line ?? 0, $1.position?.column ?? 0)
      }
      isReadable = true
    } catch {
      problems = [DocumentProblem(.damaged, in: name, at: error.position, error.reason)]
      (entries, self.reserved, isReadable) = ([], [], false)
    }
  }

  /// What the document offers: each setting once, in the order of the document, with the place of its value: "imgtune.json:3:14".
  public func candidates(_ layer: SettingOrigin.Layer = .projectFile) -> [SettingCandidate] {
    entries.map {
      SettingCandidate($0.key, .json($0.value), from: SettingOrigin(layer, place: name + $0.valuePlace))
    }
  }

  /// Where a setting is given, `nil` where it is not.
  public func position(of key: String) -> JSONPosition? { entries.first { $0.key == key }?.position }
}
