import SettingsKit
import Testing

struct JSONSchemaTests {
  private func schema<Root: SettingsSection>(_ type: Root.Type) throws -> JSONValue {
    JSONSchemaExport(SchemaDocument(try SettingsRegistry.of(type))).json
  }

  /// Each definition on a line of its own.
  private func definitions(_ schema: JSONValue) -> String {
    guard case .object(let members)? = schema["$defs"] else { return "" }
    return members.map { "\($0.key) \($0.value.compactText)" }.joined(separator: "\n")
  }

  @Test func eachSettingOfTheToasterIsDefinedOnce() throws {
    #expect(
      definitions(try schema(ToasterSettings.self)) == """
        browning {"title":"Browning","description":"How dark the toast becomes.","type":"integer","minimum":1,\
        "maximum":9,"default":4}
        share {"title":"Share","description":"The share of the bread that is toasted.","type":"number","minimum":0,\
        "maximum":1,"default":0.5}
        keepWarm {"title":"Keep warm","description":"How long the toast is kept warm. (in seconds)",\
        "type":["integer","null"],"minimum":1,"maximum":600,"default":null}
        bread {"title":"Bread","description":"What is toasted.","type":"string","enum":["white","rye","bagel"],\
        "default":"white"}
        slots {"title":"Slots","description":"The slots in use.","type":"array","items":{"type":"integer",\
        "minimum":1,"maximum":4},"default":[1,2]}
        label {"title":"Label","description":"Label.","type":"string","default":""}
        lamp {"title":"Lamp","description":"The colour of the lamp.","type":"string",\
        "pattern":"^(#?([0-9a-fA-F]{3}){1,2}|[bB][lL][aA][cC][kK]|[bB][lL][uU][eE]|[gG][rR][aA][yY]|\
        [gG][rR][eE][eE][nN]|[mM][aA][gG][eE][nN][tT][aA]|[rR][eE][dD]|[wW][hH][iI][tT][eE])$","default":"#ffffff"}
        bagel.oneSide {"title":"One side","description":"Only the cut side is toasted. (needs bread=bagel)",\
        "type":"boolean","default":false}
        bagel.extraHeat {"title":"Extra heat","description":"Degrees more on the cut side. (needs \
        bagel.oneSide=true)","type":"number","minimum":0,"maximum":50,"default":10.5}
        """)
  }

  @Test func aSectionIsAnObjectAndItsKeysMayBeDottedToo() throws {
    let schema = try schema(ToasterSettings.self)
    #expect(schema["$schema"] == "https://json-schema.org/draft/2020-12/schema")
    #expect(schema["additionalProperties"] == false)
    #expect(schema["properties"]?["browning"]?.compactText == ##"{"$ref":"#/$defs/browning"}"##)
    #expect(schema["properties"]?["$schema"]?["type"] == "string")
    #expect(
      schema["properties"]?["bagel"]?.compactText == ##"""
        {"title":"Bagels","type":"object","properties":{"oneSide":{"$ref":"#/$defs/bagel.oneSide"},\##
        "extraHeat":{"$ref":"#/$defs/bagel.extraHeat"}},"additionalProperties":false}
        """##)
    #expect(
      schema["patternProperties"]?.compactText == ##"""
        {"^bagel\\.oneSide$":{"$ref":"#/$defs/bagel.oneSide"},\##
        "^bagel\\.extraHeat$":{"$ref":"#/$defs/bagel.extraHeat"}}
        """##)
  }

  @Test func whatIsNoSettingIsNotInTheSchema() throws {
    #expect(!definitions(try schema(ToasterSettings.self)).contains("motor"))
  }

  @Test func earlierKeysAreAcceptedAsDeprecated() throws {
    struct Renamed: SettingsSection {
      @Setting("Heat", renamedFrom: ["power", "old.power"]) var heat = 1
    }
    let schema = try schema(Renamed.self)
    let reference = ##"{"$ref":"#/$defs/heat","deprecated":true,"description":"Now called heat."}"##
    #expect(schema["properties"]?["power"]?.compactText == reference)
    #expect(schema["properties"]?["old"]?["properties"]?["power"]?.compactText == reference)
    #expect(schema["patternProperties"]?["^old\\.power$"]?.compactText == reference)
  }

  @Test func quantitiesAreNumbersOrTextsWithAUnit() throws {
    struct Quantities: SettingsSection {
      @Setting("Size", in: 1...1_000) var size = ByteCount(10)
      @Setting("Side") var side = PixelLength(1_600)
      @Setting("Pause") var pause: TimeSpan? = nil
      @Setting("Day") var day = CalendarDate(year: 2026, month: 11, day: 30)!
    }
    #expect(
      definitions(try schema(Quantities.self)) == #"""
        size {"title":"Size","description":"Size.","type":["integer","string"],"minimum":1,"maximum":1000,\#
        "pattern":"^\\+?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?(([kKmMgG][iI]?)?[bB])?$","default":10}
        side {"title":"Side","description":"Side.","type":["integer","string"],"minimum":0,\#
        "maximum":9223372036854775807,"pattern":"^\\+?[0-9]+(px)?$","default":1600}
        pause {"title":"Pause","description":"Pause.","type":["number","string","null"],"minimum":0,\#
        "pattern":"^\\+?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?(ms|s|min|h)?$","default":null}
        day {"title":"Day","description":"Day.","type":"string",\#
        "pattern":"^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$","default":"2026-11-30"}
        """#)
  }

  /// A pattern in the schema and the reader of the same text agree.
  @Test(arguments: [
    "0", "12", "+3", "1.5", ".5", "5.", "1e3", "1e", "-1", "", " 1", "1 ", "2KB", "2kib", "2XB", "2px", "2 px", "1.5px",
    "50ms", "2min", "1h", "1H", "ms", "#fff", "fff", "#ffff", "#12345g", "Black", "blacks", "2026-11-30", "2026-13-01",
    "2026-1-1", "0000-01-01", "10000-01-01",
  ])
  func patternsAgreeWithTheReaders(text: String) throws {
    func check<Value: SettingValue>(_ type: Value.Type) throws {
      let pattern = try Regex(try #require(type.kind.textPattern))
      let matches = text.firstMatch(of: pattern) != nil
      #expect(matches == ((try? Value.decode(.string(text))) != nil), "\(type) and “\(text)”")
    }
    try check(ByteCount.self)
    try check(PixelLength.self)
    try check(TimeSpan.self)
    try check(SettingColor.self)
    try check(CalendarDate.self)
  }

  @Test func aPatternCoversTheWholeTextAndTitlesStandBesideChoices() throws {
    struct Words: SettingsSection {
      @Setting("Code", pattern: "[a-z]+|[0-9]+") var code = "a"
      @Setting("Mode") var mode: Mode? = nil
    }
    enum Mode: String, SettingChoice {
      case fast, slow
      var title: String { self == .fast ? "Fast" : "Slow" }
    }
    #expect(
      definitions(try schema(Words.self)) == """
        code {"title":"Code","description":"Code.","type":"string","pattern":"^(?:[a-z]+|[0-9]+)$","default":"a"}
        mode {"title":"Mode","description":"Mode.","type":["string","null"],"enum":["fast","slow",null],\
        "enumDescriptions":["Fast","Slow"],"default":null}
        """)
  }

  @Test func aRecordIsAnObjectOfItsFields() throws {
    struct Slice: SettingRecord {
      @Setting("Width", in: 1...9) var width = 3
    }
    struct Loaf: SettingsSection {
      @Setting("Slices") var slices: [Slice] = []
    }
    #expect(
      definitions(try schema(Loaf.self)) == """
        slices {"title":"Slices","description":"Slices.","type":"array","items":{"type":"object","properties":\
        {"width":{"title":"Width","description":"Width.","type":"integer","minimum":1,"maximum":9,"default":3}},\
        "additionalProperties":false},"default":[]}
        """)
  }
}
