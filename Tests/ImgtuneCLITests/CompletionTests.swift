import Foundation
import TestSupport
import Testing

/// The completion scripts in the shells that they are for.
struct CompletionTests {
  /// What is typed, and what the tabulator key makes of it, in every shell.
  static let lines: [(typed: String, completed: String)] = [
    ("imgtune compress --set qu", "imgtune compress --set quality="),
    ("imgtune compress --set=qu", "imgtune compress --set=quality="),
    ("imgtune compress --set format=j", "imgtune compress --set format=jpeg "),
    ("imgtune compress --set=format=j", "imgtune compress --set=format=jpeg "),
    ("imgtune compress --set jpeg.progressive=t", "imgtune compress --set jpeg.progressive=true "),
    ("imgtune compress --set jpeg.chroma=4:4", "imgtune compress --set jpeg.chroma=4:4:4 "),
    ("imgtune compress --set zzz", "imgtune compress --set zzz"),
    ("imgtune compress --format w", "imgtune compress --format webp "),
    ("imgtune compress --format=w", "imgtune compress --format=webp "),
    ("imgtune compress --jpeg.pro", "imgtune compress --jpeg.progressive "),
    ("imgtune compress --no-jpeg.pro", "imgtune compress --no-jpeg.progressive "),
    ("imgtune compress --jpeg.progressive=f", "imgtune compress --jpeg.progressive=false "),
    ("imgtune compress --dry", "imgtune compress --dry-run "),
    ("imgtune compress -R pho", "imgtune compress -R photos/"),
    ("imgtune compress --jpeg.progressive sho", "imgtune compress --jpeg.progressive shore.jpg "),
    ("imgtune compress -o pho", "imgtune compress -o photos/"),
    ("imgtune compress --output=pho", "imgtune compress --output=photos/"),
    ("imgtune compress -q sho", "imgtune compress -q sho"),
    ("imgtune compress -- --dry", "imgtune compress -- --dry"),
    ("imgtune settings sch", "imgtune settings schema "),
    ("imgtune settings qual", "imgtune settings quality "),
    ("imgtune settings list qual", "imgtune settings list quality "),
    ("imgtune settings schema --json", "imgtune settings schema --json-schema "),
    ("imgtune completions z", "imgtune completions zsh "),
    ("imgtune help comple", "imgtune help completions "),
    ("imgtune sett", "imgtune settings "),
    ("imgtune --v", "imgtune --version "),
  ]

  static let files = ["shore.jpg", "photos/"]

  private func expectLines(in session: ShellSession) throws {
    for (typed, completed) in Self.lines {
      #expect(try session.complete(typed).line == completed)
    }
  }

  private func bash() throws -> ShellSession {
    try ShellSession(
      "bash --noprofile --rcfile {}/bashrc -i", completions: "bash",
      startUp: (
        "bashrc",
        #"""
        bind 'set bell-style none'
        bind 'set enable-bracketed-paste off'
        bind -x '"\C-x\C-d": printf "\n<%s|>\n" "$READLINE_LINE"'
        """#
      ), files: Self.files)
  }

  @Test func bashCompletesWhatIsUnambiguous() throws { try expectLines(in: try bash()) }

  @Test func bashGoesOnAfterTheCommaOfAList() throws {
    #expect(
      try bash().complete("imgtune compress --set metadata.keep=exif,x").line
        == "imgtune compress --set metadata.keep=exif,xmp ")
  }

  @Test func bashListsTheValuesOfASetting() throws {
    let (line, shown) = try bash().complete("imgtune compress --set format=", tabulators: 2)
    #expect(line == "imgtune compress --set format=")
    #expect(shown.contains("jpeg  keep  png   webp"))
  }

  static let hasZsh = FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh")

  private func zsh() throws -> ShellSession {
    try ShellSession(
      "env ZDOTDIR={} zsh -d -i", completions: "zsh",
      startUp: (
        ".zshrc",
        #"""
        unset zle_bracketed_paste
        autoload -U compinit && compinit -u -D
        show-line() { print -r -- ""; print -r -- "<$BUFFER|>" }
        zle -N show-line
        bindkey '^X^D' show-line
        """#
      ), files: Self.files)
  }

  @Test(.enabled(if: hasZsh, "zsh is not installed"))
  func zshCompletesWhatIsUnambiguous() throws { try expectLines(in: try zsh()) }

  @Test(.enabled(if: hasZsh, "zsh is not installed"))
  func zshGoesOnAfterTheCommaOfAList() throws {
    // The comma vanishes as soon as a blank is typed.
    #expect(
      try zsh().complete("imgtune compress --set metadata.keep=exif,x").line
        == "imgtune compress --set metadata.keep=exif,xmp,")
  }

  @Test(.enabled(if: hasZsh, "zsh is not installed"))
  func zshListsTheValuesOfASettingWithTheirTitles() throws {
    let (line, shown) = try zsh().complete("imgtune compress --set format=")
    #expect(line == "imgtune compress --set format=")
    for entry in ["jpeg  -- JPEG", "keep  -- As the input", "png   -- PNG", "webp  -- WebP"] {
      #expect(shown.contains(entry))
    }
  }

  static let hasFish = FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")

  /// The candidates, as fish itself computes them, each with its description.
  private func fish(_ line: String) throws -> [String] {
    let imgtune = Imgtune()
    imgtune.folder.makeFolder("photos")
    imgtune.folder.write([], to: "shore.jpg")
    imgtune.folder.write(imgtune("completions", "fish").output, to: ".completion.fish")
    let words = ["--no-config", "-c", "source .completion.fish; complete -C '\(line)'"]
    let result = ChildProcess("/usr/bin/fish", words.map { Array($0.utf8) }, folder: imgtune.folder.path).result()
    #expect(result.errors.isEmpty && result.exitCode == 0)
    return result.outputLines
  }

  @Test(.enabled(if: hasFish, "fish is not installed"), arguments: lines)
  func fishCompletesWhatIsUnambiguous(typed: String, completed: String) throws {
    let word = completed.split(separator: " ").last.map(String.init)
    let candidates = try fish(typed).map { String($0.prefix { $0 != "\t" }) }
    #expect(candidates == (typed == completed ? [] : [word]))
  }

  @Test(.enabled(if: hasFish, "fish is not installed"))
  func fishGoesOnAfterTheCommaOfAList() throws {
    #expect(
      try fish("imgtune compress --set metadata.keep=exif,x")
        == ["metadata.keep=exif,xmp\tXMP: titles, rights, editing"])
  }

  @Test(.enabled(if: hasFish, "fish is not installed"))
  func fishListsTheValuesOfASettingWithTheirTitles() throws {
    #expect(
      try fish("imgtune compress --set format=") == [
        "format=jpeg\tJPEG", "format=keep\tAs the input", "format=png\tPNG", "format=webp\tWebP",
      ])
  }

  @Test func aShellThatIsNotKnownIsRefused() {
    let result = Imgtune()("completions", "tcsh")
    #expect(result.exitCode == 2)
    #expect(result.errorText == "imgtune: there are no completions for tcsh; give one of bash, zsh, fish\n")
  }
}
