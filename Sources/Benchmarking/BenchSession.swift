import Files
import Jobs
import Pipeline

/// A whole run: measures, writes records as they come, and keeps what was found.
public struct BenchSession {
  public let plan: BenchPlan
  private let scorer: Scorer
  private let environment = BenchEnvironment.current
  private let recordPath: FilePath?
  private let resumes: Bool

  /// - Parameters:
  ///   - jobs: Scores computed at once.
  ///   - records: The file that records are written to; `nil` for none.
  ///   - resumes: Whether what stands in that file is not measured again.
  public init(_ plan: BenchPlan, jobs: Int, records: FilePath?, resumes: Bool) {
    self.plan = plan
    scorer = Scorer(measures: plan.measures, width: jobs)
    recordPath = records
    self.resumes = resumes
  }

  /// - Parameters:
  ///   - measured: Called with each record as it is written.
  ///   - advanced: Called with the amount of work that is done, of `BenchRunner.work(plan)`, and how much of it was done
  ///     by an earlier run.
  /// - Throws: `BenchRefusal` where records cannot be written or resumed; `CancellationError` where the task was cancelled,
  ///   with everything written that was measured until then.
  public func run(
    measured: @escaping (BenchRecord) -> Void, advanced: @escaping (_ done: Int, _ before: Int) -> Void
  ) async throws -> (results: BenchResults, totals: BenchRunner.Totals) {
    let state = State(BenchResults(plan, environment))
    var known: [Measurement] = []
    var isComplete = false
    if let recordPath {
      let header = PlanHeader(plan, environment)
      if resumes {
        let (file, records, complete) = try RecordFile.resume(recordPath, header)
        let resumed = try ResumedRecords(records, in: plan)
        for (picture, content) in resumed.contents { state.results.note(content, of: picture) }
        for measurement in resumed.measurements { state.results.add(measurement) }
        (known, isComplete, state.file) = (resumed.measurements, complete, file)
      } else {
        state.file = try RecordFile.create(recordPath, header)
      }
    }
    var runner = BenchRunner(plan, scorer: scorer, known: known) { event in
      try Task.checkCancellation()
      switch event {
      case .opened(let picture, let identity): state.results.note(BenchRecord.Content(identity), of: picture)
      case .measured(let measurement):
        state.results.add(measurement)
        let record = state.results.record(measurement)
        try state.file?.append(record)
        measured(record)
      case .advanced(let count):
        if state.isWorking == false { state.before += count }
        state.done += count
        advanced(state.done, state.before)
      }
      if case .opened = event { state.isWorking = true }
    }
    let totals = try await runner.run()
    if !isComplete, !totals.wasCutShort { try state.file?.finish() }
    return (state.results, totals)
  }

  /// What the runner's events change; they come from one task at a time.
  private final class State {
    var results: BenchResults
    var file: RecordFile?
    var done = 0
    /// Work that was done before anything was measured.
    var before = 0
    var isWorking = false

    init(_ results: BenchResults) { self.results = results }
  }
}
