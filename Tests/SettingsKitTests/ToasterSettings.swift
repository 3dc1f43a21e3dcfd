import SettingsKit

/// The schema that the tests use: SettingsKit knows no images.
struct ToasterSettings: SettingsSection {
  static var about: SectionAbout { SectionAbout("Toaster", "Makes toast.") }

  @Setting("Browning", "How dark the toast becomes.", in: 1...9, short: "b")
  var browning = 4
  @Setting("Share", "The share of the bread that is toasted.", in: 0...1)
  var share = 0.5
  @Setting("Keep warm", "How long the toast is kept warm.", unit: .seconds, in: 1...600)
  var keepWarm: Int? = nil
  @Setting("Bread", "What is toasted.")
  var bread = Bread.white
  @Setting("Slots", "The slots in use.", in: 1...4)
  var slots: [Int] = [1, 2]
  @Setting("Label")
  var label = ""
  @Setting("Lamp", "The colour of the lamp.")
  var lamp = SettingColor.white
  @Setting("Motor")
  var motor = Motor()
  var bagel = BagelSettings()
}

enum Bread: String, SettingChoice {
  case white, rye, bagel
}

struct BagelSettings: SettingsSection {
  static var about: SectionAbout { SectionAbout("Bagels") }

  @Setting("One side", "Only the cut side is toasted.", enabledWhen: .equals("bread", "bagel"))
  var oneSide = false
  @Setting("Extra heat", "Degrees more on the cut side.", in: 0...50, enabledWhen: .equals("bagel.oneSide", "true"))
  var extraHeat = 10.5
}

/// No kind of value: a property of this type is skipped and reported.
struct Motor: Sendable {}
