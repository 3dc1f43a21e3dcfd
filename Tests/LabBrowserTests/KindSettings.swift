import LabServer
import SettingsKit
import TestSupport

enum Bread: String, SettingChoice { case white, rye, spelt }

enum City: String, SettingChoice {
  case amsterdam, barcelona, copenhagen, dublin, edinburgh, florence

  var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

/// A kind of value that the page has never heard of.
struct Hologram: SettingValue {
  var depth: Int

  static var kind: ValueKind { ValueKind("hologram", jsonType: "object", placeholder: "HOLOGRAM") }
  static func parse(_ text: String) throws(ValueProblem) -> Hologram { Hologram(depth: try Int.parse(text)) }
  static func decode(_ json: JSONValue) throws(ValueProblem) -> Hologram {
    guard case .integer(let depth)? = json["depth"] else { throw ValueProblem("is no hologram") }
    return Hologram(depth: depth)
  }
  var text: String { "\(depth) layers" }
  var json: JSONValue { .object(["depth": .integer(depth)]) }
}

struct Topping: SettingRecord {
  init() {}
  static var about: SectionAbout { SectionAbout("Topping") }

  @Setting("Name") var name = "butter"
  @Setting("Grams", in: 1...100) var grams = 10
  @Setting("Bread") var bread: Bread? = nil
}

/// A setting of every kind, and some of each with and without a range.
struct KindSettings: SettingsSection {
  init() {}
  static var about: SectionAbout { SectionAbout("Kinds", "One of each.") }

  @Setting("Toggle", "Yes or no.", icon: "check") var toggle = false
  @Setting("Maybe", "Yes, no, or neither.") var maybe: Bool? = nil
  @Setting("Level", "A few whole numbers.", in: 0...9) var level = 4
  @Setting("Share", "A fraction.", in: 0...1, step: 0.05) var share = 0.5
  @Setting("Count", "Any whole number.") var count = 7
  @Setting("Ratio", "Any number.", advanced: true) var ratio = 1.5
  @Setting("Limit", "A number or none.", unit: .pixels, in: 1...65_535) var limit: Int? = nil
  @Setting("Label", "A line of text.", pattern: "[a-z ]*") var label = "toast"
  @Setting("Notes", "Several lines.", control: "area") var notes = ""
  @Setting("Bread", "One of three.") var bread = Bread.white
  @Setting("City", "One of many.") var city = City.dublin
  @Setting("Size", "Bytes with a unit.") var size = ByteCount(200_000)
  @Setting("Width", "A length.") var width = PixelLength(640)
  @Setting("Pause", "A duration.") var pause = TimeSpan(seconds: 1.5)
  @Setting("Colour", "A colour.") var color = SettingColor.white
  @Setting("Day", "A date.") var day = CalendarDate(year: 2_026, month: 11, day: 30)!
  @Setting("Words", "A list of texts.") var words: [String] = ["a"]
  @Setting("Numbers", "A list of numbers.") var numbers: [Int] = []
  @Setting("Sizes", "A list of bytes.") var sizes: [ByteCount] = []
  @Setting("Breads", "A list of choices.") var breads: [Bread] = []
  @Setting("Toppings", "A list of sections.") var toppings: [Topping] = []
  @Setting("Topping", "A section as a value.") var topping = Topping()
  @Setting("Hologram", "Nobody knows how to show this.") var hologram = Hologram(depth: 3)
  @Setting("Dial", "A control of its own that is not registered.", in: 0...10, control: "dial") var dial = 5
  var more = MoreSettings()
}

struct MoreSettings: SettingsSection {
  init() {}
  static var about: SectionAbout { SectionAbout("More", "Depends on others.", footer: "That is all.") }

  @Setting("Only when toggled", "Needs the toggle.", enabledWhen: .equals("toggle", "true")) var onlyWhen = true
  @Setting("Hidden until rye", "Shows with rye.", visibleWhen: .equals("bread", "rye")) var hidden = 1
}

/// The settings page of the kinds, served by this process.
struct KindPage {
  let desk: SettingsDesk<KindSettings>
  let server: LabServer

  init() throws {
    let registry = try SettingsRegistry.of(KindSettings.self)
    desk = SettingsDesk(try SettingsHub(registry), schema: SchemaDocument(registry))
    server = try LabServer(desk, LabOptions(port: 0))
  }

  /// The value in force, as its kind writes it.
  func text(_ key: String) -> String { desk.hub.snapshot.resolution.value(key).text }
}
