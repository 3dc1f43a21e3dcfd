import Foundation
import Testing

struct SettingsCommandTests {
  private func settings(_ words: String...) throws -> (code: Int32, output: String, errors: String) {
    try BuiltProgram.run(["settings"] + words)
  }

  private func document(_ text: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  @Test func settingsAloneLists() throws {
    #expect(try settings().output == settings("list").output)
    #expect(try settings("jpeg").output == settings("list", "jpeg").output)
    #expect(try settings("--json", "quality").output == settings("list", "quality", "--json").output)
    #expect(try settings("quality").output.hasPrefix("Compression\n  quality  decimal 0…1; default 0.8\n"))
  }

  @Test func aMistypedSubcommandIsAnsweredWithTheRightOne() throws {
    let result = try settings("docter")
    #expect(result.code == 2)
    #expect(result.errors == "imgtune: there is no setting docter; did you mean doctor?\n")
  }

  /// `imgtune settings NAME` could not be told from `imgtune settings KEY`.
  @Test func noSettingIsCalledLikeASubcommand() throws {
    let listed = try #require(try document(try settings("schema").output)["settings"] as? [[String: Any]])
    let names = Set(listed.compactMap { ($0["key"] as? String)?.split(separator: ".").first.map(String.init) })
    #expect(names.contains("quality"))
    #expect(names.isDisjoint(with: ["list", "schema", "doctor", "get", "set", "reset", "edit", "explain", "check"]))
  }

  @Test func theSchemaIsADocumentOfAllSettings() throws {
    let result = try settings("schema")
    #expect(result.code == 0)
    #expect(try document(result.output)["schemaVersion"] as? Int == 1)
    #expect(try result.output == settings("--json").output)
  }

  @Test func theJSONSchemaDefinesEverySetting() throws {
    let listed = try #require(try document(try settings("schema").output)["settings"] as? [[String: Any]])
    let schema = try document(try settings("schema", "--json-schema").output)
    let definitions = try #require(schema["$defs"] as? [String: Any])
    #expect(Set(definitions.keys) == Set(listed.compactMap { $0["key"] as? String }))
  }

  @Test func theDoctorFindsNothingWrong() throws {
    let result = try settings("doctor")
    #expect(result.code == 0)
    #expect(result.output.contains(/^all \d+ settings are supported\nall \d+ command options are supported\n$/))
  }

  @Test func whatTakesNoWordsRefusesThem() throws {
    let result = try settings("doctor", "now")
    #expect(result.code == 2)
    #expect(result.errors == "imgtune: imgtune settings doctor takes no now; see --help\n")
  }

  private static let groff = "/usr/bin/groff"

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: groff), "groff is not installed"))
  func theManualPageIsCleanRoff() throws {
    let page = try BuiltProgram.run(["man"])
    #expect(page.code == 0)
    let checked = try BuiltProgram.run(["-man", "-ww", "-z"], of: Self.groff, input: page.output)
    #expect(checked.code == 0)
    #expect(checked.errors.isEmpty)
  }
}
