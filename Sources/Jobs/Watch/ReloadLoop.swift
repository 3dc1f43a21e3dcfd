import Files
import Pipeline
import SettingsKit
import Watching

/// Compresses again whatever a change of settings or pictures affects, for as long as it runs.
///
/// One round runs at a time. What comes meanwhile is taken in at once: a round that became stale is cancelled between
/// stages, and what it has not finished is done by the next one, with the newest settings. Pictures are told apart by
/// their content, not by their dates.
public final class ReloadLoop {
  enum Signal: Sendable {
    case events([WatchEvent])
    case outcome(WorkItem, PictureOutcome, CompressionPass)
    case roundEnded(milliseconds: Double)
    case note(String)
    /// Time to look again at the pictures that were being written.
    case lookAtUnsettled
    /// Time to read again the settings that were wrong.
    case lookAtSettings
  }

  /// Bytes of rendered pictures that are kept; about forty of 1600 pixels.
  private static let cacheBytes = 256 << 20

  let request: WatchRequest
  let report: @Sendable (WatchReport) -> Void
  let artifacts = ArtifactCache(maximumBytes: cacheBytes)
  let (signals, signal) = AsyncStream<Signal>.makeStream()

  var settings: SettingsFiles
  /// How often the settings were read and wrong since that was told.
  var brokenReadings = 0
  /// What was told to be wrong, until the settings can be used again; `nil` where nothing is.
  var complaint: [SettingProblem]?
  /// Whether it was told that the project file is gone.
  var isGoneTold = false
  var passes: [CompressionPass]
  var pictures = WatchedPictures()
  /// Folders that could not be read, as far as that was told.
  var unreadable: Set<FilePath> = []
  /// Pictures of kinds that cannot be read, as far as that was told.
  var foreignTold: Set<FilePath> = []
  /// What appeared since the pictures were last listed, or whether to list all of them again.
  var newcomers: Set<FilePath> = []
  var needsWalk = false
  /// Pictures that failed while somebody was writing them, which is not told.
  var unsettled: Set<FilePath> = []
  /// Changes of settings that no round has told yet.
  var untold: [EffectiveChange] = []
  var round: Round?
  /// The last reason that there was no plan.
  var planProblem: PlanProblem?

  /// - Parameter report: Called from one task at a time.
  /// - Throws: `WatchProblem` where the session cannot begin.
  public init(_ request: WatchRequest, report: @escaping @Sendable (WatchReport) -> Void) throws(WatchProblem) {
    self.request = request
    self.report = report
    settings = SettingsFiles(request.sources, commandLine: request.commandLine)
    guard settings.loaded.problems.isEmpty else { throw .settings(settings.loaded.problems) }
    passes = CompressionPass.passes(of: settings.loaded.resolution)
    var found = InputFinder.find(request.selection)
    found.inputs.removeAll { $0.foreign != nil }
    _ = pictures.replace(with: found)
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
    // What happened before there was a watcher is seen by looking once more.
    needsWalk = true
    reload()
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
      case .roundEnded(let milliseconds): endRound(milliseconds)
      case .note(let text): report(.note(text))
      case .lookAtUnsettled: lookAtUnsettled()
      case .lookAtSettings: lookAtSettings()
      }
      if round == nil { beginRound() }
    }
  }

  private func tell(_ watcher: any FileWatcher) {
    report(
      .started(
        watched: request.selection.named.map(\.description) + settings.names, pictures: pictures.count,
        method: watcher.method.rawValue))
    for note in settings.loaded.notes { report(.note(note)) }
    for path in request.selection.named where FileStatus.isAbsent(path) {
      report(.note("\(path) is not there yet; it counts as soon as it is"))
    }
  }

  func yield(_ later: Signal, after pause: Duration) {
    Task { [signal] in
      try? await Task.sleep(for: pause)  // a session that ends asks no more
      signal.yield(later)
    }
  }

  func plan() throws(PlanProblem) -> OutputPlan {
    try OutputPlan(
      inputs: pictures.inputs, destination: .folder(request.outputFolder), passes: passes, links: request.links)
  }
}

/// Why a watching session cannot begin.
public enum WatchProblem: Error {
  case settings([SettingProblem])
  case plan(PlanProblem)
  case watching(WatchError)
}
