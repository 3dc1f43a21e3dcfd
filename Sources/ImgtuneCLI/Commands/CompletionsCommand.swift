import SettingsKit

/// `imgtune completions`: what makes the tabulator key useful.
enum CompletionsCommand: Command {
  typealias Options = HelpOnly

  static let name = "completions"
  static let summary = "Print a completion script for a shell"
  static let usage = CompletionShell.allCases.map(\.rawValue).joined(separator: "|")
  static let discussion = """
    make install puts the scripts where each shell finds them. Without that, load one in the shell's start-up file as \
    the examples do; for zsh behind compinit.
    """
  static let examples = [
    "source <(imgtune completions bash)", "source <(imgtune completions zsh)", "imgtune completions fish | source",
  ]
  static var positionals: CommandDescription.Positionals { .choices(CompletionShell.allCases.map(\.rawValue)) }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { _, names in
      guard names.count == 1, let shell = CompletionShell(rawValue: names[0]) else {
        return refuse(
          names.isEmpty ? "no shell is named" : "there are no completions for \(names.joined(separator: " "))",
          hint: "give one of \(CompletionShell.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      Terminal.output.write(shell.script(for: ImgtuneCommand.description))
      return .done
    }
  }
}
