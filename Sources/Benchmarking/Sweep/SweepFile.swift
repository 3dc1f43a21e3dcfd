import SettingsKit

/// A JSON5 document that says what to sweep:
///
/// ```json5
/// {
///   quality: "0.5..0.9:0.1",            // anything that --sweep takes behind the =
///   format: ["jpeg", "webp"],           // or a list of values
///   webp: { method: [4, 6] },           // sections or dotted keys, as in a project file
///   zip: true,                          // pair the values instead of crossing them
/// }
/// ```
public struct SweepFile: Sendable, Equatable {
  public var axes: [SweepAxis] = []
  public var isZipped = false

  /// - Parameter name: What to call the document in places.
  /// - Throws: `SweepProblems` with everything that is wrong with it.
  public init(
    parsing bytes: [UInt8], name: String, grammar: SweepGrammar, registry: SettingsRegistry
  )
    throws(SweepProblems)
  {
    let root: JSONNode
    do throws(JSONSyntaxError) { root = try JSON5Parser.parse(bytes) } catch {
      throw SweepFile.problem("\(name):\(error.position)", "the sweep file is no JSON: \(error.reason)")
    }
    guard case .object(let members) = root.content else {
      throw SweepFile.problem(name, "the sweep file is \(root.value.typeName), not an object of keys and values")
    }
    let sections = Set(registry.sections.map(\.key)).subtracting([""])
    var problems: [SettingProblem] = []
    visit(members, "", name, sections, grammar, &problems)
    var seen: Set<String> = []
    for axis in axes where !seen.insert(axis.key).inserted {
      problems.append(contentsOf: SweepFile.problem(axis.place, "\(axis.key) is swept twice").problems)
    }
    guard problems.isEmpty else { throw SweepProblems(problems) }
  }

  private mutating func visit(
    _ members: [JSONNode.Member], _ prefix: String, _ name: String, _ sections: Set<String>, _ grammar: SweepGrammar,
    _ problems: inout [SettingProblem]
  ) {
    for member in members {
      let key = prefix + member.key
      let place = "\(name):\(member.value.position)"
      if prefix.isEmpty, key == "$schema" { continue }
      if prefix.isEmpty, key == "zip" {
        guard case .bool(let value) = member.value.value else {
          problems += SweepFile.problem(place, "zip is \(member.value.value.typeName), not true or false").problems
          continue
        }
        isZipped = value
      } else if sections.contains(key), case .object(let inner) = member.value.content {
        visit(inner, key + ".", name, sections, grammar, &problems)
      } else {
        do throws(SweepProblems) {
          axes.append(try grammar.axis(key, json: member.value.value, place: place))
        } catch {
          problems += error.problems
        }
      }
    }
  }

  private static func problem(_ place: String, _ sentence: String) -> SweepProblems {
    SweepProblems(SettingProblem(key: "", origin: SettingOrigin(.sweep, place: place), sentence: sentence))
  }
}
