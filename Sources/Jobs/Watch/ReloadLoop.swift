import Glibc
import Pipeline
import SettingsKit
import Watching

/// Compresses again whatever a change of settings or pictures affects, for as long as it runs.
///
/// One round runs at a time. What comes meanwhile is taken in at once: a round that became stale is cancelled between
/// stages, and what it has not finished is done by the next one, with the newest settings. Pictures are told apart by
/// their content, not by their dates.
public final class ReloadLoop {
  private enum Signal: Sendable {
    case events([WatchEvent])
    case outcome(WorkItem, PictureOutcome, CompressionPass)
    case roundEnded(pictures: Int, failed: Int, milliseconds: Double)
  }

  /// Bytes of rendered pictures that are kept; about forty of 1600 pixels.
  private static let cacheBytes = 256 << 20

  private let request: WatchRequest
  private let report: @Sendable (WatchReport) -> Void
  private let artifacts = ArtifactCache(maximumBytes: cacheBytes)
  private let (signals, signal) = AsyncStream<Signal>.makeStream()

  private var settings: SettingsFiles
  private var passes: [CompressionPass]
  private var pictures = WatchedPictures()
  /// Changes of settings that no round has told yet.
  private var untold: [EffectiveChange] = []
  private var round: Task<Void, Never>?
  private var isStale = false
  /// Pictures in the round that runs.
  private var inRound: Set<FilePath> = []

  /// - Parameter report: Called from one task at a time.
  /// - Throws: `WatchProblem` where the session cannot begin.
  public init(_ request: WatchRequest, report: @escaping @Sendable (WatchReport) -> Void) throws(WatchProblem) {
    self.request = request
    self.report = report
    settings = SettingsFiles(request.sources, commandLine: request.commandLine)
    let loaded = settings.loaded
    guard loaded.problems.isEmpty else { throw .settings(loaded.problems) }
    passes = CompressionPass.passes(of: loaded.resolution)
    let found = InputFinder.find(request.selection)
    _ = pictures.replace(with: found.inputs)
    pictures.markAllDirty()
    do throws(PlanProblem) {
      _ = try plan()
    } catch {
      throw .plan(error)
    }
  }

  /// Runs until the task is cancelled or the process ends.
  ///
  /// - Throws: `WatchProblem.watching` where not even polling can be had.
  public func run() async throws(WatchProblem) {
    let watcher: any FileWatcher
    do throws(WatchError) {
      watcher = try makeWatcher(
        settings.watched.adding(request.selection.watched), options: WatchOptions(polls: request.isPolling))
    } catch {
      throw .watching(error)
    }
    defer { watcher.stop() }
    tell(watcher)
    let forwarding = Task { [signal] in
      for await events in watcher.events { signal.yield(.events(events)) }
      signal.finish()
    }
    defer { forwarding.cancel() }
    beginRound()
    for await signal in signals {
      switch signal {
      case .events(let events): absorb(events)
      case .outcome(let item, let outcome, let pass): take(outcome, of: item, pass)
      case .roundEnded(let pictures, let failed, let milliseconds):
        round = nil
        inRound = []
        report(isStale ? .roundCancelled : .roundEnded(pictures: pictures, failed: failed, milliseconds: milliseconds))
        isStale = false
      }
      if round == nil { beginRound() }
    }
  }

  private func tell(_ watcher: any FileWatcher) {
    for note in settings.loaded.notes { report(.note(note)) }
    let folders = request.selection.named.map(\.description)
    report(
      .started(
        watched: folders + [settings.loaded.projectFile ?? FilePath(settings.paths[0])].map(\.description),
        pictures: pictures.count, method: watcher.method.rawValue))
  }

  // MARK: What happened

  private func absorb(_ events: [WatchEvent]) {
    var reloads = false
    /// What is new by its own event; everything where events were lost.
    var news: Set<FilePath> = []
    var rescans = false
    for event in events {
      switch event {
      case .note(let note): report(.note(note))
      case .rescan:
        reloads = true
        rescans = true
        pictures.markAllDirty()
      case .changed(let path), .removed(let path):
        let file = FilePath(bytes: path.bytes)
        if settings.contains(path) {
          reloads = true
        } else if case .removed = event {
          forget(file)
        } else {
          if !pictures.contains(file) { news.insert(file) }
          pictures.markDirty(file)
          if inRound.contains(file) { cancelRound() }
        }
      }
    }
    if rescans || !news.isEmpty { walk(taking: rescans ? nil : news) }
    if reloads { reload() }
  }

