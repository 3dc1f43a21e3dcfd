import Files
import SettingsKit

/// The rounds: one at a time, over everything that is out of date.
extension ReloadLoop {
  /// A round that runs.
  struct Round {
    var task: Task<Void, Never>
    /// Outputs that are not finished, by picture.
    var open: [FilePath: Int]
    var toldCount = 0
    var failedCount = 0
    var isCancelled = false

    func isWorkingOn(_ path: FilePath) -> Bool { open[path] != nil }
  }

  /// How long to wait before looking again at a picture that somebody is writing.
  private static let unsettledPause = Duration.milliseconds(200)

  func beginRound() {
    lookAtPictures()
    let items = pictures.stale(passes).filter { item in item.input.path.map { !unsettled.contains($0) } ?? false }
    let changes = untold
    untold = []
    guard !items.isEmpty || !changes.isEmpty else { return }
    guard let plan = checkedPlan(changes, items.count) else { return }
    guard !items.isEmpty else {
      report(.roundBegan(changes: changes, pictures: 0))
      report(.roundEnded(pictures: 0, failed: 0, milliseconds: 0))
      return
    }
    report(.roundBegan(changes: changes, pictures: items.count))
    let job = CompressJob(plan: plan, passes: passes, artifacts: artifacts)
    let runner = BatchRunner(job: job, width: request.width)
    let task = Task { [signal, passes] in
      let clock = ContinuousClock()
      let start = clock.now
      let unflushed = await runner.run(items, finished: { _ in }) { item, outcome in
        signal.yield(.outcome(item, outcome, passes[item.pass]))
      }
      for failure in unflushed { signal.yield(.note(failure.description)) }
      signal.yield(.roundEnded(milliseconds: (clock.now - start) / .milliseconds(1)))
    }
    round = Round(task: task, open: items.compactMap(\.input.path).reduce(into: [:]) { $0[$1, default: 0] += 1 })
  }

  /// - Returns: `nil` where no plan can be made, which is told when it becomes so and when settings change.
  private func checkedPlan(_ changes: [EffectiveChange], _ count: Int) -> OutputPlan? {
    do throws(PlanProblem) {
      let plan = try plan()
      planProblem = nil
      return plan
    } catch {
      if planProblem?.concern != error.concern || !changes.isEmpty {
        report(.roundBegan(changes: changes, pictures: count))
        report(.note("nothing is compressed: \(error)"))
        report(.roundEnded(pictures: 0, failed: 0, milliseconds: 0))
      }
      planProblem = error
      return nil
    }
  }

  func cancelRound() {
    round?.isCancelled = true
    round?.task.cancel()
  }

  func endRound(_ milliseconds: Double) {
    guard let ended = round else { return }
    round = nil
    report(
      ended.isCancelled
        ? .roundCancelled
        : .roundEnded(pictures: ended.toldCount, failed: ended.failedCount, milliseconds: milliseconds))
  }

  func take(_ outcome: PictureOutcome, of item: WorkItem, _ pass: CompressionPass) {
    guard let path = item.input.path else { return }
    if let left = round?.open[path] { round?.open[path] = left > 1 ? left - 1 : nil }
    // What was given up is as it was before.
    if outcome.wasCancelled { return }
    if outcome.hasFailed, WatchedPictures.isInMotion(outcome) {
      waitFor(path)
      return
    }
    guard pictures.contains(path) else {
      // Its source went while it was made.
      if let output = outcome.output { deleteOutput(output) }
      return
    }
    let previous = pictures.previousBytes(outcome)
    let replaced = pictures.note(outcome, pass)
    round?.toldCount += 1
    if outcome.hasFailed { round?.failedCount += 1 }
    report(.picture(outcome, previousBytes: previous))
    if let replaced { deleteOutput(replaced) }
  }

  // MARK: Pictures that are being written

  /// What is being written is not broken. Its writer's end is an event, if it came after the watcher and inotify is
  /// had; else it is found by looking.
  private func waitFor(_ path: FilePath) {
    let isFirst = unsettled.isEmpty
    unsettled.insert(path)
    if isFirst { yield(.lookAtUnsettled, after: ReloadLoop.unsettledPause) }
  }

  func lookAtUnsettled() {
    for path in unsettled where !WatchedPictures.isUnfinished(path) {
      unsettled.remove(path)
      pictures.forgetOutcome(of: path)
    }
    if !unsettled.isEmpty { yield(.lookAtUnsettled, after: ReloadLoop.unsettledPause) }
  }
}
