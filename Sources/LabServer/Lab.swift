import Files
import Jobs
import Pipeline
import SettingsKit
import Synchronization
import Watching

/// What a lab was asked to do.
package struct LabRequest: Sendable {
  package var sources: SettingsSources
  /// What the command line gives; it stays in force however the files change.
  package var commandLine: [SettingCandidate]
  package var selection: InputSelection
  /// Where "Run on all" writes; `nil` only tells what would come of it.
  package var outputFolder: FilePath?
  package var options: LabOptions
  /// What links below that folder are.
  package var links = Folder.Links.refused
  package var isPolling = false
  /// The version of the program, for reports.
  package var program: String

  package init(
    sources: SettingsSources, commandLine: [SettingCandidate], selection: InputSelection, outputFolder: FilePath?,
    options: LabOptions, program: String, isPolling: Bool = false
  ) {
    self.sources = sources
    self.commandLine = commandLine
    self.selection = selection
    self.outputFolder = outputFolder
    self.options = options
    self.isPolling = isPolling
    self.program = program
  }
}

/// The lab: the page, the settings it edits, the pictures it shows, and the files that both come from.
package final class Lab: Sendable {
  /// Bytes of rendered pictures that are kept at most; about forty of 1600 pixels.
  private static let cacheBytes = 256 << 20
  /// Bytes of results and of pictures that pages brought along that are kept at most, each.
  private static let resultBytes = 96 << 20

  private let session: LabSession
  private let shelf: PictureShelf
  private let events = EventHub()
  private let server: LabServer
  private let queue: WorkQueue
  private let watcher: any FileWatcher
  /// Takes in what happens to the files.
  private let following: Task<Void, Never>

  /// Where the page is.
  package var address: String { server.address }
  package var pictureCount: Int { shelf.pictures.count }
  /// What is odd about the settings, a sentence each.
  package var notes: [String] { session.notes }

  /// Begins to serve.
  ///
  /// - Throws: `LabProblem`.
  package init(_ request: LabRequest) throws(LabProblem) {
    session = try LabSession(request.sources, commandLine: request.commandLine, events: events)
    let limits = session.hub.snapshot.settings.limits
    // What is kept between pieces of work leaves the other half for them.
    let memoryBytes = limits.memory?.count ?? UsableMachine.current.memoryBytes / 4
    let memory = MemoryBudget(limit: memoryBytes / 2)
    shelf = PictureShelf(request.selection, maximumUploadBytes: min(Lab.resultBytes, memoryBytes / 8))
    guard !shelf.pictures.isEmpty else { throw .noPictures(request.selection.named) }
    let width = UsableMachine.current.processors
    queue = WorkQueue(width: width)
    let artifacts = ArtifactCache(maximumBytes: min(Lab.cacheBytes, memoryBytes / 4))
    let book = AttemptBook(maximumBytes: min(Lab.resultBytes, memoryBytes / 8))
    let work = PictureWork(shelf: shelf, book: book, artifacts: artifacts, memory: memory)
    let sweeps = SweepsFeature(
      session: session, shelf: shelf, commandLine: request.commandLine, program: request.program, width: width,
      memory: memory, events: events)
    let features: [any LabFeature] = [
      sweeps,
      PicturesFeature(hub: session.hub, work: work, queue: queue, events: events),
      SavingFeature(
        session: session, named: request.selection.named.map(\.losslessText),
        outputFolder: request.outputFolder?.losslessText),
      RunsFeature(
        session: session, shelf: shelf, outputFolder: request.outputFolder, links: request.links, artifacts: artifacts,
        memory: memory, width: max(1, width - 1), events: events),
    ]
    do throws(WatchError) {
      watcher = try makeWatcher(
        session.watched.adding(request.selection.watched), options: WatchOptions(polls: request.isPolling))
    } catch {
      throw .watching(error)
    }
    do throws(ServerProblem) {
      server = try LabServer(
        session.desk, request.options, features: features,
        assumptions: { [shelf] id in shelf.format(of: id).map { ["format": $0.rawValue] } ?? [:] }, events: events,
        pages: { sweeps.page($0) })
    } catch {
      watcher.stop()
      throw .server(error)
    }
    following = labTask { [watcher, session, shelf, events] in
      for await batch in watcher.events { Lab.absorb(batch, session, shelf, events) }
    }
  }

  /// Waits until the lab is stopped.
  package func run() async { await following.value }

  /// Ends everything.
  package func stop() {
    following.cancel()
    watcher.stop()
    server.stop()
    queue.end()
  }

  private static func absorb(
    _ batch: [WatchEvent], _ session: LabSession, _ shelf: PictureShelf, _ events: EventHub
  ) {
    var reloads = false
    var changed: Set<FilePath>? = []
    for event in batch {
      switch event {
      case .note(let text): events.send("note", key: "note \(text)") { .object(["text": .string(text)]) }
      case .rescan:
        reloads = true
        changed = nil
      case .changed(let path), .removed(let path):
        if session.isSettingsFile(path) { reloads = true } else { changed?.insert(path) }
      }
    }
    if reloads { session.reload() }
    guard changed?.isEmpty != true else { return }
    shelf.walk(changed: changed)
    events.send("pictures", key: "pictures") { .object([]) }
  }
}
