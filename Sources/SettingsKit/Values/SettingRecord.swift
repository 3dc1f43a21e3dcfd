/// A section as a value, so that a setting can be a list of records that are added, removed and reordered.
///
/// ```swift
/// struct Variant: SettingRecord {
///   @Setting("Name") var name = ""
///   @Setting("Longest side", in: 1...65_535) var maxDimension: Int? = nil
/// }
/// @Setting("Variants") var variants: [Variant] = []
/// ```
/// A record is written as a JSON object whose members are its fields, in the store, in files and on the command line.
public protocol SettingRecord: SettingsSection, SettingValue {}

extension SettingRecord {
  private static func registry() -> SettingsRegistry {
    do { return try SettingsRegistry.of(Self.self) } catch { preconditionFailure("\(error)") }
  }

  public static var kind: ValueKind {
    var kind = ValueKind("record", jsonType: "object", placeholder: "JSON")
    kind.fields = registry().settings.map { SchemaSetting($0, environmentPrefix: nil) }
    kind.unsupportedFields = registry().unsupported
    kind.holdsCommas = true
    return kind
  }

  public static func parse(_ text: String) throws(ValueProblem) -> Self {
    do {
      return try decode(JSONValue(parsing: text))
    } catch let problem as ValueProblem {
      throw problem
    } catch {
      throw ValueProblem("is no JSON: \(error)")
    }
  }

  public static func decode(_ json: JSONValue) throws(ValueProblem) -> Self {
    guard case .object(let members) = json else { throw ValueProblem("is \(json.typeName), not an object") }
    let registry = registry()
    let candidates = members.map { SettingCandidate($0.key, .json($0.value), from: SettingOrigin(.declaredDefault)) }
    let resolution = SettingsResolution(registry, candidates: candidates)
    if let problem = resolution.problems.first {
      throw ValueProblem("has a bad member: \(problem.sentence)", suggestion: nil)
    }
    return resolution.snapshot(as: Self.self)
  }

  /// The fields that differ from their declared defaults.
  public var json: JSONValue {
    .object(
      Self.registry().values(of: self).compactMap { setting, value, _ in
        value.json == setting.defaultValue.json ? nil : JSONMember(setting.key, value.json)
      })
  }

  public var text: String { json.compactText }

  public static func == (a: Self, b: Self) -> Bool { a.json == b.json }
}
