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
          ])
        }),
      "settings": .array(settings.map(\.json)),
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
      "enabledWhen": enabledWhen?.json,
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
      "element": element.first?.json,
    ])
  }
}
