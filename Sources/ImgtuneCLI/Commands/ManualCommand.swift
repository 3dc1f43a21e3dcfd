import SettingsKit

/// `imgtune man`: the manual page in the form that man reads.
enum ManualCommand: Command {
  typealias Options = HelpOnly

  static let name = "man"
  static let summary = "Print the manual page for man"
  static let usage = ""
  static let examples = ["imgtune man | man -l -"]

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { _, _ in
      Terminal.output.write(ManualPage(ImgtuneCommand.description, prose: prose).text)
      return .done
    }
  }

  /// What the page says beyond commands, options and settings, which are declared elsewhere.
  private static var prose: ManualPage.Prose {
    ManualPage.Prose(
      description: [
        """
        imgtune makes pictures smaller. It reads and writes JPEG, PNG and WebP, from each to each. The content \
        decides what a file is, not its name.
        """,
        """
        A file that exists is replaced only by a complete picture; anything else is an error with its reason. Outputs \
        are written under a temporary name, flushed, and renamed.
        """,
        "Data goes to standard output; progress, notes and errors go to standard error.",
      ],
      settings: [
        """
        Settings decide which bytes come out of a picture. Each is given by its key, as --set KEY=VALUE, or by its own \
        flag; true and false ones alone, or with --no- before the name. @default stands for the declared default, null \
        for not set.
        """
      ],
      files: [
        ManualPage.Entry(
          "imgtune.json",
          """
          The settings of a project, in JSON with comments. "imgtune settings schema --json-schema" prints a JSON \
          Schema of it for editors. It is looked for in the folder where imgtune is started and those above it, up to the \
          root of the repository.
          """),
        ManualPage.Entry(
          "$XDG_CONFIG_HOME/imgtune/settings.json",
          "Your own settings, edited by imgtune settings set; ~/.config where the variable is not set."),
        ManualPage.Entry(
          "$XDG_CONFIG_HOME/imgtune/presets/NAME.json", "Your own presets, written by imgtune settings save."),
        ManualPage.Entry(
          "$XDG_DATA_HOME/imgtune/history.sqlite",
          "The runs of imgtune bench; ~/.local/share where the variable is not set."),
      ],
      environment: [
        ManualPage.Entry("XDG_CONFIG_HOME", "The folder of your own settings."),
        ManualPage.Entry("XDG_DATA_HOME", "The folder of the history."),
        ManualPage.Entry("VISUAL, EDITOR", "The editor that imgtune settings edit starts."),
      ],
      exitStatus: ExitCode.allCases.map { ManualPage.Entry("\($0.rawValue)", $0.meaning) } + [
        ManualPage.Entry(
          "129, 130, 143, 141",
          """
          Interrupted by SIGHUP, SIGINT or SIGTERM, or because nobody reads the output any more; what was finished is \
          kept, nothing is half-written.
          """)
      ])
  }
}
