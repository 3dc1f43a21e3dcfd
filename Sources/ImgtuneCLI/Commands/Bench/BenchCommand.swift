import Benchmarking
import Files
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

  static func run(_ words: [String]) async -> ExitCode {
    await readingSettings(words) { options, parsed in await bench(options, parsed, words) }
  }

  private static func bench(
    _ options: Options, _ parsed: ArgumentParser.Result, _ words: [String]
  ) async -> ExitCode {
    do {
      let gate = try BenchGate(options)
      let request = try request(options, parsed, gate)
      let plan = try BenchPlanner.plan(request)
      let notes = plan.notes + (try gate.prepare(plan))
      if !options.quiet { tell(notes) }
      if options.dryRun {
        Terminal.output.write(options.json ? PlanListing(plan).json.prettyText + "\n" : PlanListing(plan).text)
        return .done
      }
      return try await measure(plan, options, gate, words)
    } catch let refusal as BenchRefusal {
      return refuse(refusal.problems)
    } catch {
      return refuse("\(error)", hint: nil)
    }
  }

  private static func request(
    _ options: Options, _ parsed: ArgumentParser.Result, _ gate: BenchGate
  ) throws(BenchRefusal) -> BenchRequest {
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
    var sources = options.source.sources
    // What is compared with another day or another machine must not depend on this one.
    if gate.isIsolating { sources.isIsolated = true }
    var request = BenchRequest(
      sources: sources, commandLine: parsed.settings,
      selection: options.selection.of(inputs, outputFolder: options.report))
    request.sweeps = options.sweep
    request.sweepFile = options.sweepFile
    request.isZipped = options.zip
    request.maximumPoints = options.maxPoints
    request.measures = gate.measures
    request.runs = options.runs ?? defaultRuns(options, gate)
    request.oldConfig = options.against
    request.triesNeighbours = !gate.isThere
    request.seed = UInt64(options.seed)
    request.failsFast = options.failFast
    request.isHarnessOnly = options.harness
    return request
  }

  /// Five where times are what is asked for: judged, or told for each change of a setting.
  private static func defaultRuns(_ options: Options, _ gate: BenchGate) -> Int {
    let tellsChanges = options.sweep.isEmpty && options.sweepFile == nil && !gate.isThere && !options.harness
    return tellsChanges || gate.judgesTimes ? 5 : 1
  }

  private static func recordFile(_ options: Options) -> FilePath? {
    options.records ?? options.report?.appending(FilePath("records.ndjson"))
  }

  private static func measure(
    _ plan: BenchPlan, _ options: Options, _ gate: BenchGate, _ words: [String]
  ) async throws -> ExitCode {
    let started = Timestamp.text()
    let session = BenchSession(
      plan, jobs: options.jobs ?? UsableMachine.current.processors, records: recordFile(options),
      resumes: options.resume)
    let report = BenchPresentation(plan, isQuiet: options.quiet, isJSON: options.json)
    let (results, totals) = try await session.run(measured: report.show, advanced: report.advance)
    report.finish(results, totals)
    let command = LosslessText.printable((["imgtune", name] + words).joined(separator: " "))
    if let folder = options.report {
      let context = ReportContext(
        results, totals, program: ImgtuneCommand.version, command: command, started: started)
      try BenchReports.write(context, to: folder)
      if !options.quiet {
        Terminal.error.write("imgtune: the report is \(folder.appending(FilePath("report.html")))\n")
      }
    }
    remember(
      HistoryRun(
        started: started, seconds: totals.elapsedMilliseconds / 1_000, program: ImgtuneCommand.version,
        command: command, folder: FilePath.workingFolder.losslessText, results),
      results, options)
    let code = try gate.judge(results)
    return code == .done && !results.failures.isEmpty ? .someFailed : code
  }

  /// Adds the run to the history. That this cannot be done is told and changes nothing of the run.
  private static func remember(_ run: HistoryRun, _ results: BenchResults, _ options: Options) {
    guard !options.noHistory, !options.harness,
      let path = options.history ?? HistoryStore.defaultPath(environment: ProcessEnvironment.current)
    else { return }
    do throws(HistoryError) {
      let (_, note) = try HistoryStore(at: path).add(run, results)
      if let note { tell([note]) }
    } catch {
      tell(["the run is not in the history: \(error)"])
    }
  }
}