  /// Lists the pictures again: what is new is to be done, what is gone is forgotten.
  ///
  /// - Parameter news: The new files to take; `nil` for all. Others are still being written, and will have events of
  ///   their own when they are whole.
  private func walk(taking news: Set<FilePath>?) {
    let known = Set(pictures.inputs.compactMap { if case .file(let path) = $0.source { path } else { nil } })
    // An event may name the folder in another way than the command line does.
    let resolved = news.map { Set($0.compactMap { try? resolvedPath($0) }) }  // one that is gone already is no news
    let found = InputFinder.find(request.selection).inputs.filter { input in
      guard case .file(let path) = input.source, let news, let resolved else { return true }
      return known.contains(path) || news.contains(path) || (try? resolvedPath(path)).map(resolved.contains) ?? false
    }
    for gone in pictures.replace(with: found) { forget(gone) }
    for case .file(let path) in pictures.inputs.map(\.source) where !known.contains(path) { pictures.markDirty(path) }
  }

  private func forget(_ path: FilePath) {
    for (name, outputs) in pictures.remove(path) {
      if request.deletesOutputs { for output in outputs { _ = output.withCString { unlink($0) } } }
      report(.sourceRemoved(name: name, outputs: outputs, areDeleted: request.deletesOutputs))
    }
  }

  private func reload() {
    let old = settings.loaded
    switch settings.read() {
    case .gone(let path): report(.note("\(path) is gone; what it said last stays in force until it is back"))
    case .broken(let problems): report(.broken(problems))
    case .good(let new, let wasBroken):
      if wasBroken { report(.recovered) }
      apply(new, after: old)
    }
  }

  private func apply(_ new: ResolvedSettings, after old: ResolvedSettings) {
    let changes = SettingsDifference(from: old, to: new, registry: CompressionSettings.registry)
    for note in new.notes where !old.notes.contains(note) { report(.note(note)) }
    for (key, value, origin) in changes.pinned { report(.pinned(key: key, value: value, by: origin)) }
    guard !changes.effective.isEmpty else { return }
    passes = CompressionPass.passes(of: new.resolution)
    untold = SettingsDifference.merged(untold, changes.effective)
    cancelRound()
  }

  // MARK: Rounds

  private func plan() throws(PlanProblem) -> OutputPlan {
    try OutputPlan(inputs: pictures.inputs, destination: .folder(request.outputFolder), passes: passes)
  }

  private func cancelRound() {
    guard let round else { return }
    isStale = true
    round.cancel()
  }

  private func beginRound() {
    let items = pictures.stale(passes)
    let changes = untold
    untold = []
    guard !items.isEmpty || !changes.isEmpty else { return }
    report(.roundBegan(changes: changes, pictures: items.count))
    guard !items.isEmpty else { return }
    do throws(PlanProblem) {
      let job = CompressJob(plan: try plan(), passes: passes, artifacts: artifacts)
      inRound = Set(items.compactMap { if case .file(let path) = $0.input.source { path } else { nil } })
      let runner = BatchRunner(job: job, width: request.width)
      round = Task { [signal, passes] in
        let clock = ContinuousClock()
        let start = clock.now
        var failed = 0
        await runner.run(items, finished: { _ in }) { item, outcome in
          if outcome.hasFailed { failed += 1 }
          signal.yield(.outcome(item, outcome, passes[item.pass]))
        }
        signal.yield(
          .roundEnded(pictures: items.count, failed: failed, milliseconds: (clock.now - start) / .milliseconds(1)))
      }
    } catch {
      report(.note(error.description))
    }
  }

  private func take(_ outcome: PictureOutcome, of item: WorkItem, _ pass: CompressionPass) {
    let previous = pictures.previousBytes(outcome)
    let replaced = pictures.note(outcome, pass)
    guard !outcome.wasCancelled else { return }
    report(.picture(outcome, previousBytes: previous))
    if let replaced, request.deletesOutputs { _ = replaced.withCString { unlink($0) } }
  }
}

/// Why a watching session cannot begin.
public enum WatchProblem: Error {
  case settings([SettingProblem])
  case plan(PlanProblem)
  case watching(WatchError)
}
