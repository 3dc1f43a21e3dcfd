/// Reads the words of a command line by two schemas: the layered settings, and the options of one command.
///
/// Every setting of both has its flag. `--set key=value` reaches the layered settings by key. Values are not parsed
/// here: each becomes a candidate of the command-line layer, so that all problems can be told at once.
public struct ArgumentParser: Sendable {
  /// What a command line asked for.
  public struct Result: Sendable, Equatable {
    public var settings: [SettingCandidate] = []
    public var options: [SettingCandidate] = []
    public var positionals: [String] = []
    public var problems: [SettingProblem] = []
  }

  private struct Flag {
    var key: String
    var isSwitch: Bool
    var isList: Bool
    /// Whether an element may hold commas of its own.
    var holdsCommas: Bool
    var isOption: Bool
  }

  private var long: [String: Flag] = [:]
  private var short: [Character: Flag] = [:]

  /// - Parameters:
  ///   - settings: The layered settings; `nil` for a command that reads none.
  ///   - options: The command's own options; a flag declared in both belongs to the options.
  public init(settings: SchemaDocument?, options: SchemaDocument) {
    for (document, isOption) in [(settings, false), (options, true)] {
      for setting in document?.settings ?? [] {
        let flag = Flag(
          key: setting.key, isSwitch: setting.isSwitch, isList: setting.kind.name == "list",
          holdsCommas: setting.kind.element.first?.holdsCommas ?? false, isOption: isOption)
        long[setting.flag] = flag
        if let letter = setting.shortFlag { short[letter] = flag }
      }
    }
    acceptsAssignments = settings != nil
  }

  private let acceptsAssignments: Bool

  public func parse(_ words: [String]) -> Result {
    var result = Result()
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        result.positionals += rest
        break
      } else if word.hasPrefix("--") {
        parseLong(word, &rest, &result)
      } else if word.hasPrefix("-"), word != "-" {
        parseShort(word, &rest, &result)
      } else {
        result.positionals.append(word)
      }
    }
    return result
  }

  private func parseLong(_ word: String, _ rest: inout ArraySlice<String>, _ result: inout Result) {
    let (name, attached) = splitAtEquals(word.dropFirst(2))
    if name == "set", acceptsAssignments {
      guard let assignment = attached ?? rest.popFirst() else { return result.missing("--set", "KEY=VALUE") }
      let (key, value) = splitAtEquals(assignment[...])
      guard let value, !key.isEmpty else {
        return result.refuse("--set \(assignment) has no “=”", hint: "write --set KEY=VALUE, such as --set quality=0.7")
      }
      result.settings.append(SettingCandidate(key, .text(value), from: SettingOrigin(.commandLine, place: "--set")))
    } else if let flag = long[name] ?? long[SettingNames.flag(forKey: name)] {
      guard let value = attached ?? (flag.isSwitch ? "true" : rest.popFirst()) else {
        return result.missing("--\(name)", "a value")
      }
      append(value, for: flag, as: "--\(name)", to: &result)
    } else if name.hasPrefix("no-"), let flag = long[SettingNames.flag(forKey: String(name.dropFirst(3)))],
      flag.isSwitch, attached == nil
    {
      append("false", for: flag, as: "--\(name)", to: &result)
    } else {
      let known = long.keys.map { "--\($0)" } + (acceptsAssignments ? ["--set"] : [])
      let nearest = nearestNames(to: "--\(name)", among: known)
      result.refuse(
        "there is no option --\(name)",
        hint: nearest.isEmpty ? "--help lists them all" : "did you mean \(nearest.joined(separator: " or "))?")
    }
  }

  /// `-q0.7`, `-q 0.7`, and switches run together: `-Rv`.
  private func parseShort(_ word: String, _ rest: inout ArraySlice<String>, _ result: inout Result) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let flag = short[letter] else {
        return result.refuse(
          "there is no option -\(letter)" + (word.count > 2 ? " (in \(word))" : ""),
          hint: "a file whose name begins with a dash goes after --")
      }
      if flag.isSwitch {
        append("true", for: flag, as: "-\(letter)", to: &result)
      } else {
        if letters.first == "=" { letters.removeFirst() }
        guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
          return result.missing("-\(letter)", "a value")
        }
        return append(value, for: flag, as: "-\(letter)", to: &result)
      }
    }
  }

  private func append(_ value: String, for flag: Flag, as place: String, to result: inout Result) {
    let origin = SettingOrigin(.commandLine, place: place)
    guard flag.isOption else {
      result.settings.append(SettingCandidate(flag.key, .text(value), from: origin))
      return
    }
    // A list option given twice holds both: --include '*.jpg' --include '*.png'.
    let index = flag.isList ? result.options.firstIndex { $0.key == flag.key } : nil
    if flag.isList, flag.holdsCommas {
      guard let index else {
        return result.options.append(SettingCandidate(flag.key, .json(.array([.string(value)])), from: origin))
      }
      guard case .json(.array(let earlier)) = result.options[index].raw else { return }
      result.options[index].raw = .json(.array(earlier + [.string(value)]))
    } else if let index {
      result.options[index].raw = .text(result.options[index].raw.text + "," + value)
    } else {
      result.options.append(SettingCandidate(flag.key, .text(value), from: origin))
    }
  }

  private func splitAtEquals(_ text: Substring) -> (String, String?) {
    guard let equals = text.firstIndex(of: "=") else { return (String(text), nil) }
    return (String(text[..<equals]), String(text[text.index(after: equals)...]))
  }
}

extension ArgumentParser.Result {
  fileprivate mutating func refuse(_ sentence: String, hint: String) {
    problems.append(SettingProblem(key: "", origin: SettingOrigin(.commandLine), sentence: sentence, hint: hint))
  }

  fileprivate mutating func missing(_ option: String, _ what: String) {
    refuse("\(option) needs \(what) behind it", hint: "--help tells what it takes")
  }
}
