// Between stored records and live values.

extension StoredSettings {
  /// Stores a live value.
  ///
  /// - Parameter value: Of the setting's own type, as `SettingDescriptor.parse` or `.decode` returns it.
  public mutating func set(_ value: any SettingValue, for setting: SettingDescriptor) {
    self[setting.key] = value.json
  }
}

extension LoadedSettings {
  /// The stored values of known settings as candidates of a layer, each with its place.
  ///
  /// Values that their setting does not allow are among them: the resolution reports and skips them.
  public func candidates(_ layer: SettingOrigin.Layer = .userStore) -> [SettingCandidate] {
    stored.values.compactMap { member in
      places[member.key].map {
        SettingCandidate(member.key, .json(member.value), from: SettingOrigin(layer, place: $0))
      }
    }
  }
}

extension LoadedSettings {
  /// Reads a stored document.
  ///
  /// - Throws: `JSONSyntaxError` where its shape is not that of stored settings.
  init(reading root: JSONNode, registry: SettingsRegistry, location: String) throws(JSONSyntaxError) {
    guard case .object(let members) = root.content else {
      throw JSONSyntaxError(position: root.position, reason: "the document is \(root.value.typeName), not an object")
    }
    let version = try LoadedSettings.version(root.member(Coders.versionKey))
    let isNewer = version > StoredSettings.currentVersion
    var values: [JSONNode.Member] = []
    if let member = root.member(Coders.valuesKey) {
      if case .object(let inner) = member.value.content {
        values = inner
      } else if !isNewer {
        throw JSONSyntaxError(
          position: member.value.position, reason: "“values” is \(member.value.value.typeName), not an object")
      }
    }
    let extras = members.filter { ![Coders.versionKey, Coders.valuesKey].contains($0.key) }
    let flat = SettingsFlattening(values, registry: registry, document: location)

    stored = StoredSettings(
      extras: extras.map { JSONMember($0.key, $0.value.value) }, version: version)
    for entry in flat.entries {
      stored[entry.key] = entry.value
      spellings.insert(entry.spelling)
      guard entry.isKnown else { continue }
      places[entry.key] = location + entry.valuePlace
    }
    if isNewer { report(.newerVersion(version), in: location) }
    for member in extras where registry.setting(member.key) != nil {
      problems.append(
        DocumentProblem(
          .unknownKey, in: location, at: member.keyPosition, key: member.key,
          "\(member.key) does not count here; settings stand inside “values”"))
    }
    // A followed rename is no news: the next change writes the new key.
    let isFollowed: (DocumentProblem) -> Bool = { $0.kind == .renamedKey && flat.entries.allSatisfy(\.isKnown) }
    problems += flat.problems.filter { !isFollowed($0) }
    condition = isNewer ? .newer(version) : .sound
  }

  /// A document without a version is one that a person began.
  private static func version(_ member: JSONNode.Member?) throws(JSONSyntaxError) -> Int {
    guard let member else { return StoredSettings.currentVersion }
    guard case .scalar(.integer(let version)) = member.value.content, version >= 1 else {
      throw JSONSyntaxError(
        position: member.value.position, reason: "“version” is \(member.value.value.compactText), not 1 or more")
    }
    return version
  }
}
