import Files
import Jobs
import Pipeline
import SettingsKit
import Synchronization

/// `runs`: the settings in force on every picture, with progress and an end at any time.
final class RunsFeature: LabFeature {
  private let session: LabSession
  private let shelf: PictureShelf
  private let outputFolder: FilePath?
  private let links: Folder.Links
  private let artifacts: ArtifactCache
  private let memory: MemoryBudget
  private let width: Int
  private let run: WorkUnderWay<Run>
  private let count = Atomic(0)

  /// - Parameter outputFolder: Where results are written; `nil` writes none.
  init(
    session: LabSession, shelf: PictureShelf, outputFolder: FilePath?, links: Folder.Links, artifacts: ArtifactCache,
    memory: MemoryBudget, width: Int, events: EventHub
  ) {
    self.session = session
    self.shelf = shelf
    self.outputFolder = outputFolder
    self.links = links
    self.artifacts = artifacts
    self.memory = memory
    self.width = width
    run = WorkUnderWay(events)
  }

  var facts: [JSONMember] {
    [
      JSONMember(
        "runs",
        .object(["outputFolder": outputFolder.map { .string(LosslessText.printable($0.losslessText)) } ?? .null]))
    ]
  }

  func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
    guard request.route == ["runs"] else { return false }
    switch request.method {
    case "GET": exchange.respond(.json(run.json))
    case "POST": exchange.respond(begin())
    case "DELETE":
      run.cancel()
      exchange.respond(.done)
    default: return false
    }
    return true
  }

  private func begin() -> HTTPResponse {
    let snapshot = session.hub.snapshot
    let passes = CompressionPass.passes(of: snapshot.resolution)
    do throws(PlanProblem) {
      let plan = try OutputPlan(
        inputs: shelf.inputs, destination: outputFolder.map(Destination.folder) ?? .nowhere, passes: passes,
        links: links)
      let job = CompressJob(
        plan: plan, passes: passes, isDryRun: outputFolder == nil, artifacts: artifacts, memory: memory)
      let runner = BatchRunner(job: job, width: width)
      let items = runner.allItems
      let id = count.add(1, ordering: .relaxed).newValue
      return run.begin(Run(id: id, revision: snapshot.revision, total: items.count)) { [weak self] in
        let unflushed = await runner.run(items, finished: { _ in }) { _, outcome in self?.took(outcome) }
        self?.run.end(isCancelled: Task.isCancelled) { run in
          if let failure = unflushed.first { run.note = LosslessText.printable(failure.description) }
        }
      }
    } catch {
      return .failure(422, error.description)
    }
  }

  private func took(_ outcome: PictureOutcome) {
    guard !outcome.wasCancelled else { return }
    run.change { $0.add(outcome, id: self.shelf.pictures.first { self.isPicture($0, outcome.input) }?.id) }
  }

  private func isPicture(_ picture: LabPicture, _ input: InputFile) -> Bool {
    if case .file(_, let path) = picture.source { input.source == .file(path) } else { false }
  }
}
