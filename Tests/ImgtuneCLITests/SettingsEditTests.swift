import TestSupport
import Testing

/// `settings edit` with editors that are scripts.
struct SettingsEditTests {
  private var bench = SettingsBench()

  /// Makes `script` the editor; it gets the path as `$1`.
  private mutating func useEditor(_ script: String, as variable: String = "EDITOR") {
    bench.folder.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "bin/editor of mine", mode: 0o755)
    bench.imgtune.environment[variable] = "'\(bench.folder.path("bin/editor of mine"))'"
  }

  @Test mutating func theEditorGetsAFileWithTheRightFrame() {
    useEditor(#"grep -q version "$1" && printf '{values: {quality: 0.6}}' > "$1""#)
    let result = bench.settings("edit")
    #expect(result.exitCode == 0, "\(result.errorText)")
    #expect(result.outputText == "all settings are well (no project file)\n")
    #expect(bench.settings("get", "quality").outputText == "0.6\n")
  }

  @Test mutating func aMistakeIsToldAfterwards() {
    bench.writeProject("{}")
    useEditor(#"printf '{\n  quality: 70,\n  qualty: 1\n}' > "$1""#)
    let result = bench.settings("edit", "--scope", "project")
    #expect(result.exitCode == 2)
    #expect(
      Set(result.outputLines) == [
        "problem: quality = 70 is outside 0…1 (from imgtune.json:2:12); did you mean 0.7?",
        "problem: there is no setting qualty (from imgtune.json:3:3); "
          + "did you mean quality or jpeg.quality or webp.quality?",
      ])
  }

  @Test mutating func theFileThatWasNamedIsEditedAndChecked() {
    bench.write("{}", to: "work/other.json")
    useEditor(#"printf '{quality: 70}' > "$1""#)
    let result = bench.settings("edit", "--scope", "project", "--config", "other.json")
    #expect(bench.read("work/other.json") == "{quality: 70}")
    #expect(result.exitCode == 2)
    #expect(result.outputText.contains("(from other.json:1:11)"), "\(result.outputText)")
    #expect(bench.project == nil)
  }

  @Test mutating func visualWinsAndMayHaveOptions() {
    bench.imgtune.environment["EDITOR"] = "false"
    bench.imgtune.environment["VISUAL"] = "sed -i s/values/values/"
    #expect(bench.settings("edit").exitCode == 0)
  }

  @Test mutating func anEditorThatFailsOrIsMissingIsTold() {
    #expect(bench.settings("edit").errorText == "imgtune: no editor is named; set EDITOR, such as EDITOR=nano\n")
    #expect(bench.settings("edit").exitCode == 2)
    useEditor("exit 3")
    let failed = bench.settings("edit")
    #expect(failed.exitCode == 1)
    #expect(failed.errorText.contains("ended with 3"))
    bench.imgtune.environment["EDITOR"] = "no-such-editor"
    let missing = bench.settings("edit")
    #expect(missing.exitCode == 1)
    #expect(missing.errorText.contains("imgtune: the editor no-such-editor ended with 127"))
  }
}
