import Codecs
import Color
import Metadata
import Pixels
import Resampling

/// Something that was done to a picture beside encoding it again.
public enum PictureChange: String, Sendable, Hashable, CaseIterable {
  case resized, turned, flattened, depthReduced, colorConverted, metadataDropped, metadataCorrected, damageAccepted,
    reformatted
}

/// What came out of one picture.
public struct CompressedPicture: Sendable {
  public var image: EncodedImage
  /// The source as its file describes it.
  public var source: ImageInfo
  /// What was done beside encoding; empty when the source's bytes would serve as well.
  public var changes: Set<PictureChange>
  /// What the codecs noticed and nobody must fix, a sentence each.
  public var warnings: [String]
  public var milliseconds: [(stage: PipelineStage, milliseconds: Double)]
}

/// Turns one picture into another: decode, resize, convert, turn, encode.
///
/// The stages are chained row sources that the encoder pulls from, so that a picture which only has to become
/// smaller is never held in full. It knows no files and no settings: parameters in, values out.
public struct CompressionPipeline: Sendable {
  public init() {}

  /// - Parameters:
  ///   - input: The bytes of a picture in one of the catalog's formats.
  ///   - isCancelled: Asked between batches of rows.
  /// - Throws: `CodecError` for what is wrong with the picture, `CancellationError`.
  public func compress(
    _ input: ByteInput, _ request: PipelineRequest, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws -> CompressedPicture {
    let meter = StageMeter(isCancelled: isCancelled)
    let (codec, info) = try meter.measure(.probe) {
      let codec = try CodecCatalog.codec(for: input)
      return (codec, try codec.probe(input, limits: request.decode.limits))
    }
    let target = request.sizing.target(for: info.orientation.oriented(info.size))
    let encoder = CodecCatalog.codec(for: request.format ?? info.format)
    try encoder.checkSides(of: target)

    var run = PipelineRun(request: request, info: info, meter: meter)
    let decoder = try run.decoder(codec, input, target: target)
    let rows = run.prepared(decoder, target: target, encoder: encoder)
    let metadata = request.metadata.blocks(of: info, size: target, profile: run.keptProfile)
    if request.metadata.drops(from: info) { run.changes.insert(.metadataDropped) }
    if request.metadata.corrects(info, metadata) { run.changes.insert(.metadataCorrected) }
    let lossless = LosslessPath(input, info, request, changes: run.changes, encoder: encoder.format, metadata: metadata)
    if request.transcode == .always, let picture = try lossless?.transcode(meter) { return picture }

    var image = try meter.measure(.encode) {
      try encoder.encode(rows, parameters: request.encodeParameters(for: encoder.format), metadata: metadata)
    }
    try meter.measure(.decode) { try decoder.finish() }
    if decoder.isDamaged { run.changes.insert(.damageAccepted) }
    if decoder.hasTrailingBytes { run.changes.insert(.metadataDropped) }
    if let lossless, request.transcode == .auto, !run.changes.isEmpty, !decoder.isDamaged,
      image.bytes.count >= lossless.remainingBytes, let better = try lossless.transcode(meter)?.image,
      better.bytes.count < image.bytes.count
    {
      image = better
    }

    let dropped = info.droppedContents.map { "\($0): left out, only the picture itself is converted" }
    return CompressedPicture(
      image: image, source: info, changes: run.changes,
      warnings: info.warnings + dropped + run.warnings + decoder.warnings, milliseconds: meter.milliseconds)
  }
}

/// One picture on its way: the chain of stages is put together here, and what they change is noted.
private struct PipelineRun {
  let request: PipelineRequest
  let info: ImageInfo
  let meter: StageMeter
  var changes: Set<PictureChange> = []
  var warnings: [String] = []
  var keptProfile: [UInt8]?

  /// A decoder may deliver less than everything only where a filter will average the pixels anyway: neither in
  /// linear light, where averaging gamma-encoded values is the very mistake to avoid, nor for `nearest`.
  func decoder(_ codec: any Codec, _ input: ByteInput, target: PixelSize) throws -> any DecodedRows {
    let stored = info.orientation.oriented(target)
    let shrinks = stored.width < info.size.width && stored.height < info.size.height
    var parameters = request.decode
    parameters.minimumSize = shrinks && !request.linearLight && request.filter != .nearest ? stored : nil
    return try meter.measure(.decode) { try codec.decoder(for: input, info: info, parameters: parameters) }
  }

  /// The rows that the encoder pulls: resized, in sRGB or its own profile, in a format it takes, upright.
  mutating func prepared(_ decoder: any DecodedRows, target: PixelSize, encoder: any Codec) -> any RowSource {
    var rows: any RowSource = MeteredRows(decoder, .decode, meter)
    let stored = info.orientation.oriented(target)
    if stored != info.size {
      changes.insert(.resized)
      let resize = ResizeParameters(target: stored, filter: request.filter, linearLight: request.linearLight)
      rows = MeteredRows(
        ResizedRows(rows, extentWidth: decoder.extentWidth, extentHeight: decoder.extentHeight, parameters: resize),
        .resize, meter)
    }
    rows = colored(rows, encoder)
    let format = encodedFormat(of: rows.format, encoder)
    if format != rows.format {
      if rows.format.layout.hasAlpha, !format.layout.hasAlpha { changes.insert(.flattened) }
      if rows.format.depth != format.depth { changes.insert(.depthReduced) }
      rows = MeteredRows(ConvertedRows(rows, to: format, background: request.background), .convert, meter)
    }
    if info.orientation != .up {
      changes.insert(.turned)
      rows = MeteredRows(OrientedRows(rows, orientation: info.orientation), .convert, meter)
    }
    if encoder.format != info.format { changes.insert(.reformatted) }
    return rows
  }

  private mutating func colored(_ rows: any RowSource, _ encoder: any Codec) -> any RowSource {
    let unconverted = encodedFormat(of: rows.format, encoder)
    let plan = ColorPlan(info, format: rows.format, encoded: unconverted, policy: request.profile)
    keptProfile = plan.keptProfile
    warnings += plan.warnings
    guard plan.converts else { return rows }
    changes.insert(.colorConverted)
    return MeteredRows(plan.apply(to: rows), .convert, meter)
  }

  /// What the encoder gets: as much of the source's format as it can hold. A gray picture with transparency
  /// becomes coloured only where the background behind it is.
  private func encodedFormat(of format: PixelFormat, _ encoder: any Codec) -> PixelFormat {
    var wanted = encoder.encodableFormat(for: format)
    if format.layout.hasAlpha, !wanted.layout.hasAlpha, !wanted.layout.isColor, !request.background.isNeutral {
      wanted.layout = .rgb
    }
    return wanted
  }
}
