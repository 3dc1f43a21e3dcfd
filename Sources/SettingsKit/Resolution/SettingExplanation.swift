/// Why a setting has the value it has: every candidate of every layer and what became of it.
public struct SettingExplanation: Sendable, Equatable {
  /// What became of a candidate.
  public enum Status: Sendable, Equatable {
    case won
    /// A stronger candidate took its place; where that one came from.
    case shadowed(by: SettingOrigin)
    /// It is no value of the setting; why not.
    case invalid(String)
    /// It won, but the setting has no effect; what it needs.
    case inactive(String)

    /// The status in JSON output and listings.
    public var name: String {
      switch self {
      case .won: "won"
      case .shadowed: "shadowed"
      case .invalid: "invalid"
      case .inactive: "inactive"
      }
    }
  }

  public struct Candidate: Sendable, Equatable {
    public var origin: SettingOrigin
    /// The value as it was written.
    public var raw: String
    public var status: Status
  }

  public var key: String
  /// The value in force.
  public var value: JSONValue
  public var valueText: String
  public var origin: SettingOrigin
  /// What the winner said before the setting's normaliser replaced it by `value`.
  public var normalisedFrom: String?
  /// All candidates, strongest first; the last one is the declared default.
  public var candidates: [Candidate]
  /// What is wrong with the value in force beside the others; what is wrong with a candidate stands in its status.
  public var problems: [SettingProblem]

  /// The value, one line a candidate, and what is wrong with the value beside others.
  public var lines: [String] {
    let rows = candidates.map { [$0.status.name, $0.origin.layer.title, $0.origin.placeText, $0.raw, $0.remark] }
    let widths = (0..<4).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let table = rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += "  " + cell + String(repeating: " ", count: max(0, (column < 4 ? widths[column] : 0) - cell.count))
      }
      return String(line.prefix(upTo: (line.lastIndex { $0 != " " }.map(line.index(after:))) ?? line.startIndex))
    }
    let normalised = normalisedFrom.map { ", normalised from \($0)" } ?? ""
    return ["\(key) = \(valueText) (\(origin.text)\(normalised))"] + table + problems.map { "  problem: \($0)" }
  }

  /// `lines` as one text, each with its line end.
  public var text: String { lines.map { $0 + "\n" }.joined() }

  public var json: JSONValue {
    .object([
      "key": .string(key), "value": value, "origin": origin.json,
      "normalisedFrom": normalisedFrom.map(JSONValue.string), "candidates": .array(candidates.map(\.json)),
      "problems": problems.isEmpty ? nil : .array(problems.map(\.json)),
    ])
  }
}

extension SettingExplanation.Candidate {
  var remark: String {
    switch status {
    case .won: ""
    case .shadowed(let winner): "by \(winner.text)"
    case .invalid(let reason): reason
    case .inactive(let needs): "needs \(needs)"
    }
  }

  public var json: JSONValue {
    var members: [JSONMember] = [
      JSONMember("origin", origin.json), JSONMember("raw", .string(raw)), JSONMember("status", .string(status.name)),
    ]
    switch status {
    case .won: break
    case .shadowed(let winner): members.append(JSONMember("by", winner.json))
    case .invalid(let reason): members.append(JSONMember("reason", .string(reason)))
    case .inactive(let needs): members.append(JSONMember("needs", .string(needs)))
    }
    return .object(members)
  }
}

extension SettingOrigin {
  /// The place without the layer: "--set", "imgtune.json:3:13, preset web", or nothing.
  fileprivate var placeText: String { place.isEmpty && preset == nil ? "" : text }
}
