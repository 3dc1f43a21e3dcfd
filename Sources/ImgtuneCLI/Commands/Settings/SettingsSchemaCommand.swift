import Jobs
import SettingsKit

/// `imgtune settings schema`: the shape of all settings, for other programs.
enum SettingsSchemaCommand: SettingsSubcommand {
  static let name = "schema"
  static let summary = "Print the schema document, or a JSON Schema of imgtune.json"
  static let usage = "[OPTION…]"
  static let discussion = """
    The schema document is what every interface of the program takes its shape from; it carries a version. The JSON \
    Schema lets editors complete and check a project file.
    """
  static let examples = ["imgtune settings schema --json-schema > imgtune.schema.json"]

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    @Setting("JSON Schema", "A JSON Schema (2020-12) of the file imgtune.json.")
    var jsonSchema = false

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, _ in
      let document = CompressionSettings.schema
      let json = options.jsonSchema ? JSONSchemaExport(document).json : document.json
      Terminal.output.write(json.prettyText + "\n")
      return .done
    }
  }
}
