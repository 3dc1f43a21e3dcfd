/// A shell for which completion scripts are written.
///
/// The scripts hold every name and value themselves, so that a press of the tabulator starts no process.
public enum CompletionShell: String, Sendable, CaseIterable {
  case bash, zsh, fish

  /// The whole script.
  public func script(for program: ProgramDescription) -> String {
    switch self {
    case .bash: BashCompletion(program).text
    case .zsh: ZshCompletion(program).text
    case .fish: FishCompletion(program).text
    }
  }
}

/// What may stand behind an option or behind `KEY=`.
enum CompletionValues: Equatable {
  /// Something that cannot be listed: a number, a text.
  case any
  case files
  /// `KEY=VALUE` of a layered setting.
  case assignment
  case one([ValueChoice])
  /// Several of them, with commas between.
  case list([ValueChoice])

  var choices: [ValueChoice] {
    switch self {
    case .one(let choices), .list(let choices): choices
    case .any, .files, .assignment: []
    }
  }
}

/// An option as a completion script needs it.
struct CompletionOption: Equatable {
  /// Without its dashes.
  var long: String
  var short: Character?
  /// Whether it may stand alone, and be negated with `--no-`.
  var isSwitch = false
  var isRepeatable = false
  var values: CompletionValues
  var summary: String
  /// The value's name in usage texts.
  var placeholder: String
  /// The key of the setting; empty for options of a command.
  var key = ""

  init(_ setting: SchemaSetting, isLayered: Bool) {
    long = setting.flag
    short = setting.shortFlag
    isSwitch = setting.isSwitch
    isRepeatable = !isLayered && setting.kind.name == "list"
    values = setting.completionValues
    summary = setting.completionSummary
    placeholder = setting.placeholder
    key = isLayered ? setting.key : ""
  }

  private init(long: String, values: CompletionValues, summary: String, placeholder: String) {
    self.long = long
    self.values = values
    self.summary = summary
    self.placeholder = placeholder
    isRepeatable = true
  }

  /// `--set KEY=VALUE`
  static let assignment = CompletionOption(
    long: "set", values: .assignment, summary: "Give a setting a value", placeholder: "KEY=VALUE")

  /// Each form with its dashes.
  var flags: [String] { ["--" + long] + (short.map { ["-\($0)"] } ?? []) }
}

extension CommandDescription {
  /// The command's own options and `--set` where it is taken.
  var ownOptions: [CompletionOption] {
    options.settings.map { CompletionOption($0, isLayered: false) } + (takesSettings ? [.assignment] : [])
  }
}

extension ProgramDescription {
  /// The flags of the layered settings that a command takes; one that its own options use too belongs to those.
  func settingOptions(of command: CommandDescription) -> [CompletionOption] {
    guard command.takesSettings else { return [] }
    let taken = Set(command.ownOptions.flatMap(\.flags))
    return settings.settings.map { CompletionOption($0, isLayered: true) }.compactMap { option in
      var option = option
      if let short = option.short, taken.contains("-\(short)") { option.short = nil }
      return taken.contains("--" + option.long) ? nil : option
    }
  }

  /// The keys of all settings, and of the sections that hold some, each with a summary.
  var keysAndSections: [ValueChoice] {
    let sections = settings.sections.filter { section in
      !section.key.isEmpty && settings.settings.contains { $0.key.hasPrefix(section.key + ".") }
    }
    return settings.settings.map { ValueChoice($0.key, title: $0.completionSummary) }
      + sections.map { ValueChoice($0.key, title: "All of \($0.title.isEmpty ? $0.key : $0.title)") }
  }
}

extension SchemaSetting {
  var completionValues: CompletionValues {
    let element = kind.element.first
    if (element ?? kind).name == "path" { return .files }
    if let element { return element.choices.isEmpty ? .any : .list(element.choices) }
    if kind.choices.isEmpty { return .any }
    return .one(kind.choices + (kind.isOptional ? [ValueChoice("null", title: "Not set")] : []))
  }

  /// The first sentence of the explanation, for one line of a list.
  var completionSummary: String {
    let text = explanation.isEmpty ? title : explanation
    let ends = [". ", "; ", ": "].compactMap { text.firstRange(of: $0)?.lowerBound }
    let sentence = text[..<(ends.min() ?? text.endIndex)]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}

/// A word that a POSIX shell and zsh read as `text`.
func shellQuoted(_ text: String) -> String {
  let isPlain = !text.isEmpty && text.utf8.allSatisfy { isWordByte($0) }
  return isPlain
    ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
}

private func isWordByte(_ byte: UInt8) -> Bool {
  (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    || "-._:/,+".utf8.contains(byte)
}
