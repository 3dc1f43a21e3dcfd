import Files
import Jobs
import SettingsKit

/// `imgtune settings edit`: the file in one's own editor.
enum SettingsEditCommand: SettingsSubcommand {
  static let name = "edit"
  static let summary = "Open your settings or the project's in $VISUAL or $EDITOR, and check them afterwards"
  static let usage = "[OPTION…]"
  static let examples = ["imgtune settings edit --scope project"]

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("Scope", "Which settings to edit.")
    var scope = SettingsScope.user

    var source = SourceOptions()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, _ in
      let sources = options.source.sources
      let environment = sources.environment
      guard let editor = ["VISUAL", "EDITOR"].compactMap({ environment[$0] }).first(where: { !$0.isEmpty }) else {
        return refuse("no editor is named", hint: "set EDITOR, such as EDITOR=nano")
      }
      do {
        let target = try SettingsTarget(options.scope, sources)
        // A file with the right frame is easier to begin with than none.
        if case .user(let storage) = target, storage.load().condition == .absent {
          try SettingsFile.update(target.path) { $0 ?? Array("{\n  \"version\": 1,\n  \"values\": {\n  }\n}\n".utf8) }
        } else {
          try SettingsFile.update(target.path) { $0 ?? JSONEditor.emptyDocument }
        }
        // The variables may hold a command with options, so that the shell takes it apart.
        let code = Subprocess.runShell(editor + " \"$1\"", [target.path])
        guard code == 0 else {
          Terminal.error.write("imgtune: the editor \(LosslessText.printable(editor)) ended with \(code)\n")
          return .someFailed
        }
      } catch {
        return refuseChange(error)
      }
      return SettingsCheckCommand.check(sources)
    }
  }
}
