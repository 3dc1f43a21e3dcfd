import SettingsKit

/// What the tests of documents and storages keep: every shape of value, and renamed settings.
struct KitchenSettings: SettingsSection {
  static var about: SectionAbout { SectionAbout("Kitchen") }

  @Setting("Browning", in: 1...9, renamedFrom: ["darkness"]) var browning = 4
  @Setting("Keep warm", in: 1...600) var keepWarm: Int? = 30
  @Setting("Label") var label = ""
  @Setting("Share", in: 0...1) var share = 0.5
  @Setting("Slots") var slots: [Int] = []
  @Setting("Bought") var bought = CalendarDate(year: 2020, month: 1, day: 31)!
  @Setting("Programs") var programs: [ToastProgram] = []
  var bagel = KitchenBagel()

  static var registry: SettingsRegistry {
    get throws { try SettingsRegistry.of(KitchenSettings.self) }
  }
}

struct KitchenBagel: SettingsSection {
  @Setting("One side") var oneSide = false
  @Setting("Extra heat", in: 0...50, renamedFrom: ["buns.heat"]) var extraHeat = 10.5
}

struct ToastProgram: SettingRecord {
  @Setting("Name") var name = ""
  @Setting("Rounds") var rounds: Int? = 1
}
