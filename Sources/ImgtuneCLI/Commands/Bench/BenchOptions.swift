import Benchmarking
import Files
import Jobs
import SettingsKit

/// The options of one run of `bench`.
struct BenchOptions: CommandOptions {
  static var about: SectionAbout { SectionAbout("Options") }

  @Setting(
    "Sweep",
    """
    A setting and the values to try: quality=0.5..0.9:0.1 (in steps, the end included; ..< leaves it out), \
    quality=0.5..0.9/5 (five, evenly), format=jpeg,webp. May be repeated; then all values are combined.
    """)
  var sweep: [SweepText] = []

  @Setting(
    "Sweep file", "A JSON file of keys and values to try, each as for --sweep or a list; zip: true pairs them.",
    placeholder: "FILE")
  var sweepFile: FilePath? = nil

  @Setting("Zip", "Pair the values of all sweeps instead of combining them.")
  var zip = false

  @Setting("Most points", "A plan with more points is refused.", in: 1...100_000)
  var maxPoints = 1_000

  @Setting(
    "Measure",
    "Scores to compute, of the output against the resized picture before it was encoded; none leaves them out.",
    placeholder: "METRIC,…")
  var measure: [String] = BenchMeasures.defaultNames

  @Setting(
    "Runs",
    """
    How often each point is encoded. Sizes and scores need one run; times mean something from five on. Where not given: \
    five without a sweep and where --fail-on judges a time, else one.
    """, in: 1...1_000)
  var runs: Int? = nil

  @Setting("Seed", "Decides the order of measuring and the intervals of times.", in: 0...Double(Int32.max))
  var seed = 1

  var selection = SelectionOptions()

  @Setting(
    "Report", "A folder for records.ndjson, report.html, report.md, report.csv and github-action-benchmark.json.",
    placeholder: "FOLDER")
  var report: FilePath? = nil

  @Setting("Records", "The file that records are written to as they come, a JSON document a line.", placeholder: "FILE")
  var records: FilePath? = nil

  @Setting("Resume", "Go on with the records of a run that was interrupted: what is in them is not measured again.")
  var resume = false

  @Setting(
    "Baseline",
    """
    A file of earlier results that this run is held against: bytes and scores, exact, and the outputs themselves where \
    the library versions are the same; --fail-on allows more. Implies --isolated.
    """, placeholder: "FILE")
  var baseline: FilePath? = nil

  @Setting("Update baseline", "Write the results to --baseline instead of holding them against it.")
  var updateBaseline = false

  @Setting(
    "Against", "Another project file, measured side by side with the one in force: the only way to compare times.",
    placeholder: "FILE")
  var against: FilePath? = nil

  @Setting(
    "Fail on",
    """
    What ends with exit code 3, as a list: bytes:+1% and bytes:+500 for sizes, METRIC:-0.5 for scores, hash for any other \
    output, and with --against decodeTime, resizeTime, encodeTime and totalTime, such as encodeTime:+10%.
    """, placeholder: "LIMIT,…")
  var failOn: [String] = []

  @Setting("History", "The file that the run is added to, instead of the one below XDG_DATA_HOME.", placeholder: "FILE")
  var history: FilePath? = nil

  @Setting("No history", "Do not add the run to the history.")
  var noHistory = false

  @Setting("Dry run", "Check and show the plan, and measure nothing.", short: "n")
  var dryRun = false

  @Setting("Keep going", "Go on where a picture fails; this is the default.")
  var keepGoing = false

  @Setting("Fail fast", "Stop at the first failure.")
  var failFast = false

  @Setting(
    "Harness", "Encode nothing: what is left is what measuring itself costs.", advanced: true)
  var harness = false

  @Setting(
    "Jobs", "Scores computed at once; as many as there are processors where not given.", in: 1...1_024, short: "j")
  var jobs: Int? = nil

  @Setting("JSON", "One JSON document a line for each record, and a summary.")
  var json = false

  @Setting("Quiet", "Tell only what went wrong.")
  var quiet = false

  var source = SourceOptions()

  @Setting("Help", "Show this help.", short: "h")
  var help = false
}
