import Foundation
import TestSupport
import Testing

struct SettingsCommandTests {
  private let imgtune = Imgtune()

  private func settings(_ words: String...) -> ProcessResult {
    imgtune.run((["settings"] + words).map { Array($0.utf8) })
  }

  private func document(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func settingsAloneLists() throws {
    #expect(settings().outputText == settings("list").outputText)
    #expect(settings("jpeg").outputText == settings("list", "jpeg").outputText)
    #expect(settings("--json", "quality").outputText == settings("list", "quality", "--json").outputText)
    #expect(settings("quality").outputText.hasPrefix("Compression\n  quality  decimal 0…1; default 0.8\n"))
  }

  @Test func aMistypedSubcommandIsAnsweredWithTheRightOne() throws {
    let result = settings("docter")
    #expect(result.exitCode == 2)
    #expect(result.errorText == "imgtune: there is no setting docter; did you mean doctor?\n")
  }

  /// `imgtune settings NAME` could not be told from `imgtune settings KEY`.
  @Test func noSettingIsCalledLikeASubcommand() throws {
    let listed = try #require(try document(settings("schema").outputText)["settings"] as? [[String: Any]])
    let names = Set(listed.compactMap { ($0["key"] as? String)?.split(separator: ".").first.map(String.init) })
    #expect(names.contains("quality"))
    #expect(names.isDisjoint(with: ["list", "schema", "doctor", "get", "set", "reset", "edit", "explain", "check"]))
  }

  @Test func theSchemaIsADocumentOfAllSettings() throws {
    let result = settings("schema")
    #expect(result.exitCode == 0)
    #expect(try document(result.outputText)["schemaVersion"] as? Int == 1)
    #expect(result.outputText == settings("--json").outputText)
  }

  @Test func theJSONSchemaDefinesEverySetting() throws {
    let listed = try #require(try document(settings("schema").outputText)["settings"] as? [[String: Any]])
    let schema = try document(settings("schema", "--json-schema").outputText)
    let definitions = try #require(schema["$defs"] as? [String: Any])
    #expect(Set(definitions.keys) == Set(listed.compactMap { $0["key"] as? String }))
  }

  @Test func theDoctorFindsNothingWrong() throws {
    let result = settings("doctor")
    #expect(result.exitCode == 0)
    #expect(result.outputText.contains(/^all \d+ settings are supported\nall \d+ command options are supported\n$/))
  }

  @Test func whatTakesNoWordsRefusesThem() throws {
    let result = settings("doctor", "now")
    #expect(result.exitCode == 2)
    #expect(result.errorText == "imgtune: imgtune settings doctor takes no now; see --help\n")
  }

  private static let groff = "/usr/bin/groff"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: groff), "groff is not installed"))
  func theManualPageIsCleanRoff() throws {
    let page = imgtune("man")
    #expect(page.exitCode == 0)
    imgtune.folder.write(page.output, to: "imgtune.1")
    let words = ["-man", "-ww", "-z", "imgtune.1"].map { Array($0.utf8) }
    let checked = ChildProcess(Self.groff, words, folder: imgtune.folder.path).result()
    #expect(checked.exitCode == 0)
    #expect(checked.errorText.isEmpty)
  }
}
