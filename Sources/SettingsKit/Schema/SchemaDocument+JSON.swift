extension SchemaDocument {
  /// The document as it is exported.
  public var json: JSONValue {
    .object([
      "schemaVersion": .integer(version),
      "title": .string(title),
      "sections": .array(
        sections.map { section in
          .object([
            "key": .string(section.key), "title": .string(section.title), "explanation": .string(section.explanation),
            "footer": section.footer.isEmpty ? nil : .string(section.footer),
            "icon": section.icon.map(JSONValue.string),
          ])
        }),
      "settings": .array(settings.map(\.json)),
      "rules": rules.isEmpty
        ? nil
        : .array(
          rules.map {
            .object(["key": .string($0.key), "requires": $0.condition.json, "problem": .string($0.problem)])
          }),
    ])
  }
}

extension SchemaSetting {
  var json: JSONValue {
    .object([
      "key": .string(key), "section": .string(section), "title": .string(title), "explanation": .string(explanation),
      "kind": kind.json, "default": defaultJSON, "unit": unit.map { .string($0.rawValue) },
      "minimum": range?.lower.map(\.json), "maximum": range?.upper.map(\.json), "step": step.map(\.json),
      "flag": .string("--" + flag), "shortFlag": shortFlag.map { .string("-\($0)") },
      "environment": environment.map(JSONValue.string), "advanced": .bool(isAdvanced),
      "enabledWhen": enabledWhen?.json, "visibleWhen": visibleWhen?.json,
      "onParentChange": onParentChange == .keep ? nil : .string(onParentChange.rawValue),
      "choicesWhen": choicesWhen.isEmpty
        ? nil : .object(choicesWhen.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value.json) }),
      "pattern": pattern.map(JSONValue.string),
      "renamedFrom": renamedFrom.isEmpty ? nil : .array(renamedFrom.map(JSONValue.string)),
      "icon": icon.map(JSONValue.string), "control": control.map(JSONValue.string),
    ])
  }
}

extension ValueKind {
  var json: JSONValue {
    .object([
      "name": .string(name), "jsonType": .string(jsonType), "optional": .bool(isOptional),
      "choices": choices.isEmpty
        ? nil
        : .array(choices.map { .object(["value": .string($0.value), "title": .string($0.title)]) }),
      "textPattern": textPattern.map(JSONValue.string), "lowest": lowest.map(\.json),
      "element": element.first?.json, "fields": fields.isEmpty ? nil : .array(fields.map(\.json)),
    ])
  }
}
