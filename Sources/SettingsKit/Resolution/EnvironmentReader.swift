/// Reads the environment layer: one variable a setting, by the names of the schema document.
public struct EnvironmentReader: Sendable {
  /// What an environment says.
  public struct Reading: Sendable, Equatable {
    /// In the order of the variables' names; each has its variable as its place.
    public var candidates: [SettingCandidate] = []
    /// Variables that have the prefix but name no setting, each with the names that are near.
    public var unknown: [SettingProblem] = []
  }

  private let prefix: String
  private var keys: [String: String] = [:]
  /// Earlier names, behind which the setting's own name stands.
  private var earlierKeys: [String: String] = [:]
  private let others: Set<String>

  /// - Parameters:
  ///   - schema: Whose `environmentPrefix` begins every name; without one nothing is read.
  ///   - others: Variables with the prefix that mean something else to the host.
  public init(_ schema: SchemaDocument, others: Set<String> = []) {
    prefix = (schema.environmentPrefix ?? "") + "_"
    self.others = others
    guard let name = schema.environmentPrefix else { return }
    for setting in schema.settings {
      keys[SettingNames.environment(forKey: setting.key, prefix: name)] = setting.key
      for earlier in setting.renamedFrom {
        earlierKeys[SettingNames.environment(forKey: earlier, prefix: name)] = setting.key
      }
    }
  }

  /// The candidates of an environment, and the variables that look like settings but are none.
  ///
  /// A variable that is set to nothing is a candidate as any other: the empty text.
  ///
  /// - Complexity: O(variables), and for each unknown one O(settings).
  public func read(_ environment: [String: String]) -> Reading {
    var reading = Reading()
    guard !keys.isEmpty else { return reading }
    var current: [SettingCandidate] = []
    for (name, text) in environment.sorted(by: { $0.key < $1.key })
    where name.hasPrefix(prefix) && !others.contains(name) {
      let origin = SettingOrigin(.environment, place: name)
      if let key = keys[name] {
        current.append(SettingCandidate(key, .text(text), from: origin))
      } else if let key = earlierKeys[name] {
        reading.candidates.append(SettingCandidate(key, .text(text), from: origin))
      } else {
        // Without the common prefix, which would make every name near.
        let known = keys.keys.map { String($0.dropFirst(prefix.count)) }
        let nearest = nearestNames(to: String(name.dropFirst(prefix.count)), among: known).map { prefix + $0 }
        reading.unknown.append(
          SettingProblem(
            key: "", origin: origin, sentence: "a variable names no setting",
            hint: SettingProblem.didYouMean(nearest), nearest: nearest))
      }
    }
    // Later wins: a setting's own name beats an earlier one.
    reading.candidates += current
    return reading
  }
}
