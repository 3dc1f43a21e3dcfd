import SettingsKit
import Testing

struct EnvironmentReaderTests {
  let registry: SettingsRegistry
  let reader: EnvironmentReader

  init() throws {
    registry = try SettingsRegistry.of(DeluxeToasterSettings.self)
    reader = EnvironmentReader(
      SchemaDocument(registry, environmentPrefix: "TOASTER"), others: ["TOASTER_CONFIG"])
  }

  @Test func aVariableIsACandidateWithItsNameAsThePlace() {
    let reading = reader.read(["TOASTER_BEST_BEFORE": "2026-02-03", "PATH": "/bin", "TOASTER_CONFIG": "x"])
    #expect(
      reading.candidates == [
        SettingCandidate(
          "bestBefore", .text("2026-02-03"), from: SettingOrigin(.environment, place: "TOASTER_BEST_BEFORE"))
      ])
    #expect(reading.unknown.isEmpty)
  }

  @Test func aBadValueNamesTheVariable() {
    let reading = reader.read(["TOASTER_HEAT": "hot", "TOASTER_SLICES": ""])
    #expect(
      SettingsResolution(registry, candidates: reading.candidates).problems.map(\.description)
        == ["heat = hot is no number (from TOASTER_HEAT)", "slices =  is no whole number (from TOASTER_SLICES)"])
  }

  @Test func anUnknownVariableWithThePrefixIsToldWithNearNames() {
    let reading = reader.read(["TOASTER_SLISES": "4", "TOASTERS": "1", "TOASTER_ZZZZZZZZ": ""])
    #expect(
      reading.unknown.map(\.description) == [
        "a variable names no setting (from TOASTER_SLISES); did you mean TOASTER_SLICES?",
        "a variable names no setting (from TOASTER_ZZZZZZZZ)",
      ])
    #expect(reading.candidates.isEmpty)
  }

  @Test func anEarlierNameIsStillReadBehindTheNewOne() {
    let both = reader.read(["TOASTER_NICKNAME": "old", "TOASTER_NAME": "new"])
    #expect(SettingsResolution(registry, candidates: both.candidates).value("name").text == "new")
    let earlier = reader.read(["TOASTER_NICKNAME": "old"])
    #expect(SettingsResolution(registry, candidates: earlier.candidates).value("name").text == "old")
  }

  @Test func everySettingIsReachedByItsVariable() {
    let schema = SchemaDocument(registry, environmentPrefix: "TOASTER")
    let environment = Dictionary(uniqueKeysWithValues: schema.settings.map { ($0.environment ?? "", $0.defaultText) })
    let reading = reader.read(environment)
    #expect(Set(reading.candidates.map(\.key)) == Set(registry.keys))
    #expect(SettingsResolution(registry, candidates: reading.candidates).problems.isEmpty)
  }

  @Test func withoutAPrefixNothingIsRead() {
    #expect(EnvironmentReader(SchemaDocument(registry)).read(["_HEAT": "1", "HEAT": "1"]).candidates.isEmpty)
  }
}
