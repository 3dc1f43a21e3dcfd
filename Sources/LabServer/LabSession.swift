import Files
import Jobs
import SettingsKit
import Synchronization
import Watching

/// The settings of a lab: the layers from the files, which are watched, and the session's edits over them.
final class LabSession: Sendable {
  let hub: SettingsHub<CompressionSettings>
  let desk: SettingsDesk<CompressionSettings>
  let sources: SettingsSources
  private let files: Mutex<SettingsFiles>
  private let lastProblems = Mutex<[SettingProblem]>([])
  private let events: EventHub

  /// - Throws: `LabProblem` where the settings are wrong.
  init(_ sources: SettingsSources, commandLine: [SettingCandidate], events: EventHub) throws(LabProblem) {
    let files = SettingsFiles(sources, commandLine: commandLine)
    guard files.loaded.problems.isEmpty else { throw .settings(files.loaded.problems) }
    do throws(HubError) {
      hub = try SettingsHub(
        CompressionSettings.registry, candidates: files.loaded.candidates,
        expanding: { sources.expansion(of: $0) }, isLenient: true)
    } catch {
      throw .settings([])
    }
    self.files = Mutex(files)
    self.sources = sources
    self.events = events
    desk = SettingsDesk(hub, schema: CompressionSettings.schema)
  }

  /// What is odd about the settings at the beginning.
  var notes: [String] { files.withLock { $0.loaded.notes } }
  /// What was wrong with the files when they were read last, for pages that were not there to be told.
  var fileProblems: [SettingProblem] { lastProblems.withLock { $0 } }
  var watched: WatchPlan { files.withLock { $0.watched } }
  func isSettingsFile(_ path: FilePath) -> Bool { files.withLock { $0.contains(path) } }

  /// Reads the files again; what they say now is in force at once, below the session's edits.
  ///
  /// A file that is wrong changes nothing, and the page says so.
  func reload() {
    let problems = files.withLock { files -> [SettingProblem]? in
      switch files.read() {
      case .gone: return nil
      case .broken(let problems): return problems
      case .good(let new, _):
        do throws(HubError) {
          try hub.commit(LabSession.replacements(new.candidates))
          return []
        } catch {
          if case .invalid(let problems) = error { return problems }
          return []
        }
      }
    }
    guard let problems else { return }
    lastProblems.withLock { $0 = problems }
    events.send("files", key: "files") { .object(["problems": .array(problems.map(\.json))]) }
  }

  /// What the files and the environment say, in place of what they said before.
  private static func replacements(_ candidates: [SettingCandidate]) -> [SettingsEdit] {
    [SettingOrigin.Layer.userStore, .projectFile, .environment].map { layer in
      .replaceLayer(layer, candidates.filter { $0.origin.layer == layer })
    }
  }

  /// The document of a scope; `nil` where there is none, or where it would not be read again.
  func target(_ scope: SettingsScope) -> SettingsTarget? {
    // Without a home there is no such document, and the page does not offer it.
    scope == .user && sources.isIsolated ? nil : try? SettingsTarget(scope, sources)
  }

  /// Saves edits and drops them from the session, in one step for everybody who looks.
  ///
  /// - Throws: `StorageError`, `JSONEditError`; nothing has changed then.
  func save(_ plan: SavePlan, _ target: SettingsTarget) throws {
    try files.withLock { files in
      try target.change(plan.changes.map { ($0.key, $0.new) })
      var edits: [SettingsEdit] = []
      if case .good(let new, _) = files.read() { edits = LabSession.replacements(new.candidates) }
      try hub.commit(edits + plan.changes.map { .reset($0.key) })
    }
    desk.clearHistory()
  }
}

/// Why a lab cannot begin.
package enum LabProblem: Error {
  case settings([SettingProblem])
  case server(ServerProblem)
  case watching(WatchError)
  case noPictures([FilePath])
}
