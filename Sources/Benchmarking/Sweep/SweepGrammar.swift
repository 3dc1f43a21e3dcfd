import SettingsKit

/// Reads sweeps: `KEY=ITEM,ITEM…`, where an item is a value or, for numbers, a range.
///
/// | range          | values                                                          |
/// |----------------|-----------------------------------------------------------------|
/// | `0.5..0.9:0.1` | from 0.5 to 0.9 in steps of 0.1, the end included               |
/// | `0.5..<0.9:0.1`| the same without the end                                        |
/// | `0.5..0.9/5`   | five values, evenly, both ends included (`..<`: without the end) |
/// | `0.5..0.9`     | in steps of the setting's own step, or of 1 for whole numbers   |
///
/// Values are those of the setting's kind, read and checked by its registry, with their units: `200KB..1MB:200KB`.
/// Lists and records are written as JSON, `metadata.keep=[],["exif"]`, and so are strings with commas, `"a,b"`.
public struct SweepGrammar: Sendable {
  private let registry: SettingsRegistry
  /// The most values that one axis may have.
  private let maximumValues: Int

  /// - Parameter maximumValues: 1…100,000.
  public init(_ registry: SettingsRegistry, maximumValues: Int = 100_000) {
    self.registry = registry
    self.maximumValues = min(100_000, max(1, maximumValues))
  }

  /// Reads one sweep.
  ///
  /// - Throws: `SweepProblems` with everything that is wrong with it.
  public func axis(_ text: String, place: String = "--sweep") throws(SweepProblems) -> SweepAxis {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw SweepProblems(
        SettingProblem(
          key: "", origin: SettingOrigin(.sweep, place: place), sentence: "the sweep \(text) has no KEY=",
          hint: "write KEY=VALUES, such as quality=0.5..0.9:0.1 or format=jpeg,webp"))
    }
    return try axis(String(text[..<equals]), values: String(text[text.index(after: equals)...]), place: place)
  }

  /// Reads the values of a setting.
  ///
  /// - Throws: As `axis(_:place:)`.
  public func axis(_ key: String, values text: String, place: String) throws(SweepProblems) -> SweepAxis {
    let setting = try self.setting(key, place)
    guard !text.isEmpty else { throw problem(key, place, "\(key) is given no values to sweep over") }
    var values: [String] = []
    var problems: [SettingProblem] = []
    for item in SweepItems.split(text, setting.kind) {
      do throws(SweepProblems) {
        values += try self.values(item, of: setting, place)
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw SweepProblems(problems) }
    return try checked(SweepAxis(key: key, values: values, place: place))
  }

  /// Reads values of a document: one or a list of them; a string may be anything that `--sweep` takes.
  ///
  /// - Throws: As `axis(_:place:)`.
  func axis(_ key: String, json: JSONValue, place: String) throws(SweepProblems) -> SweepAxis {
    let setting = try self.setting(key, place)
    if case .string(let text) = json { return try axis(key, values: text, place: place) }
    // A list is one of values; the values of a setting that is a list itself are lists in it.
    var elements = [json]
    if case .array(let list) = json { elements = list }
    guard !elements.isEmpty else { throw problem(key, place, "\(key) is given no values to sweep over") }
    var values: [String] = []
    var problems: [SettingProblem] = []
    for element in elements {
      do throws(SweepProblems) {
        values.append(try value(.json(element), of: setting, place))
      } catch {
        problems += error.problems
      }
    }
    guard problems.isEmpty else { throw SweepProblems(problems) }
    return try checked(SweepAxis(key: key, values: values, place: place))
  }

  private func setting(_ key: String, _ place: String) throws(SweepProblems) -> SettingDescriptor {
    if let setting = registry.setting(key) { return setting }
    throw SweepProblems(refusals(SettingCandidate(key, .text(""), from: SettingOrigin(.sweep, place: place))))
  }

  private func checked(_ axis: SweepAxis) throws(SweepProblems) -> SweepAxis {
    guard axis.values.count <= maximumValues else { throw tooMany(axis.key, axis.place) }
    var seen: Set<String> = []
    if let twice = axis.values.first(where: { !seen.insert($0).inserted }) {
      throw problem(axis.key, axis.place, "\(axis.key) is given the value \(twice) twice in one sweep")
    }
    return axis
  }

  private func values(
    _ item: String, of setting: SettingDescriptor, _ place: String
  ) throws(SweepProblems) -> [String] {
    guard setting.kind.isNumeric, let range = SweepRange(item) else {
      // a,b could be one list of two or two lists of one.
      if setting.kind.isWrittenAsJSON, !item.hasPrefix("["), !item.hasPrefix("{") {
        throw problem(
          setting.key, place, "\(setting.key) is given \(item), but its values are written as JSON in a sweep",
          hint: setting.kind.element.isEmpty ? nil : "write \(setting.key)=[\"\(item)\"]")
      }
      return [try value(SweepItems.raw(item, setting.kind), of: setting, place)]
    }
    let texts: [String]
    do throws(ValueProblem) {
      texts = try range.values(of: setting, atMost: maximumValues)
    } catch {
      throw problem(setting.key, place, "\(setting.key) = \(item) \(error.reason)", hint: error.suggestion)
    }
    var values: [String] = []
    for text in texts { values.append(try value(.text(text), of: setting, place)) }
    return values
  }

  /// The canonical text of a value that the registry has checked.
  private func value(
    _ raw: SettingCandidate.Raw, of setting: SettingDescriptor, _ place: String
  ) throws(SweepProblems) -> String {
    do throws(ValueProblem) {
      switch raw {
      case .text(let text): return try setting.parse(text).text
      case .json(let json): return try setting.decode(json).text
      }
    } catch {
      throw SweepProblems(refusals(SettingCandidate(setting.key, raw, from: SettingOrigin(.sweep, place: place))))
    }
  }

  /// What the registry has to say against a candidate, in its own words.
  private func refusals(_ candidate: SettingCandidate) -> [SettingProblem] {
    SettingsResolution(registry, candidates: [candidate]).problems.filter { $0.key == candidate.key }
  }

  private func tooMany(_ key: String, _ place: String) -> SweepProblems {
    problem(key, place, "\(key) is given more than \(maximumValues) values", hint: "take a larger step")
  }

  private func problem(_ key: String, _ place: String, _ sentence: String, hint: String? = nil) -> SweepProblems {
    SweepProblems(
      SettingProblem(key: key, origin: SettingOrigin(.sweep, place: place), sentence: sentence, hint: hint))
  }
}

/// Everything that is wrong with what was to be swept.
public struct SweepProblems: Error, Sendable, Equatable {
  public var problems: [SettingProblem]

  public init(_ problems: [SettingProblem]) { self.problems = problems }
  init(_ problem: SettingProblem) { problems = [problem] }
}

extension ValueKind {
  /// Whether values lie on a line, so that there are ranges of them.
  var isNumeric: Bool { ["integer", "number"].contains(jsonType) && choices.isEmpty && element.isEmpty }
}
