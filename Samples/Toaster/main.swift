import SettingsKit

// A whole program on SettingsKit: the flags, the help text, the checks and the listing all come from this struct.
struct ToasterSettings: SettingsSection {
  static var about: SectionAbout { SectionAbout("Toaster", "Makes toast.") }

  @Setting("Browning", "How dark the toast becomes.", in: 1...9, short: "b")
  var browning = 4

  @Setting("Bread", "What is toasted.")
  var bread = Bread.white

  @Setting("One side", "Only the cut side is toasted.", enabledWhen: .equals("bread", "bagel"))
  var oneSide = false
}

enum Bread: String, SettingChoice {
  case white, rye, bagel
}

struct ToasterOptions: SettingsSection {
  static var about: SectionAbout { SectionAbout("Options") }

  @Setting("Help", "Show this help.", short: "h")
  var help = false
}

let settings = try SettingsRegistry.of(ToasterSettings.self)
let options = try SettingsRegistry.of(ToasterOptions.self)
let schema = SchemaDocument(settings)
let parser = ArgumentParser(settings: schema, options: SchemaDocument(options))
let parsed = parser.parse(Array(CommandLine.arguments.dropFirst()))

let given = SettingsResolution(options, candidates: parsed.options)
let resolution = SettingsResolution(settings, candidates: parsed.settings)
for problem in parsed.problems + given.problems + resolution.problems { print("toaster: \(problem)") }
for problem in resolution.inactiveSettings() { print("toaster: note: \(problem)") }

if given.snapshot(as: ToasterOptions.self).help {
  print(
    "Usage: toaster [OPTION…]\n\n" + HelpText().sections(SchemaDocument(options)) + "\n" + HelpText().sections(schema))
} else {
  let toaster = resolution.snapshot(as: ToasterSettings.self)
  print("toasting \(toaster.bread.rawValue) at \(toaster.browning)" + (toaster.oneSide ? ", one side" : ""))
}
