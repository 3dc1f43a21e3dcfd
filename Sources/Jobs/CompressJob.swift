import Codecs
import Files
import Metrics
import Pipeline
import Pixels
import Platform
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

  /// - Parameters:
  ///   - passes: Those that `plan` was made of.
  ///   - memory: What other work shares; `nil` makes one by the settings.
  public init(
    plan: OutputPlan, passes: [CompressionPass], isDryRun: Bool = false, artifacts: ArtifactCache? = nil,
    metrics: [any Metric] = [], memory: MemoryBudget? = nil
  ) {
    self.plan = plan
    self.passes = passes
    self.isDryRun = isDryRun
    self.artifacts = artifacts
    self.metrics = metrics
    self.memory = memory ?? MemoryBudget(limit: passes[0].settings.limits.memory?.count)
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
      outcome.isTransient = error.isTransient
    } catch let error as FileError {
      // The report names the input already.
      let isInput = input.source == .file(error.path)
      outcome.delivery = .failed(reason: isInput ? "cannot \(error.action) it: \(error.reason)" : "\(error)")
      outcome.isTransient = error.isTransient
    } catch {
      outcome.delivery = .failed(reason: "\(error)")
    }
    if outcome.isForeign, outcome.hasFailed, passes[pass].settings.input.foreign == .skip,
      case .failed(let reason) = outcome.delivery
    {
      outcome.delivery = .skipped(reason: "\(reason) (input.foreign=skip)")
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
      try skipsExisting(planned, passes[pass].settings)
    {
      outcome.delivery = .skipped(reason: "\(planned.path) exists (output.overwrite=never)")
      return
    }
    let source = try input.open(limit: request.decode.limits.maximumFileBytes)
    let bytes = source.bytes
    outcome.inputBytes = bytes.count
    let prepared = try CompressionPipeline().prepare(bytes, request, isCancelled: isCancelled)
    let share =
      prepared.estimatedBytes(keepingIn: artifacts) + (metrics.isEmpty ? 0 : QualityMeasure.bytes(for: prepared.target))
    await memory.take(share)
    defer { memory.giveBack(share) }
    guard !metrics.isEmpty else {
      let picture = try compress(prepared, bytes, &outcome)
      if isCancelled() { throw CancellationError() }
      record(picture, &outcome)
      return try deliver(picture, source, input, pass, &outcome)
    }
    let rendered = try prepared.render()
    var picture = try rendered.encode(request, isCancelled: isCancelled)
    picture.milliseconds = rendered.milliseconds + picture.milliseconds
    record(picture, &outcome)
    try deliver(picture, source, input, pass, &outcome)
    let written = outcome.delivery == .original ? bytes : ByteInput(bytes: picture.image.bytes.copy())
    let measure = QualityMeasure(
      metrics: metrics, profile: request.profile, limits: request.decode.limits, isCancelled: isCancelled)
    measure.measure(written, against: rendered.pixels, &outcome)
  }

  /// - Throws: Also `SourceChanged`; what was read may then be half the old picture and half the new.
  private func compress(
    _ prepared: PreparedPicture, _ bytes: ByteInput, _ outcome: inout PictureOutcome
  ) throws -> CompressedPicture {
    guard let artifacts else { return try prepared.compress() }
    let content = try ContentIdentity(of: bytes)
    outcome.content = content
    let picture = try prepared.compress(cache: (artifacts, content))
    if picture.isFromSource, try ContentIdentity(of: bytes) != content {
      artifacts.remove(content)
      throw SourceChanged()
    }
    return picture
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
    _ picture: CompressedPicture, _ source: OpenInput, _ input: InputFile, _ pass: Int, _ outcome: inout PictureOutcome
  ) throws {
    let settings = passes[pass].settings
    let image = picture.image
    let size = (image.size.width, image.size.height)
    let output = try plan.output(for: input, pass: pass, format: image.format, size: size)
    if let output { try plan.checkSource(output) }

    let originalServes = picture.changes.isEmpty && image.bytes.count >= source.bytes.count
    switch originalServes ? settings.output.whenLarger : .result {
    case .result:
      outcome.delivery = .result
      outcome.outputBytes = image.bytes.count
    case .original:
      outcome.delivery = .original
      outcome.outputBytes = source.bytes.count
    case .skip:
      outcome.delivery = .skipped(reason: "the result would be larger (output.whenLarger=skip)")
      return
    }
    outcome.output = output?.path
    if isDryRun { return }
    if plan.destination == .inPlace, outcome.delivery == .original { return }

    let write: (Descriptor) throws -> Void =
      outcome.delivery == .original
      ? { try copyAll(source.bytes, to: $0) }
      : { descriptor in try image.bytes.withUnsafeBytes { try descriptor.write($0) } }
    guard let output else { return try write(.standardOutput) }
    let place = try plan.folders.place(of: output, making: true)
    if plan.destination == .inPlace {
      try checkStillSource(place, source, output)
    } else {
      // Once more: with its folders made, new/../photo.jpg has become a name for photo.jpg.
      try plan.checkSource(output)
    }
    do {
      try place.folder.write(
        place.name, try attributes(of: source, input, settings),
        replacing: settings.output.overwrite == .always || plan.destination == .inPlace, write)
      plan.folders.touched(place.folder)
    } catch let error as FileError where error.code == EEXIST && settings.output.overwrite == .never {
      outcome.delivery = .skipped(reason: "\(output.path) exists (output.overwrite=never)")
      outcome.outputBytes = nil
    }
  }

  /// In place only the very file that was read is replaced.
  private func checkStillSource(
    _ place: (folder: Folder, name: FilePath), _ source: OpenInput, _ output: PlannedOutput
  ) throws {
    let named = try place.folder.statusIfThere(of: place.name)
    guard let file = source.file, let named, named.identity == (try file.status()).identity else {
      throw FileError("replace", output.path, ESTALE, because: "another file has its name by now")
    }
  }

  /// What the output gets beside its bytes: in place everything that the source had, elsewhere its permissions.
  private func attributes(
    of source: OpenInput, _ input: InputFile, _ settings: CompressionSettings
  ) throws(FileError) -> FileAttributes {
    guard let file = source.file else { return FileAttributes(mode: newFileMode) }
    var attributes =
      plan.destination == .inPlace
      ? try FileAttributes.all(of: file) : FileAttributes(mode: try FileAttributes.modeForCopies(of: file))
    if settings.output.keepDates { attributes.times = input.status?.times }
    return attributes
  }

  /// Where part of a damaged picture is there, it can be had.
  private func whatToTry(_ error: CodecError) -> String {
    guard case .damaged(_, _, _, let rows?, _) = error, rows > 0 else { return "" }
    return "; input.partial=allow converts what is there"
  }

  private func skipsExisting(_ output: PlannedOutput, _ settings: CompressionSettings) throws -> Bool {
    guard settings.output.overwrite == .never, plan.destination != .inPlace else { return false }
    return try plan.folders.status(of: output, followingLinks: false) != nil
  }
}

/// A source that was written while it was read.
private struct SourceChanged: Error, CustomStringConvertible {
  var description: String { "it changed while it was read" }
}

/// Copies a source to a descriptor, block by block.
private func copyAll(_ source: ByteInput, to descriptor: Descriptor) throws {
  var offset = 0
  while offset < source.count {
    let block = try source.read(at: offset, count: min(1 << 20, source.count - offset))
    guard !block.isEmpty else { throw CodecError.changedWhileRead }
    try descriptor.write(block)
    offset += block.count
  }
}
