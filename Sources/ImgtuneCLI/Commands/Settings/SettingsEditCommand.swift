import Glibc
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
        let code = start(editor, target.path)
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

  /// The variables may hold a command with options, so that the shell takes it apart; the path is no part of its text.
  private static func start(_ editor: String, _ path: String) -> Int32 {
    let command: [String] = ["/bin/sh", "-c", editor + " \"$1\"", "sh", path]
    var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var child = pid_t()
    guard posix_spawn(&child, "/bin/sh", nil, &attributes, &words, environ) == 0 else { return 127 }
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
