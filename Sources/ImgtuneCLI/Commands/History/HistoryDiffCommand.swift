import Benchmarking
import Files
import Jobs
import SettingsKit

/// `imgtune history diff`: what changed from one run to another.
enum HistoryDiffCommand: HistorySubcommand {
  static let name = "diff"
  static let summary = "Compare two runs, by the pictures and points that both have"
  static let usage = "[OPTION…] OLD [NEW]"
  static let discussion = """
    Without NEW it is the newest. Sizes are geometric means of the ratios of each picture, scores arithmetic means of the \
    differences. Times of different runs are not compared: that takes bench --against.
    """
  static let examples = ["imgtune history diff 12", "imgtune history diff 12 15"]
  static let positionals = CommandDescription.Positionals.choices(["0"])

  struct Options: CommandOptions {
    static var about: SectionAbout { SectionAbout("Options") }

    var file = HistoryFileOption()

    @Setting("Help", "Show this help.", short: "h")
    var help = false
  }

  static func run(_ words: [String]) async -> ExitCode {
    await reading(words) { options, names in
      guard names.count == 1 || names.count == 2 else {
        return refuse("one or two runs are compared", hint: "imgtune history list shows them")
      }
      var numbers: [Int] = []
      for name in names + (names.count == 1 ? ["0"] : []) {
        guard let number = number(name) else { return refuseNumber(name) }
        numbers.append(number)
      }
      return withHistory(options.file) { history in
        guard let old = try history.run(numbers[0]) else { return refuseMissing(numbers[0]) }
        guard let new = try history.run(numbers[1]) else { return refuseMissing(numbers[1]) }
        let differences = RecordDifference.all(old: old.records, new: new.records)
        Terminal.output.write("run \(old.run.id) -> run \(new.run.id)\n")
        guard !differences.isEmpty else {
          Terminal.output.write("they have no picture and point in common\n")
          return .done
        }
        Terminal.output.write(table(differences, new.run.measures))
        return .done
      }
    }
  }

  private static func table(_ differences: [RecordDifference], _ measures: [String]) -> String {
    var table = TextTable()
    table.add(["point", "pictures", "size"] + measures + ["other outputs"])
    for point in differences {
      table.add(
        [
          LosslessText.printable(point.label), String(point.pictures),
          point.sizeRatio.isNaN ? "-" : signed((point.sizeRatio - 1) * 100, 2) + " %",
        ] + measures.map { measure in point.scores[measure].map { signed($0, 2) } ?? "-" }
          + [String(point.changedOutputs)])
    }
    return table.text
  }

  private static func signed(_ value: Double, _ digits: Int) -> String {
    let text = fixed(value, digits: digits)
    return text.hasPrefix("-") || value == 0 ? text : "+" + text
  }
}
