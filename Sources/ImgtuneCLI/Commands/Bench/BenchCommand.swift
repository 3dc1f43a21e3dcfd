import Benchmarking
import Jobs
import SettingsKit

/// `imgtune bench`: what each setting costs in bytes, time and quality.
enum BenchCommand: Command {
  typealias Options = BenchOptions

  static let name = "bench"
  static let summary = "Measure what settings do to size, time and quality"
  static let usage = "[OPTION…] INPUT…"
  static let discussion = """
    Without --sweep it tries one step to each side of every setting that has an effect, and tells what each change does. \
    Nothing but records and reports is written. Decoding, resizing and encoding are timed apart, from memory, one thing at \
    a time and in random order; each picture is decoded and resized once for all points that encode it differently. A \
    point whose settings come to the same for a picture as another's is run once.
    """
  static let examples = [
    "imgtune bench photos/",
    "imgtune bench photos/ --sweep quality=0.5..0.9:0.1 --sweep format=jpeg,webp --report out/",
    "imgtune bench photos/ --sweep quality=0.5..0.9:0.1 --dry-run",
  ]
  static let takesSettings = true
  static let positionals = CommandDescription.Positionals.files

  static func run(_ words: [String]) async -> ExitCode { await readingSettings(words, bench) }

  private static func bench(_ options: Options, _ parsed: ArgumentParser.Result) async -> ExitCode {
    do {
      let request = try request(options, parsed)
      let plan = try BenchPlanner.plan(request)
      if !options.quiet { tell(plan.notes) }
      if options.dryRun {
        Terminal.output.write(options.json ? PlanListing(plan).json.prettyText + "\n" : PlanListing(plan).text)
        return .done
      }
      return try await measure(plan, options)
    } catch let refusal as BenchRefusal {
      return refuse(refusal.problems)
    } catch {
      return refuse("\(error)", hint: nil)
    }
  }

  private static func request(_ options: Options, _ parsed: ArgumentParser.Result) throws(BenchRefusal) -> BenchRequest
  {
    let inputs = parsed.positionals.map { FilePath($0) }
    if inputs.isEmpty { throw BenchRefusal("no input is named", hint: "imgtune bench photos/, or --help") }
    if inputs.contains(FilePath("-")) {
      throw BenchRefusal("standard input cannot be measured", hint: "name files or folders")
    }
    if options.keepGoing, options.failFast {
      throw BenchRefusal("--keep-going and --fail-fast exclude each other", hint: "give one of them")
    }
    if options.resume, recordFile(options) == nil {
      throw BenchRefusal("there are no records to resume", hint: "name them with --report or --records")
    }
    var request = BenchRequest(
      sources: options.source.sources, commandLine: parsed.settings,
      selection: InputSelection(
        named: inputs, recursive: options.recursive, include: options.include, exclude: options.exclude,
        outputFolder: options.report))
    request.sweeps = options.sweep
    request.sweepFile = options.sweepFile
    request.isZipped = options.zip
    request.maximumPoints = options.maxPoints
    request.measures = options.harness ? [] : try BenchMeasures.names(options.measure)
    request.runs = options.runs ?? 1
    request.seed = UInt64(options.seed)
    request.failsFast = options.failFast
    request.isHarnessOnly = options.harness
    return request
  }

  private static func recordFile(_ options: Options) -> FilePath? {
    options.records ?? options.report?.appending(FilePath("records.ndjson"))
  }

  private static func measure(_ plan: BenchPlan, _ options: Options) async throws -> ExitCode {
    let session = BenchSession(
      plan, jobs: options.jobs ?? CompressCommand.processorCount(), records: recordFile(options),
      resumes: options.resume)
    let report = BenchPresentation(plan, isQuiet: options.quiet, isJSON: options.json)
    let (results, totals) = try await session.run(measured: report.show, advanced: report.advance)
    report.finish(results, totals)
    return results.failures.isEmpty ? .done : .someFailed
  }
}
