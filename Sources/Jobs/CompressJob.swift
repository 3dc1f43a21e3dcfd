import Codecs
import Glibc
import Metrics
import Pipeline
import Pixels
import SettingsKit

/// Compresses pictures one by one by the same settings and puts the results where the plan says.
///
/// Whatever goes wrong with a picture becomes its outcome, never an error that could stop the others.
public struct CompressJob: Sendable {
  public let plan: OutputPlan
  /// What is made of each input.
  public let passes: [CompressionPass]
  /// Whether to do all the work but write nothing.
  public let isDryRun: Bool
  /// Where rendered pictures are kept between runs of a session; `nil` for a run that sees each picture once.
  public let artifacts: ArtifactCache?
  /// What each output is measured by, against the pixels that its encoder got.
  public let metrics: [any Metric]
  private let newFileMode: UInt32
  private let memory: MemoryBudget

  /// - Parameter passes: Those that `plan` was made of.
  public init(
    plan: OutputPlan, passes: [CompressionPass], isDryRun: Bool = false, artifacts: ArtifactCache? = nil,
    metrics: [any Metric] = []
  ) {
    self.plan = plan
    self.passes = passes
    self.isDryRun = isDryRun
    self.artifacts = artifacts
    self.metrics = metrics
    memory = MemoryBudget(limit: passes[0].settings.limits.memory?.count ?? MemoryBudget.quarterOfMachine)
    newFileMode = defaultFileMode()
  }

  /// - Parameters:
  ///   - pass: Which of the passes, by index.
  ///   - isCancelled: Asked between batches of rows.
  public func run(
    _ input: InputFile, pass: Int = 0, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) async -> PictureOutcome {
    let clock = ContinuousClock()
    let start = clock.now
    var outcome = PictureOutcome(
      input: input, variant: passes[pass].variant, delivery: .failed(reason: ""), resolution: passes[pass].resolution)
    do {
      try await compress(input, pass, &outcome, isCancelled)
    } catch is CancellationError {
      outcome.delivery = .failed(reason: "interrupted")
      outcome.wasCancelled = true
    } catch let error as CodecError {
      outcome.delivery = .failed(reason: error.description + whatToTry(error))
    } catch let error as FileError where input.source == .file(error.path) {
      // The report names the input already.
      outcome.delivery = .failed(reason: "cannot \(error.action) it: \(error.reason)")
    } catch {
      outcome.delivery = .failed(reason: "\(error)")
    }
    let elapsed = (clock.now - start).components
    outcome.elapsedMilliseconds = Double(elapsed.seconds) * 1e3 + Double(elapsed.attoseconds) / 1e15
    return outcome
  }

  private func compress(
    _ input: InputFile, _ pass: Int, _ outcome: inout PictureOutcome, _ isCancelled: @escaping @Sendable () -> Bool
  ) async throws {
    let request = passes[pass].request
    if let planned = try plan.output(for: input, pass: pass, format: request.format ?? input.format, size: nil),
      skipsExisting(planned, passes[pass].settings)
    {
      outcome.delivery = .skipped(reason: "\(planned) exists (output.overwrite=never)")
      return
    }
    let bytes = try openInput(input)
    outcome.inputBytes = bytes.count
    let prepared = try CompressionPipeline().prepare(bytes, request, isCancelled: isCancelled)
    let share = prepared.estimatedBytes + (metrics.isEmpty ? 0 : QualityMeasure.bytes(for: prepared.target))
    await memory.take(share)
    defer { memory.giveBack(share) }
    guard !metrics.isEmpty else {
      let picture = try prepared.compress(cache: artifacts.map { ($0, try ContentIdentity(of: bytes)) })
      record(picture, &outcome)
      return try deliver(picture, bytes, input, pass, &outcome)
    }
    let rendered = try prepared.render()
    var picture = try rendered.encode(request, isCancelled: isCancelled)
    picture.milliseconds = rendered.milliseconds + picture.milliseconds
    record(picture, &outcome)
    try deliver(picture, bytes, input, pass, &outcome)
    let written = outcome.delivery == .original ? bytes : ByteInput(bytes: picture.image.bytes.copy())
    let measure = QualityMeasure(
      metrics: metrics, profile: request.profile, limits: request.decode.limits, isCancelled: isCancelled)
    measure.measure(written, against: rendered.pixels, &outcome)
  }

