import SettingsKit

/// A toaster with everything that settings can be to each other.
struct DeluxeToasterSettings: SettingsSection {
  static var about: SectionAbout { SectionAbout("Deluxe toaster") }
  static var rules: [SettingRule] {
    [
      SettingRule(
        "heat", requires: .any([.not(.equals("program", "bagel")), .equals("isOneSided", "true")]),
        else: "burns the back of a bagel")
    ]
  }

  @Setting("Freezer") var hasFreezer = false
  @Setting("Program", choicesWhen: ["defrost": .equals("hasFreezer", "true")])
  var program = ToasterProgram.toast
  @Setting("One-sided") var isOneSided = false
  @Setting("Heat", in: 0...1, step: 0.25, enabledWhen: .not(.equals("program", "warm")))
  var heat = 0.5
  @Setting("Extras", choicesWhen: ["jam": .equals("program", "toast")])
  var extras: [ToasterExtra] = []
  @Setting("Best before", in: .days(from: "2026-01-01", through: "2026-12-31"))
  var bestBefore: CalendarDate? = nil
  @Setting("Serial", pattern: "[A-Z]{2}[0-9]+") var serial = "AA1"
  @Setting("Name", renamedFrom: ["nickname"], normalise: { String($0.drop { $0 == " " }) })
  var name = ""
  @Setting("Slices", in: 1...8, normalise: { $0.isMultiple(of: 2) ? $0 : $0 + 1 })
  var slices = 2
  @Setting("Restless", normalise: { $0 == 0 ? 0 : $0 + 1 })
  var restless = 0

  // A chain: the spread is chosen for a topping, and the topping for a bread.
  @Setting("Bread") var bread = Bread.white
  @Setting("Topping", onParentChange: .reset, choicesWhen: ["jam": .not(.equals("bread", "bagel"))])
  var topping = ToasterExtra.butter
  @Setting("Spread", visibleWhen: .oneOf("topping", ["butter", "jam"]), onParentChange: .reset)
  var spread = 3
  @Setting("Lamp", visibleWhen: .equals("bread", "rye")) var lamp = 1
}

enum ToasterProgram: String, SettingChoice {
  case toast, bagel, defrost, warm
}

enum ToasterExtra: String, SettingChoice {
  case butter, jam, salt
}
