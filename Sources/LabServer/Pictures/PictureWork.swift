import Codecs
import Files
import Jobs
import Metadata
import Metrics
import Pipeline
import Pixels
import SettingsKit

/// What is done with the lab's pictures: encoded, shown before and after, judged.
///
/// Everything here takes its time and runs in the work queue.
struct PictureWork: Sendable {
  let shelf: PictureShelf
  let book: AttemptBook
  /// Rendered pictures, so that a change of an encoder's setting decodes and resizes nothing.
  let artifacts: ArtifactCache
  /// What everything that works on pictures shares.
  let memory: MemoryBudget

  /// Compresses a picture, or finds what came of it before.
  ///
  /// - Parameters:
  ///   - resolution: The settings to use.
  ///   - variant: Which of the variants, where there are any.
  ///   - edits: What the session says of settings, to return to the attempt by.
  /// - Throws: `FileError`, `CodecError`, `CancellationError`.
  func encode(
    _ picture: LabPicture, _ resolution: SettingsResolution, variant: Int, edits: [JSONMember],
    _ cancellation: WorkQueue.Cancellation
  ) throws -> (attempt: Attempt, bytes: EncodedBytes) {
    let passes = CompressionPass.passes(of: resolution)
    let request = passes[min(max(0, variant), passes.count - 1)].request
    let (input, content) = try shelf.open(picture)
    let prepared = try CompressionPipeline().prepare(input, request) { cancellation.isCancelled }
    shelf.note(prepared.info.format, of: picture.id)
    let key = Attempt.Key(
      picture: picture.id, content: content, request: OutputKey(request, for: prepared.info))
    if let known = book.known(key) { return known }
    let result = try compress(prepared, content)
    let image = result.image
    let encodeMilliseconds = result.milliseconds.first { $0.stage == .encode }?.milliseconds ?? 0
    let reference = book.reference(key)
    let attempt = book.note(key, image.bytes) { id in
      Attempt(
        id: id, key: key, request: request, edits: edits, inputBytes: input.count, outputBytes: image.bytes.count,
        size: image.size, sourceSize: prepared.info.orientation.oriented(prepared.info.size), format: image.format,
        nativeQuality: image.nativeQuality, encodeMilliseconds: encodeMilliseconds, warnings: result.warnings,
        reference: reference)
    }
    return (attempt, image.bytes)
  }

  private func compress(_ prepared: PreparedPicture, _ content: ContentIdentity) throws -> CompressedPicture {
    try memory.admitting(prepared.estimatedBytes(keepingIn: artifacts)) {
      try prepared.compress(cache: (artifacts, content))
    }
  }

  /// The bytes of an attempt, made again where they are not kept any more.
  ///
  /// - Throws: As `encode` does.
  func bytes(of attempt: Attempt, _ cancellation: WorkQueue.Cancellation) throws -> EncodedBytes {
    if let bytes = book.bytes(of: attempt.id) { return bytes }
    let (prepared, content) = try prepared(attempt, attempt.request, cancellation)
    let result = try compress(prepared, content)
    _ = book.note(attempt.key, result.image.bytes) { _ in attempt }
    return result.image.bytes
  }

  private func prepared(
    _ attempt: Attempt, _ request: PipelineRequest, _ cancellation: WorkQueue.Cancellation
  ) throws -> (PreparedPicture, ContentIdentity) {
    guard let picture = shelf.picture(attempt.key.picture) else { throw CodecError.changedWhileRead }
    let (input, content) = try shelf.open(picture)
    guard content == attempt.key.content else { throw CodecError.changedWhileRead }
    return (try CompressionPipeline().prepare(input, request) { cancellation.isCancelled }, content)
  }

  /// The picture before: the encoder's pixels as a PNG, quickly written.
  ///
  /// - Throws: As `encode` does.
  func reference(of attempt: Attempt, _ cancellation: WorkQueue.Cancellation) throws -> EncodedBytes {
    let (prepared, content) = try prepared(attempt, attempt.request, cancellation)
    let parameters = PNGParameters(level: 1, filter: .sub)
    guard prepared.fits(artifacts) else {
      // Too large to be held: from row to row.
      var request = attempt.request
      (request.format, request.png) = (.png, parameters)
      let (streamed, _) = try self.prepared(attempt, request, cancellation)
      return try memory.admitting(streamed.estimatedBytes) { try streamed.compress() }.image.bytes
    }
    return try memory.admitting(prepared.estimatedBytes(keepingIn: artifacts)) {
      let rendered = try prepared.render(cache: (artifacts, content))
      return try CodecCatalog.codec(for: .png).encode(
        BufferedRows(rendered.pixels), parameters: .png(parameters), metadata: MetadataBlocks(icc: rendered.keptProfile)
      ).bytes
    }
  }