  private func record(_ picture: CompressedPicture, _ outcome: inout PictureOutcome) {
    outcome.source = picture.source
    outcome.size = picture.image.size
    outcome.format = picture.image.format
    outcome.nativeQuality = picture.image.nativeQuality
    outcome.resultBytes = picture.image.bytes.count
    outcome.changes = picture.changes
    outcome.warnings = picture.warnings
    outcome.stages = picture.milliseconds
    outcome.inactive = outcome.resolution.inactiveSettings(assuming: ["format": picture.image.format.rawValue])
  }

  private func deliver(
    _ picture: CompressedPicture, _ source: ByteInput, _ input: InputFile, _ pass: Int, _ outcome: inout PictureOutcome
  ) throws {
    let settings = passes[pass].settings
    let image = picture.image
    let size = (image.size.width, image.size.height)
    let output = try plan.output(for: input, pass: pass, format: image.format, size: size)
    if let output { try plan.checkSource(output) }

    let originalServes = picture.changes.isEmpty && image.bytes.count >= source.count
    switch originalServes ? settings.output.whenLarger : .result {
    case .result:
      outcome.delivery = .result
      outcome.outputBytes = image.bytes.count
    case .original:
      outcome.delivery = .original
      outcome.outputBytes = source.count
    case .skip:
      outcome.delivery = .skipped(reason: "the result would be larger (output.whenLarger=skip)")
      return
    }
    outcome.output = output
    if isDryRun { return }
    if plan.destination == .inPlace, outcome.delivery == .original { return }

    let write: (Int32, FilePath) throws -> Void =
      outcome.delivery == .original
      ? { try copyAll(source, to: $0, $1) }
      : { descriptor, path in try image.bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path) } }
    guard let output else { return try write(STDOUT_FILENO, FilePath("standard output")) }
    try makeFolders(output.parent)
    // Once more: with its folders made, new/../photo.jpg has become a name for photo.jpg.
    try plan.checkSource(output)
    do {
      let mode = input.status.map { $0.kind == .regular ? $0.mode & 0o777 : newFileMode } ?? newFileMode
      try writeAtomically(
        to: output, mode: mode, times: settings.output.keepDates ? input.status?.times : nil,
        owner: plan.destination == .inPlace ? input.status?.owner : nil,
        replacing: settings.output.overwrite == .always || plan.destination == .inPlace
      ) { try write($0, output) }
    } catch let error as FileError where error.code == EEXIST && settings.output.overwrite == .never {
      outcome.delivery = .skipped(reason: "\(output) exists (output.overwrite=never)")
      outcome.outputBytes = nil
    }
  }

  /// Where part of a damaged picture is there, it can be had.
  private func whatToTry(_ error: CodecError) -> String {
    guard case .damaged(_, _, _, let rows?, _) = error, rows > 0 else { return "" }
    return "; input.partial=allow converts what is there"
  }

  private func skipsExisting(_ path: FilePath, _ settings: CompressionSettings) -> Bool {
    guard settings.output.overwrite == .never, plan.destination != .inPlace else { return false }
    return (try? FileStatus(of: path)) != nil  // what cannot be looked at is not there
  }
}

/// Copies a source to a descriptor, block by block.
private func copyAll(_ source: ByteInput, to descriptor: Int32, _ path: FilePath) throws {
  var offset = 0
  while offset < source.count {
    let block = try source.read(at: offset, count: min(1 << 20, source.count - offset))
    guard !block.isEmpty else { throw FileError("read", path, EIO) }
    try block.withUnsafeBytes { try writeAll($0, to: descriptor, path) }
    offset += block.count
  }
}
