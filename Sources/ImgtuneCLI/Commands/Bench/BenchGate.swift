import Benchmarking
import Files
import Jobs
import SettingsKit

/// The part of `bench` that holds a run against another one and gives the exit code.
struct BenchGate {
  let measures: [String]
  private let options: BenchOptions
  private let rules: [GateRule]
  private var baseline: Baseline?

  /// - Throws: `BenchRefusal` for options that do not go together, rules that are none, and a baseline that cannot be
  ///   read.
  init(_ options: BenchOptions) throws(BenchRefusal) {
    self.options = options
    measures = options.harness ? [] : try BenchMeasures.names(options.measure)
    try BenchGate.checkTogether(options)
    let given = try GateRule.parse(options.failOn, measures: measures)
    rules = given.isEmpty && options.baseline != nil ? GateRule.exact(measures) : given
    if judgesTimes, options.against == nil {
      throw BenchRefusal(
        "times of another day are not compared", hint: "--against measures two project files side by side")
    }
    if judgesTimes, let runs = options.runs, runs < 5 {
      throw BenchRefusal("a time is not judged by \(counted(runs, "run"))", hint: "take --runs 5 or more")
    }
    if let path = options.baseline, !options.updateBaseline { baseline = try Baseline(at: path) }
  }

  private static func checkTogether(_ options: BenchOptions) throws(BenchRefusal) {
    if options.baseline != nil, options.against != nil {
      throw BenchRefusal("--baseline and --against exclude each other", hint: "make two runs")
    }
    if options.updateBaseline, options.baseline == nil {
      throw BenchRefusal("--update-baseline has no file to write", hint: "name it with --baseline")
    }
    if !options.failOn.isEmpty, options.baseline == nil, options.against == nil {
      throw BenchRefusal("--fail-on has nothing to compare with", hint: "give --baseline or --against")
    }
    if options.harness, options.baseline != nil || options.against != nil {
      throw BenchRefusal("--harness makes no outputs that could be compared")
    }
  }

  /// Whether the run is compared with something.
  var isThere: Bool { options.baseline != nil || options.against != nil }
  var isIsolating: Bool { options.baseline != nil }

  var judgesTimes: Bool { rules.contains { if case .time = $0.quantity { true } else { false } } }

  /// Looks whether the plan and the baseline speak of the same.
  ///
  /// - Returns: What is odd about comparing them, a sentence each.
  /// - Throws: `BenchRefusal` where they cannot be compared, and where a time would be judged by too few.
  func prepare(_ plan: BenchPlan) throws(BenchRefusal) -> [String] {
    let readable = plan.pictures.count { $0.obstacle == nil }
    for case .time(let time) in rules.map(\.quantity) where time.needsPictures && readable < 5 {
      throw BenchRefusal(
        "\(time.rawValue) is not judged by \(counted(readable, "picture")): each is decoded and resized once",
        hint: "take 5 pictures or more, or judge encodeTime")
    }
    guard let baseline else { return [] }
    try baseline.check(plan, rules)
    return baseline.notes(plan, .current)
  }

  /// Compares, tells the outcome, and writes the baseline where that is wanted.
  ///
  /// - Throws: `BenchRefusal` where the baseline cannot be written.
  func judge(_ results: BenchResults) throws(BenchRefusal) -> ExitCode {
    if options.updateBaseline, let path = options.baseline {
      guard results.failures.isEmpty else {
        Terminal.error.write("imgtune: the baseline \(path) is not written: some picture failed\n")
        return .someFailed
      }
      let written = Baseline(results)
      try written.write(to: path)
      say("the baseline \(path) now holds \(counted(written.entries.count, "result"))")
      return .done
    }
    guard isThere else { return .done }
    let verdict =
      baseline.map { GateVerdict(results, against: $0, rules) } ?? GateVerdict(comparing: results, rules)
    if options.json {
      Terminal.output.write(GateListing(verdict).json.compactText + "\n")
    } else if !verdict.isKept {
      Terminal.output.write(GateListing(verdict).text)
    }
    for note in verdict.notes { say(note) }
    guard verdict.isKept else {
      Terminal.error.write(
        "imgtune: the gate is broken: \(verdict.broken.count) of \(counted(verdict.compared, "comparison"))\n")
      return .gateBroken
    }
    if !rules.isEmpty { say("the gate holds: \(counted(verdict.compared, "comparison"))") }
    return .done
  }

  private func say(_ text: String) {
    guard !options.quiet else { return }
    Terminal.error.write("imgtune: \(LosslessText.printable(text))\n")
  }
}
