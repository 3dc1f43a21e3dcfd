import Benchmarking
import Codecs
import Files
import Jobs
import Metrics
import Pipeline
import SettingsKit
import Synchronization

/// `sweeps`, `history`: what one setting does to size, time and score, measured by a bench, with its report.
final class SweepsFeature: LabFeature {
  /// Reports that are kept; the oldest goes first.
  private static let maximumReports = 16

  private let session: LabSession
  private let shelf: PictureShelf
  private let commandLine: [SettingCandidate]
  private let program: String
  private let width: Int
  private let memory: MemoryBudget
  private let sweep: WorkUnderWay<LabSweep>
  /// Reports by the path that they are served under.
  private let reports = Mutex<[(path: String, html: String, started: String)]>([])

  /// - Parameter program: The version, for reports and the history.
  init(
    session: LabSession, shelf: PictureShelf, commandLine: [SettingCandidate], program: String, width: Int,
    memory: MemoryBudget, events: EventHub
  ) {
    self.session = session
    self.shelf = shelf
    self.commandLine = commandLine
    self.program = program
    self.width = width
    self.memory = memory
    sweep = WorkUnderWay(events)
  }

  var facts: [JSONMember] {
    [JSONMember("sweeps", .bool(true)), JSONMember("history", .bool(historyPath != nil))]
  }

  func handle(_ request: HTTPRequest, _ exchange: HTTPExchange) -> Bool {
    switch (request.method, request.route) {
    case ("GET", ["sweeps"]): exchange.respond(.json(sweep.json))
    case ("POST", ["sweeps"]): exchange.respond(begin(request))
    case ("DELETE", ["sweeps"]):
      sweep.cancel()
      exchange.respond(.done)
    case ("GET", ["history"]): exchange.respond(history)
    default: return false
    }
    return true
  }

