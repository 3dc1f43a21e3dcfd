/// Turns nested objects into values by dotted key: `{"jpeg": {"quality": 80}}` and `{"jpeg.quality": 80}` are the same.
///
/// Only what the registry knows as a section is taken apart; a record stays one value.
struct SettingsFlattening {
  struct Entry {
    var key: String
    /// The key as the document has it, which may be an earlier one.
    var spelling: String
    var value: JSONValue
    var position: JSONPosition
    /// Where the value stands, as `:LINE:COLUMN` behind a document's name; empty for documents without lines.
    var valuePlace: String
    /// Whether the key names a setting; values of others are kept but do not count.
    var isKnown: Bool
    /// Whether the same key comes again.
    var isSuperseded = false
  }

  /// Each key once, in the order of the document; of a key that is given twice, the last.
  private(set) var entries: [Entry] = []
  private(set) var problems: [DocumentProblem] = []
  /// Where each key stands among the entries.
  private var places: [String: Int] = [:]
  /// Keys that no setting has; of many the first are told one by one.
  private var unknownCount = 0
  private var lastUnknown: JSONPosition?
  private static let toldUnknownKeys = 50

  private let registry: SettingsRegistry
  private let document: String
  private let keys: [String]
  private let sections: Set<String>
  /// The key of each setting by its earlier keys.
  private let renames: [String: String]

  init(_ members: [JSONNode.Member], registry: SettingsRegistry, document: String) {
    self.registry = registry
    self.document = document
    keys = registry.keys
    renames = registry.renames
    sections = Set(registry.sections.map(\.key) + renames.keys.flatMap(SettingsFlattening.sectionKeys)).subtracting([""]
    )
    visit(members, prefix: "")
    entries.removeAll { $0.isSuperseded }
    followRenames()
    if unknownCount > SettingsFlattening.toldUnknownKeys, let lastUnknown {
      let more = unknownCount - SettingsFlattening.toldUnknownKeys
      report(.unknownKey, lastUnknown, "", "\(more) more keys are not settings")
    }
  }

  /// Every section that a key stands in: `a` and `a.b` of `a.b.c`.
  private static func sectionKeys(of key: String) -> [String] {
    key.indices.filter { key[$0] == "." }.map { String(key[..<$0]) }
  }

  private mutating func visit(_ members: [JSONNode.Member], prefix: String) {
    var seen: [String: JSONPosition] = [:]
    for member in members {
      let key = prefix + member.key
      if registry.setting(key) != nil || renames[key] != nil {
        record(key, member, isKnown: true)
      } else if sections.contains(key) {
        if let first = seen.updateValue(member.keyPosition, forKey: key) {
          report(.duplicateKey, member.keyPosition, key, "\(key) is given twice\(since(first)); the parts are joined")
        }
        visitSection(key, member)
      } else {
        record(key, member, isKnown: false)
        unknownCount += 1
        lastUnknown = member.keyPosition
        // A file of another program can have thousands, and looking for the nearest name takes a while.
        guard unknownCount <= SettingsFlattening.toldUnknownKeys else { continue }
        let nearest = nearestNames(to: key, among: keys)
        report(
          .unknownKey, member.keyPosition, key, "there is no setting \(key)",
          hint: nearest.isEmpty ? nil : "did you mean \(nearest.joined(separator: " or "))?")
      }
    }
  }

  private mutating func visitSection(_ key: String, _ member: JSONNode.Member) {
    if case .object(let inner) = member.value.content { return visit(inner, prefix: key + ".") }
    record(key, member, isKnown: false)
    let example = keys.first { $0.hasPrefix(key + ".") }
    report(
      .notASection, member.value.position, key,
      "\(key) is \(member.value.value.typeName), but \(key) is a section and takes an object",
      hint: example.map { "the setting may be meant, such as \($0)" })
  }

  private mutating func record(_ key: String, _ member: JSONNode.Member, isKnown: Bool) {
    if let earlier = places.updateValue(entries.count, forKey: key) {
      report(
        .duplicateKey, member.keyPosition, key,
        "\(key) is given twice\(since(entries[earlier].position)); the last one counts")
      entries[earlier].isSuperseded = true
    }
    let value = member.value.value
    let place = member.value.position.line > 0 ? ":\(member.value.position)" : ""
    entries.append(
      Entry(
        key: key, spelling: key, value: value, position: member.keyPosition, valuePlace: place, isKnown: isKnown))
    guard isKnown, let setting = registry.setting(renames[key] ?? key) else { return }
    do {
      _ = try setting.decode(value)
    } catch {
      report(
        .badValue, member.value.position, key, "\(key) = \(value.compactText) \(error.reason)",
        hint: error.suggestion.map { "did you mean \($0)?" })
    }
  }

  /// An earlier key's value moves to the setting's own key, unless that has a value already.
  private mutating func followRenames() {
    for index in entries.indices {
      let old = entries[index].key
      guard let new = renames[old] else { continue }
      if entries.contains(where: { $0.key == new }) {
        entries[index].isKnown = false
        report(
          .renamedKey, entries[index].position, old,
          "\(old) is now called \(new), which is given too: \(old) is ignored"
        )
      } else {
        entries[index].key = new
        report(.renamedKey, entries[index].position, old, "\(old) is now called \(new)")
      }
    }
  }

  private func since(_ position: JSONPosition) -> String { position.line > 0 ? ", first at \(position)" : "" }

  private mutating func report(
    _ kind: DocumentProblem.Kind, _ position: JSONPosition, _ key: String, _ sentence: String, hint: String? = nil
  ) {
    problems.append(DocumentProblem(kind, in: document, at: position, key: key, sentence, hint: hint))
  }
}

extension SettingsRegistry {
  /// The key of each renamed setting by each of its earlier keys.
  var renames: [String: String] {
    let pairs = settings.flatMap { setting in setting.metadata.renamedFrom.map { ($0, setting.key) } }
    return Dictionary(pairs) { first, _ in first }
  }
}
