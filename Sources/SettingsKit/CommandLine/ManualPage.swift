/// The manual page of a program, for `man`.
///
/// Commands, options and settings come from the descriptions; `Prose` holds what no declaration says.
public struct ManualPage: Sendable {
  /// A term and what it means.
  public struct Entry: Sendable {
    public var term: String
    public var text: String

    public init(_ term: String, _ text: String) {
      self.term = term
      self.text = text
    }
  }

  /// The parts of the page that people wrote, as plain text.
  public struct Prose: Sendable {
    /// Paragraphs.
    public var description: [String]
    public var settings: [String]
    public var files: [Entry]
    public var environment: [Entry]
    public var exitStatus: [Entry]

    public init(
      description: [String], settings: [String], files: [Entry], environment: [Entry], exitStatus: [Entry]
    ) {
      self.description = description
      self.settings = settings
      self.files = files
      self.environment = environment
      self.exitStatus = exitStatus
    }
  }

  private let program: ProgramDescription
  private let prose: Prose

  public init(_ program: ProgramDescription, prose: Prose) {
    self.program = program
    self.prose = prose
  }

  /// The page in the language of man(7), in ASCII.
  public var text: String {
    var page = RoffText()
    // No date: the same program gives the same page.
    page.request(".TH", [program.name.uppercased(), "1", "", "\(program.name) \(program.version)", "User Commands"])
    page.heading("NAME")
    // What `apropos` reads: the name, a dash, and one line.
    page.line("\(program.name) \\- " + RoffText.escaped(program.summary))
    page.heading("SYNOPSIS")
    for command in program.commands {
      page.bold("\(program.name) \(command.name)", then: command.usage)
      page.request(".br")
    }
    page.bold(program.name, then: "--help | --version")
    page.heading("DESCRIPTION")
    page.paragraphs(prose.description)
    page.heading("COMMANDS")
    for (path, command) in program.allCommands { describe(command, path, on: &page) }
    page.heading("SETTINGS")
    page.paragraphs(prose.settings)
    for section in program.settings.sections { describe(section, on: &page) }
    page.heading("FILES")
    for entry in prose.files { page.entry(entry.term, [entry.text]) }
    page.heading("ENVIRONMENT")
    for entry in prose.environment { page.entry(entry.term, [entry.text]) }
    for setting in program.settings.settings {
      if let name = setting.environment { page.entry(name, ["The setting \(setting.key)."]) }
    }
    page.heading("EXIT STATUS")
    for entry in prose.exitStatus { page.entry(entry.term, [entry.text]) }
    page.heading("EXAMPLES")
    page.examples(program.allCommands.flatMap(\.command.examples))
    return page.text
  }

  private func describe(_ command: CommandDescription, _ path: [String], on page: inout RoffText) {
    page.subheading(([program.name] + path).joined(separator: " ") + " " + command.usage)
    page.paragraphs([command.summary + "."] + (command.discussion.isEmpty ? [] : [command.discussion]))
    for setting in command.options.settings {
      page.entry(flags(setting), [setting.explanation.isEmpty ? setting.title + "." : setting.explanation])
    }
    if command.takesSettings {
      page.entry("--set KEY=VALUE", ["Gives a setting a value; see SETTINGS. May be repeated, the last one wins."])
    }
  }

  private func describe(_ section: SchemaSection, on page: inout RoffText) {
    let settings = program.settings.settings(inSection: section.key)
    guard !settings.isEmpty else { return }
    page.subheading(section.title.isEmpty ? section.key : section.title)
    if !section.explanation.isEmpty { page.paragraphs([section.explanation]) }
    for setting in settings {
      let kind = setting.range == nil ? setting.allowedText : "\(setting.kind.summary) \(setting.allowedText)"
      let defaultText =
        setting.defaultText == "null" ? "not set" : setting.defaultText.isEmpty ? "empty" : setting.defaultText
      var facts = "\(kind); default \(defaultText); \(flags(setting))"
      if let condition = setting.enabledWhen { facts += "; needs \(condition.summary)" }
      page.entry(setting.key, ["\(setting.title). \(setting.explanation)", facts])
    }
    if !section.footer.isEmpty { page.paragraphs([section.footer]) }
  }

  private func flags(_ setting: SchemaSetting) -> String {
    (setting.shortFlag.map { "-\($0), " } ?? "") + "--" + setting.flag
      + (setting.isSwitch ? "" : " " + setting.placeholder)
  }
}
