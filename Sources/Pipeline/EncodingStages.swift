import Codecs
import Pixels

/// What happens to a picture from its rendered rows on: metadata, the encoder, or the way without loss.
struct EncodingStages {
  let input: ByteInput
  let request: PipelineRequest
  let info: ImageInfo
  let encoder: any Codec
  let meter: StageMeter

  /// - Parameter rendering: The rows, none of which was read yet.
  /// - Throws: `CodecError` for what is wrong with the picture, `CancellationError`.
  func run(_ rendering: Rendering) throws -> CompressedPicture {
    var rendering = rendering
    if encoder.format != info.format { rendering.findings.changes.insert(.reformatted) }
    let metadata = request.metadata.blocks(
      of: info, size: rendering.rows.size, profile: rendering.findings.keptProfile)
    if request.metadata.drops(from: info) { rendering.findings.changes.insert(.metadataDropped) }
    if request.metadata.corrects(info, metadata) { rendering.findings.changes.insert(.metadataCorrected) }
    let lossless = LosslessPath(
      input, info, request, changes: rendering.findings.changes, encoder: encoder.format, metadata: metadata)
    if let lossless, lossless.comesFirst, let picture = try lossless.transcode(meter) { return picture }

    var image = try meter.measure(.encode) {
      try encoder.encode(
        rendering.rows, parameters: request.encodeParameters(for: encoder.format), metadata: metadata)
    }
    try rendering.finish(meter)
    let findings = rendering.findings
    if let lossless, request.transcode == .auto, !findings.changes.isEmpty,
      !findings.changes.contains(.damageAccepted), image.bytes.count >= lossless.remainingBytes,
      let better = try lossless.transcode(meter)?.image, better.bytes.count < image.bytes.count
    {
      image = better
    }
    let dropped = info.droppedContents.map { "\($0): left out, only the picture itself is converted" }
    return CompressedPicture(
      image: image, source: info, changes: findings.changes, warnings: info.warnings + dropped + findings.warnings,
      milliseconds: meter.milliseconds)
  }
}
