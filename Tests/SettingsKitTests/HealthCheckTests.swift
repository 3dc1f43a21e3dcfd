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
