import SettingsKit
import Testing

struct ManualPageTests {
  private func page(explanation: String = "") throws -> String {
    var toast = CommandDescription(
      name: "toast", summary: "Make it crisp", usage: "[OPTION…] BREAD…",
      options: SchemaDocument(try SettingsRegistry.of(RunOptions.self)))
    toast.takesSettings = true
    toast.examples = ["toaster toast 'my bread' --set bread=rye"]
    let settings = SchemaDocument(try SettingsRegistry.of(ToasterSettings.self), environmentPrefix: "TOASTER")
    return ManualPage(
      ProgramDescription(
        name: "toaster", version: "1", summary: "makes toast", commands: [toast], settings: settings),
      prose: ManualPage.Prose(
        description: [explanation], settings: [], files: [.init("toaster.json", "Settings.")], environment: [],
        exitStatus: [.init("0", "Done.")])
    ).text
  }

  @Test func everySettingHasItsFactsAndItsEnvironmentVariable() throws {
    let page = try page()
    #expect(
      page.contains(
        #"""
        .TP
        \fBbagel.extraHeat\fR
        Extra heat. Degrees more on the cut side.
        .br
        decimal 0...50; default 10.5; \-\-bagel.extra\-heat X; needs bagel.oneSide=true

        """#))
    #expect(page.contains(".TP\n\\fBTOASTER_BAGEL__EXTRA_HEAT\\fR\nThe setting bagel.extraHeat.\n"))
    for key in try SettingsRegistry.of(ToasterSettings.self).keys { #expect(page.contains("\\fB\(key)\\fR")) }
  }

  @Test func sectionsStandInTheUsualOrder() throws {
    let headings = try page().split(separator: "\n").filter { $0.hasPrefix(".SH") }.map { $0.dropFirst(4) }
    #expect(
      headings == [
        #""NAME""#, #""SYNOPSIS""#, #""DESCRIPTION""#, #""COMMANDS""#, #""SETTINGS""#, #""FILES""#, #""ENVIRONMENT""#,
        #""EXIT STATUS""#, #""EXAMPLES""#,
      ])
  }

  @Test func nothingInATextIsTakenForRoff() throws {
    #expect(try page(explanation: ".SH a\\b 'x' \"y\" é …").contains(#"\&.SH a\eb \(aqx\(aq \(dqy\(dq \[u00E9] ..."#))
    #expect(try page().contains(#"toaster toast \(aqmy bread\(aq \-\-set bread=rye"#))
    #expect(try page(explanation: "naïve").utf8.allSatisfy { $0 < 128 })
  }
}
