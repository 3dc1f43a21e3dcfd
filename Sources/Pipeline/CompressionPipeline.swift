import Codecs
import Metadata
import Pixels
import Resampling

/// Something that was done to a picture beside encoding it again.
public enum PictureChange: String, Sendable, Hashable, CaseIterable {
  case resized, turned, flattened, depthReduced, colorConverted, metadataDropped, reformatted
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
    let storedTarget = info.orientation.oriented(target)
    let encoder = CodecCatalog.codec(for: request.format ?? info.format)
    var changes: Set<PictureChange> = []

    let decoder = try meter.measure(.decode) {
      try codec.decoder(for: input, info: info, parameters: decodeParameters(request, info: info, target: storedTarget))
    }
    var rows: any RowSource = MeteredRows(decoder, .decode, meter)
    if storedTarget != info.size {
      changes.insert(.resized)
      let resize = ResizeParameters(target: storedTarget, filter: request.filter, linearLight: request.linearLight)
      rows = MeteredRows(
        ResizedRows(rows, extentWidth: decoder.extentWidth, extentHeight: decoder.extentHeight, parameters: resize),
        .resize, meter)
    }
    let format = encodedFormat(of: rows.format, encoder: encoder, background: request.background)
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
    if !info.metadata.isEmpty { changes.insert(.metadataDropped) }

    let image = try meter.measure(.encode) {
      try encoder.encode(rows, parameters: request.encodeParameters(for: encoder.format), metadata: MetadataBlocks())
    }
    try meter.measure(.decode) { try decoder.finish() }
    return CompressedPicture(
      image: image, source: info, changes: changes, warnings: info.warnings + decoder.warnings,
      milliseconds: meter.milliseconds)
  }

  /// A decoder may deliver less than everything only where a filter will average the pixels anyway: neither in
  /// linear light, where averaging gamma-encoded values is the very mistake to avoid, nor for `nearest`.
  private func decodeParameters(_ request: PipelineRequest, info: ImageInfo, target: PixelSize) -> DecodeParameters {
    var parameters = request.decode
    let shrinks = target.width < info.size.width && target.height < info.size.height
    parameters.minimumSize = shrinks && !request.linearLight && request.filter != .nearest ? target : nil
    return parameters
  }

  /// What the encoder gets: as much of the source's format as it can hold. A gray picture with transparency
  /// becomes coloured only where the background behind it is.
  private func encodedFormat(of format: PixelFormat, encoder: any Codec, background: BackgroundColor) -> PixelFormat {
    var wanted = encoder.encodableFormat(for: format)
    if format.layout.hasAlpha, !wanted.layout.hasAlpha, !wanted.layout.isColor, !background.isNeutral {
      wanted.layout = .rgb
    }
    return wanted
  }
}
