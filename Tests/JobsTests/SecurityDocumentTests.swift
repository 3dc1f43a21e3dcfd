import Foundation
import Jobs
import SettingsKit
import Testing

/// SECURITY.md tells every limit with the default that the program has.
struct SecurityDocumentTests {
  @Test func everyLimitStandsInTheDocumentWithItsDefault() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "SECURITY.md"), encoding: .utf8)
    var told: [String: String] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `limits.") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      told[cells[0].trimmingCharacters(in: ["`"])] = cells[1]
    }
    let limits = CompressionSettings.schema.settings.filter { $0.key.hasPrefix("limits.") }
    #expect(Set(told.keys) == Set(limits.map(\.key)))
    for limit in limits {
      // Where it is not set it follows the machine, which the document says in words.
      let expected = limit.key == "limits.memory" ? "a quarter of what the process may use" : limit.defaultText
      #expect(told[limit.key] == expected, "\(limit.key)")
    }
    #expect(limits.first { $0.key == "limits.memory" }?.defaultText == "null")
  }
}