  /// A report by the path it was told under. A page of its own: it runs its own script and loads nothing.
  func page(_ path: String) -> HTTPResponse? {
    guard let html = reports.withLock({ reports in reports.first { $0.path == path }?.html }) else { return nil }
    let nonce = LabServer.makeToken()
    let marked = html.replacing("<style", with: "<style nonce=\"\(nonce)\"")
      .replacing("<script", with: "<script nonce=\"\(nonce)\"")
    let policy = """
      sandbox allow-scripts allow-downloads; default-src 'none'; img-src data: blob:; style-src 'nonce-\(nonce)'; \
      script-src 'nonce-\(nonce)'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
    return HTTPResponse(
      200, "text/html; charset=utf-8", .bytes(Array(marked.utf8)), headers: [("Content-Security-Policy", policy)])
  }

  // MARK: A sweep

  /// `{"key": …, "values": "0.5..0.9:0.1", "picture": …}`; without a picture all of them.
  private func begin(_ request: HTTPRequest) -> HTTPResponse {
    do {
      let document = try request.json()
      guard case .string(let key)? = document["key"], case .string(let values)? = document["values"] else {
        throw BadRequest("a sweep needs a key and its values")
      }
      var selection = shelf.selection
      if case .string(let id)? = document["picture"] {
        guard case .file(_, let path)? = shelf.picture(id)?.source else {
          throw BadRequest("only pictures of the folder can be swept")
        }
        // Through the same roots as everything else.
        selection = InputSelection(named: [path])
        selection.confinedTo = shelf.selection.named
      }
      let bench = bench(selection, SweepText("\(key)=\(values)"))
      let plan = try BenchPlanner.plan(bench)
      try checkMemory(plan)
      let command = (["imgtune", "bench"] + selection.named.map(\.losslessText) + ["--sweep", "\(key)=\(values)"])
        .map(quotedForShell).joined(separator: " ")
      let told = LabSweep(key: key, values: values, command: command, work: BenchRunner.work(plan))
      return sweep.begin(told) { [weak self] in await self?.measure(plan, command) }
    } catch let error as BadRequest {
      return error.response
    } catch let refusal as BenchRefusal {
      let sentences = refusal.problems.map { LosslessText.printable($0.description) }
      return .failure(422, sentences.joined(separator: "; "))
    } catch {
      return .failure(422, LosslessText.printable("\(error)"))
    }
  }

  /// The session's edits count as if they had been given on the command line.
  private func bench(_ selection: InputSelection, _ sweep: SweepText) -> BenchRequest {
    let snapshot = session.hub.snapshot
    let edits = snapshot.modifiedKeys.map {
      SettingCandidate(
        $0, .json(snapshot.resolution.value($0).json), from: SettingOrigin(.commandLine, place: "lab"))
    }
    var request = BenchRequest(sources: session.sources, commandLine: commandLine + edits, selection: selection)
    request.sweeps = [sweep]
    request.maximumPoints = 200
    request.measures = [MetricCatalog.all[0].id]
    return request
  }

  /// A sweep scores what it makes, which takes many times the pixels.
  ///
  /// - Throws: `ScoreRefusal` where a score would take more than all work may.
  private func checkMemory(_ plan: BenchPlan) throws {
    for picture in plan.pictures {
      // As it is stored it is at its largest: hardly any has to be looked at more closely.
      guard let size = picture.size, size.pixels * 12 + QualityMeasure.bytes(for: size) > memory.limit,
        let input = try? picture.input.open(limit: DecodeLimits().maximumFileBytes).bytes  // else the sweep tells
      else { continue }
      for request in Set(plan.points.map(\.request)) {
        guard let prepared = try? CompressionPipeline().prepare(input, request, isCancelled: { false }) else {
          continue
        }
        let needed = prepared.estimatedBytes + QualityMeasure.bytes(for: prepared.target)
        guard needed <= memory.limit else { throw ScoreRefusal(needed: needed, limit: memory.limit) }
      }
    }
  }

  private func measure(_ plan: BenchPlan, _ command: String) async {
    let started = Timestamp.text()
    do {
      let (results, totals) = try await BenchSession(plan, jobs: width, records: nil, resumes: false).run(
        measured: { _ in }, advanced: { done, _ in self.sweep.change { $0.done = done } })
      let context = ReportContext(results, totals, program: program, command: command, started: started)
      let path = "/reports/\(LabServer.makeToken())"
      let html = HTMLReport().text(context)
      let note = remember(results, totals, command, started)
      reports.withLock { reports in
        reports.append((path, html, started))
        if reports.count > SweepsFeature.maximumReports { reports.removeFirst() }
      }
      sweep.end(isCancelled: false) { ($0.report, $0.note) = (path, note) }
    } catch is CancellationError {
      sweep.end(isCancelled: true)
    } catch {
      sweep.end(isCancelled: false) { $0.note = LosslessText.printable("\(error)") }
    }
  }

  // MARK: History

  private var historyPath: FilePath? {
    session.sources.isIsolated ? nil : HistoryStore.defaultPath(environment: session.sources.environment)
  }

  /// - Returns: What is odd about the history, or why the run is not in it.
  private func remember(
    _ results: BenchResults, _ totals: BenchRunner.Totals, _ command: String, _ started: String
  ) -> String? {
    guard let historyPath else { return nil }
    let run = HistoryRun(
      started: started, seconds: totals.elapsedMilliseconds / 1_000, program: program, command: command,
      folder: session.sources.workingFolder, results)
    do throws(HistoryError) {
      return try HistoryStore(at: historyPath).add(run, results).note
    } catch {
      return "the run is not in the history: \(error)"
    }
  }

  private var history: HTTPResponse {
    guard let historyPath else { return .notFound }
    do throws(HistoryError) {
      let runs = try HistoryStore(at: historyPath).list(limit: 50)
      let reports = Dictionary(
        self.reports.withLock { $0.map { ($0.started, $0.path) } }, uniquingKeysWith: { $1 })
      return .json(
        .array(
          runs.map { run in
            .object([
              "id": .integer(run.id), "started": .string(run.started), "seconds": .decimal(run.seconds),
              "command": .string(LosslessText.printable(run.command)), "pictures": .integer(run.pictures),
              "points": .integer(run.points), "failures": .integer(run.failures),
              "report": reports[run.started].map(JSONValue.string),
            ])
          }))
    } catch {
      return .failure(500, LosslessText.printable("\(error)"))
    }
  }
}
