import Jobs
import Pipeline
import SettingsKit
import Synchronization

/// `runs`: the settings in force on every picture, with progress and an end at any time.
final class RunsFeature: LabFeature {
  private struct State {
    var run: Run?
    var task: Task<Void, Never>?
    var count = 0
  }

  private let session: LabSession
  private let shelf: PictureShelf
  private let outputFolder: FilePath?
  private let artifacts: ArtifactCache
  private let width: Int
  private let events: EventHub
  private let state = Mutex(State())

  /// - Parameter outputFolder: Where results are written; `nil` writes none.
  init(
    session: LabSession, shelf: PictureShelf, outputFolder: FilePath?, artifacts: ArtifactCache, width: Int,
    events: EventHub
  ) {
    self.session = session
    self.shelf = shelf
    self.outputFolder = outputFolder
    self.artifacts = artifacts
    self.width = width
    self.events = events
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
    case "GET": exchange.respond(.json(state.withLock { $0.run?.json ?? .null }))
    case "POST": exchange.respond(begin())
    case "DELETE":
      state.withLock { $0.task?.cancel() }
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
        inputs: shelf.inputs, destination: .folder(outputFolder ?? FilePath("unwritten")), passes: passes)
      let job = CompressJob(plan: plan, passes: passes, isDryRun: outputFolder == nil, artifacts: artifacts)
      let runner = BatchRunner(job: job, width: width)
      let items = runner.allItems
      let run = state.withLock { state -> Run? in
        guard state.run?.isOver ?? true else { return nil }
        state.count += 1
        let run = Run(id: state.count, revision: snapshot.revision, total: items.count)
        state.run = run
        return run
      }
      guard let run else { return .failure(409, "a run is under way") }
      let task = labTask { [weak self] in
        await runner.run(items, finished: { _ in }) { _, outcome in self?.took(outcome) }
        self?.ended(isCancelled: Task.isCancelled)
      }
      state.withLock { $0.task = task }
      return .json(run.json, status: 201)
    } catch {
      return .failure(422, error.description)
    }
  }

  private func took(_ outcome: PictureOutcome) {
    guard !outcome.wasCancelled else { return }
    change { $0.add(outcome, id: self.shelf.pictures.first { self.isPicture($0, outcome.input) }?.id) }
  }

  private func isPicture(_ picture: LabPicture, _ input: InputFile) -> Bool {
    if case .file(_, let path) = picture.source { input.source == .file(path) } else { false }
  }

  private func ended(isCancelled: Bool) {
    change { run in
      run.isOver = true
      run.wasCancelled = isCancelled
    }
  }

  private func change(_ body: (inout Run) -> Void) {
    let run = state.withLock { state in
      if var run = state.run {
        body(&run)
        state.run = run
      }
      return state.run
    }
    if let run { events.send("run", key: "run") { run.json } }
  }
}
