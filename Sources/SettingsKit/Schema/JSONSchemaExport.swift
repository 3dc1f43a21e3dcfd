/// A JSON Schema of the file that holds settings, so that editors complete and check it and CI can refuse a bad one.
///
/// It accepts what the program accepts, as far as JSON Schema can say it: a range of a number that is written as a text
/// with a unit, and rules between settings, whose other halves may come from another layer, are left to the program.
///
/// Source: JSON Schema 2020-12, core and validation.
public struct JSONSchemaExport: Sendable {
  private let document: SchemaDocument

  public init(_ document: SchemaDocument) { self.document = document }

  /// Each setting once, under `$defs`, and an object that reaches it by every spelling of its key.
  public var json: JSONValue {
    let root = object(at: [], spellings: spellings)
    let own: JSONValue = .object([
      "$schema": .string("https://json-schema.org/draft/2020-12/schema"),
      // What VS Code calls the parts of JSON5 that it lets through; other readers pass over unknown keywords.
      "allowComments": true, "allowTrailingCommas": true,
    ])
    let definitions = document.settings.map { JSONMember($0.key, JSONSchemaExport.schema(of: $0)) }
    return own.adding(root).adding(.object([JSONMember("$defs", .object(definitions))]))
  }

  /// A key as a file may write it.
  private struct Spelling {
    var path: [String]
    var setting: SchemaSetting
    var isEarlier: Bool
  }

  private var spellings: [Spelling] {
    let current = document.settings.map { ($0.key, $0, false) }
    let earlier = document.settings.flatMap { setting in setting.renamedFrom.map { ($0, setting, true) } }
    return (current + earlier).map { key, setting, isEarlier in
      Spelling(path: key.split(separator: ".").map(String.init), setting: setting, isEarlier: isEarlier)
    }
  }

  /// The object of a section, with the sections inside it.
  private func object(at path: [String], spellings: [Spelling]) -> JSONValue {
    let section = document.sections.first { $0.key == path.joined(separator: ".") }
    var names: [String] = []
    for spelling in spellings where !names.contains(spelling.path[path.count]) {
      names.append(spelling.path[path.count])
    }
    let properties = names.map { name in
      let here = spellings.filter { $0.path[path.count] == name }
      let deeper = here.filter { $0.path.count > path.count + 1 }
      let schemas =
        here.filter { $0.path.count == path.count + 1 }.map(reference)
        + (deeper.isEmpty ? [] : [object(at: path + [name], spellings: deeper)])
      // An earlier key may have become the name of a section.
      return JSONMember(name, schemas.count == 1 ? schemas[0] : .object(["anyOf": .array(schemas)]))
    }
    // The root's own: where the schema is, and dotted keys, as patterns so that editors offer only the nested form.
    let marker = JSONMember(
      "$schema", .object(["type": "string", "description": "The JSON Schema of this file, for editors."]))
    let dotted = path.isEmpty ? spellings.filter { $0.path.count > 1 } : []
    return .object([
      "title": section.flatMap { $0.title.isEmpty ? nil : .string($0.title) },
      "description": section.flatMap { $0.explanation.isEmpty ? nil : .string($0.explanation) },
      "type": "object",
      "properties": .object((path.isEmpty ? [marker] : []) + properties),
      "patternProperties": dotted.isEmpty
        ? nil : .object(dotted.map { JSONMember("^" + $0.path.joined(separator: "\\.") + "$", reference($0)) }),
      "additionalProperties": false,
    ])
  }

  private func reference(_ spelling: Spelling) -> JSONValue {
    .object([
      "$ref": .string("#/$defs/" + spelling.setting.key),
      "deprecated": spelling.isEarlier ? true : nil,
      "description": spelling.isEarlier ? .string("Now called \(spelling.setting.key).") : nil,
    ])
  }

  private static func schema(of setting: SchemaSetting) -> JSONValue {
    // A colour's pattern is held against its canonical text, which the file need not have written.
    let isWrittenAsIs = setting.kind.jsonType == "string" && setting.kind.textPattern == nil
    return .object(["title": .string(setting.title), "description": .string(description(of: setting))])
      .adding(
        schema(of: setting.kind, range: setting.range, pattern: isWrittenAsIs ? setting.pattern.map(whole) : nil)
      )
      .adding(.object(["default": setting.defaultJSON]))
  }

  private static func whole(_ pattern: String) -> String { "^(?:\(pattern))$" }

  private static func description(of setting: SchemaSetting) -> String {
    var facts: [String] = []
    if let unit = setting.unit { facts.append("in \(unit.rawValue)") }
    if let condition = setting.enabledWhen { facts.append("needs \(condition.summary)") }
    if let condition = setting.visibleWhen { facts.append("needs \(condition.summary)") }
    let sentence = setting.explanation.isEmpty ? setting.title + "." : setting.explanation
    return sentence + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }

  /// The kind's own schema. Keywords for numbers say nothing about strings and the other way round, so that a kind
  /// with two forms needs no alternatives, whose error messages nobody can read.
  private static func schema(of kind: ValueKind, range: ValueRange?, pattern: String?) -> JSONValue {
    let isNumber = kind.jsonType == "integer" || kind.jsonType == "number"
    let types =
      [kind.jsonType] + (isNumber && kind.textPattern != nil ? ["string"] : []) + (kind.isOptional ? ["null"] : [])
    var members: [JSONMember] = [
      JSONMember("type", types.count == 1 ? .string(types[0]) : .array(types.map(JSONValue.string)))
    ]
    func add(_ keyword: String, _ value: JSONValue?) { members += value.map { [JSONMember(keyword, $0)] } ?? [] }
    if isNumber {
      // Whole numbers are 64 bits wide.
      let isWhole = kind.jsonType == "integer"
      add("minimum", (range?.lower ?? kind.lowest)?.json ?? (isWhole ? .integer(.min) : nil))
      add("maximum", range?.upper?.json ?? (isWhole ? .integer(.max) : nil))
    }
    if kind.jsonType == "string", !kind.choices.isEmpty {
      // `enum` rather than alternatives of `const`, again for the messages; the titles are what editors show beside.
      add("enum", .array(kind.choices.map { .string($0.value) } + (kind.isOptional ? [.null] : [])))
      if kind.choices.contains(where: { $0.title != $0.value }) {
        add("enumDescriptions", .array(kind.choices.map { .string($0.title) }))
      }
    }
    add("pattern", (kind.textPattern ?? pattern).map(JSONValue.string))
    if let element = kind.element.first { add("items", schema(of: element, range: range, pattern: nil)) }
    if kind.jsonType == "object" {
      add("properties", .object(kind.fields.map { JSONMember($0.key, schema(of: $0)) }))
      add("additionalProperties", false)
    }
    return .object(members)
  }
}

extension JSONValue {
  /// This object with the members of another behind its own.
  fileprivate func adding(_ other: JSONValue) -> JSONValue {
    guard case .object(let own) = self, case .object(let more) = other else { return self }
    return .object(own + more)
  }
}
