import SettingsKit
import Testing

struct SchemaDocumentTests {
  let document: SchemaDocument

  init() throws {
    document = SchemaDocument(try SettingsRegistry.of(ToasterSettings.self), environmentPrefix: "TOASTER")
  }

  @Test func aSettingCarriesAllThatAnInterfaceNeeds() throws {
    let setting = try #require(document.settings.first { $0.key == "keepWarm" })
    #expect(setting.flag == "keep-warm")
    #expect(setting.environment == "TOASTER_KEEP_WARM")
    #expect(setting.allowedText == "1…600 s or null")
    #expect(setting.defaultJSON == .null)
    #expect(document.settings(inSection: "bagel").map(\.key) == ["bagel.oneSide", "bagel.extraHeat"])
  }

  @Test func theExportedDocumentIsThisOne() throws {
    let json = document.json
    #expect(json["schemaVersion"] == 1)
    guard case .array(let settings)? = json["settings"] else {
      Issue.record("no settings")
      return
    }
    #expect(settings.count == document.settings.count)
    #expect(
      settings.last?.compactText == """
        {"key":"bagel.extraHeat","section":"bagel","title":"Extra heat","explanation":"Degrees more on the cut side.",\
        "kind":{"name":"decimal","jsonType":"number","optional":false},"default":10.5,"minimum":0,"maximum":50,\
        "flag":"--bagel.extra-heat","environment":"TOASTER_BAGEL__EXTRA_HEAT","advanced":false,\
        "enabledWhen":{"key":"bagel.oneSide","oneOf":["true"]}}
        """)
  }

  @Test func theHelpTextIsMadeFromTheDocument() {
    let text = HelpText(columns: 80).sections(document)
    #expect(
      text.hasPrefix(
        "Toaster: Makes toast.\n  -b, --browning N          How dark the toast becomes. (1…9; default 4)\n"))
    #expect(text.contains("\n      --bagel.one-side      Only the cut side is toasted. (needs bread=bagel)\n"))
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func stringsAreEscapedInJSON() {
    #expect(JSONValue.string("a\"\\\n\u{1}\u{7F}é\u{2028}").compactText == #""a\"\\\n\u0001\u007fé\u2028""#)
    #expect(JSONValue.array([.decimal(0.1), .integer(3), .decimal(1e300), .null]).compactText == "[0.1,3,1e+300,null]")
  }

  @Test func nearNamesAreFoundAndFarOnesAreNot() {
    let names = ["quality", "jpeg.quality", "maxDimension", "format"]
    #expect(nearestNames(to: "qualty", among: names).first == "quality")
    #expect(nearestNames(to: "maxdim", among: names) == ["maxDimension"])
    #expect(nearestNames(to: "formta", among: names) == ["format"])
    #expect(nearestNames(to: "zzzzzzzz", among: names).isEmpty)
  }
}