  /// A small picture for the strip.
  ///
  /// - Throws: As `encode` does.
  func thumbnail(of picture: LabPicture, _ cancellation: WorkQueue.Cancellation) throws -> EncodedImage {
    let (input, _) = try shelf.open(picture)
    let prepared = try CompressionPipeline().prepare(input, PictureWork.thumbnailRequest) { cancellation.isCancelled }
    return try memory.admitting(prepared.estimatedBytes) { try prepared.compress() }.image
  }

  private static let thumbnailRequest: PipelineRequest = {
    let values: KeyValuePairs = ["maxDimension": "208", "format": "webp", "webp.method": "1", "input.partial": "allow"]
    let candidates = values.map { SettingCandidate($0.key, .text($0.value), from: SettingOrigin(.suggestion)) }
    let resolution = SettingsResolution(CompressionSettings.registry, candidates: candidates)
    precondition(resolution.problems.isEmpty, "the thumbnails' settings are wrong")
    return resolution.snapshot(as: CompressionSettings.self).request
  }()

  /// What is said of a picture by its file.
  func facts(of picture: LabPicture) -> JSONValue {
    var members = [
      JSONMember("id", .string(picture.id)), JSONMember("name", .string(picture.name)),
      JSONMember("version", .integer(picture.version)), JSONMember("upload", .bool(picture.isUpload)),
    ]
    do {
      let (input, _) = try shelf.open(picture)
      let info = try CodecCatalog.codec(for: input).probe(input, limits: DecodeLimits())
      shelf.note(info.format, of: picture.id)
      let size = info.orientation.oriented(info.size)
      members += [
        JSONMember("bytes", .integer(input.count)), JSONMember("format", .string(info.format.rawValue)),
        JSONMember("width", .integer(size.width)), JSONMember("height", .integer(size.height)),
      ]
    } catch {
      members.append(JSONMember("error", .string(PictureWork.reason(error))))
    }
    return .object(members)
  }

  /// How an attempt scores by the metric to trust first, and where the damage sits.
  ///
  /// - Throws: `MetricError`, and as `encode` does.
  func score(
    _ attempt: Attempt, wantsMap: Bool, _ cancellation: WorkQueue.Cancellation
  ) throws -> JSONValue {
    let metric = MetricCatalog.all[0]
    let written = try bytes(of: attempt, cancellation)
    let (prepared, content) = try prepared(attempt, attempt.request, cancellation)
    let needed = prepared.estimatedBytes(keepingIn: artifacts) + QualityMeasure.bytes(for: prepared.target)
    guard needed <= memory.limit else { throw ScoreRefusal(needed: needed, limit: memory.limit) }
    let score = try memory.admitting(needed) {
      try metric.score(
        reference: prepared.render(cache: (artifacts, content)).pixels, candidate: PictureWork.decoded(written),
        wantsMap: wantsMap, threads: 2, isCancelled: { cancellation.isCancelled })
    }
    let value = score.value.isFinite ? JSONValue.decimal((score.value * 1_000).rounded() / 1_000) : .null
    _ = book.score(attempt.id, [JSONMember(metric.id, value)])
    return .object([
      "id": .string(attempt.id), "metric": .string(metric.id), "title": .string(metric.title),
      "unit": .string(metric.unit), "digits": .integer(metric.digits), "value": value,
      "meaning": .string(metric.meaning(of: score.value)),
      "map": score.map.map { PictureWork.document($0, metric) },
    ])
  }

  /// Where the damage sits: of each cell 0, nothing to see, to 1, ruined.
  private static func document(_ map: MetricMap, _ metric: any Metric) -> JSONValue {
    let cells = (0..<(map.rows * map.columns)).map { index -> JSONValue in
      let score = map.score(column: index % map.columns, row: index / map.columns)
      return .decimal((metric.damage(of: score) * 1_000).rounded() / 1_000)
    }
    return .object([
      "tileSide": .integer(MetricMap.cellSide), "columns": .integer(map.columns), "rows": .integer(map.rows),
      "damage": .array(cells),
    ])
  }

  private static func decoded(_ bytes: EncodedBytes) throws -> PixelBuffer {
    let input = ByteInput(bytes: bytes.copy())
    let codec = try CodecCatalog.codec(for: input)
    let info = try codec.probe(input, limits: DecodeLimits())
    return try codec.decoder(for: input, info: info, parameters: DecodeParameters()).readAll()
  }

  /// What went wrong, in a sentence that names no path.
  static func reason(_ error: any Error) -> String {
    switch error {
    case let error as FileError: "cannot \(error.action) it: \(error.reason)"
    case is CancellationError: "something newer was asked for"
    default: LosslessText.printable("\(error)")
    }
  }
}

/// A score that would take more memory than all work may.
struct ScoreRefusal: Error, CustomStringConvertible {
  var needed: Int
  var limit: Int

  var description: String {
    "a score of so large a picture takes about \(bytesText(needed)), more than limits.memory leaves (\(bytesText(limit)))"
  }
}
