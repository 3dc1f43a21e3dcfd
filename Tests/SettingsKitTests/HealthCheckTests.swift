import SettingsKit
import Testing

struct HealthCheckTests {
  struct Slice: SettingRecord {
    @Setting("Knife") var knife = Motor()
  }
  struct Loaf: SettingsSection {
    @Setting("Slices") var slices: [Slice] = []
    @Setting("First") var first = Slice()
  }

  struct Oven: SettingsSection {
    @Setting("Model", pattern: "[A-Z") var model = "A"
  }

  @Test func aPatternThatIsNotOneRefusesEverythingAndIsTold() throws {
    let registry = try SettingsRegistry.of(Oven.self)
    #expect(throws: ValueProblem.self) { try registry.setting("model")?.parse("A") }
    #expect(
      HealthCheck.supportedKinds(in: [registry], noun: "setting").find()
        == .problems(["the setting model takes no value: its pattern [A-Z is not a regular expression"]))
  }

  @Test func supportedSettingsAreCounted() throws {
    let registry = try SettingsRegistry.of(RunOptions.self)
    let check = HealthCheck.supportedKinds(in: [registry, registry], noun: "option")
    #expect(check.find() == .healthy("all 8 options are supported"))
  }

  @Test func whatCannotBeSetIsNamedInsideRecordsToo() throws {
    let registries = [try SettingsRegistry.of(ToasterSettings.self), try SettingsRegistry.of(Loaf.self)]
    #expect(
      HealthCheck.supportedKinds(in: registries, noun: "setting").find()
        == .problems([
          "the setting motor cannot be set: Motor is no SettingValue",
          "the setting slices[].knife cannot be set: Motor is no SettingValue",
          "the setting first.knife cannot be set: Motor is no SettingValue",
        ]))
  }
}
