import Codecs
import Pixels
import Resampling

/// What is known of rendered pixels beside themselves.
struct RenderingFindings: Sendable {
  var changes: Set<PictureChange> = []
  var warnings: [String] = []
  /// The profile that the pixels are still in; `nil` for sRGB.
  var keptProfile: [UInt8]?
}

/// The pixels as the encoder gets them.
struct Rendering {
  let rows: any RowSource
  var findings: RenderingFindings
  private let decoder: (any DecodedRows)?

  init(_ artifact: ArtifactCache.Artifact) {
    rows = BufferedRows(artifact.buffer)
    findings = artifact.findings
    decoder = nil
  }

  init(_ rows: any RowSource, _ findings: RenderingFindings, decoder: any DecodedRows) {
    self.rows = rows
    self.findings = findings
    self.decoder = decoder
  }

  /// To be called after the last row: only then is the file known to be whole.
  ///
  /// - Throws: `CodecError.damaged`, unless damage is allowed; `CancellationError`.
  mutating func finish(_ meter: StageMeter) throws {
    guard let decoder else { return }
    try meter.measure(.decode) { try decoder.finish() }
    if decoder.isDamaged { findings.changes.insert(.damageAccepted) }
    if decoder.hasTrailingBytes { findings.changes.insert(.metadataDropped) }
    findings.warnings += decoder.warnings
  }
}

/// Puts the chain of stages together that makes an encoder's rows of a file.
struct Renderer {
  let request: PipelineRequest
  let info: ImageInfo
  /// The upright size of the result.
  let target: PixelSize
  let encoder: any Codec
  let meter: StageMeter

  /// The rows that the encoder pulls: resized, in sRGB or its own profile, in a format it takes, upright.
  func render(_ input: ByteInput, _ codec: any Codec) throws -> Rendering {
    var findings = RenderingFindings()
    let decoder = try self.decoder(codec, input)
    var rows: any RowSource = MeteredRows(decoder, .decode, meter)
    let stored = info.orientation.oriented(target)
    if stored != info.size {
      findings.changes.insert(.resized)
      let resize = ResizeParameters(target: stored, filter: request.filter, linearLight: request.linearLight)
      rows = MeteredRows(
        ResizedRows(rows, extentWidth: decoder.extentWidth, extentHeight: decoder.extentHeight, parameters: resize),
        .resize, meter)
    }
    rows = colored(rows, &findings)
    let format = encodedFormat(of: rows.format)
    if format != rows.format {
      if rows.format.layout.hasAlpha, !format.layout.hasAlpha { findings.changes.insert(.flattened) }
      if rows.format.depth != format.depth { findings.changes.insert(.depthReduced) }
      rows = MeteredRows(ConvertedRows(rows, to: format, background: request.background), .convert, meter)
    }
    if info.orientation != .up {
      findings.changes.insert(.turned)
      rows = MeteredRows(OrientedRows(rows, orientation: info.orientation), .convert, meter)
    }
    return Rendering(rows, findings, decoder: decoder)
  }

  /// A decoder may deliver less than everything only where a filter will average the pixels anyway: neither in
  /// linear light, where averaging gamma-encoded values is the very mistake to avoid, nor for `nearest`.
  private func decoder(_ codec: any Codec, _ input: ByteInput) throws -> any DecodedRows {
    let stored = info.orientation.oriented(target)
    let shrinks = stored.width < info.size.width && stored.height < info.size.height
    var parameters = request.decode
    parameters.minimumSize = shrinks && !request.linearLight && request.filter != .nearest ? stored : nil
    return try meter.measure(.decode) { try codec.decoder(for: input, info: info, parameters: parameters) }
  }

  private func colored(_ rows: any RowSource, _ findings: inout RenderingFindings) -> any RowSource {
    let unconverted = encodedFormat(of: rows.format)
    let plan = ColorPlan(info, format: rows.format, encoded: unconverted, policy: request.profile)
    findings.keptProfile = plan.keptProfile
    findings.warnings += plan.warnings
    guard plan.converts else { return rows }
    findings.changes.insert(.colorConverted)
    return MeteredRows(plan.apply(to: rows), .convert, meter)
  }

  /// What the encoder gets: as much of the source's format as it can hold. A gray picture with transparency
  /// becomes coloured only where the background behind it is.
  private func encodedFormat(of format: PixelFormat) -> PixelFormat {
    var wanted = encoder.encodableFormat(for: format)
    if format.layout.hasAlpha, !wanted.layout.hasAlpha, !wanted.layout.isColor, !request.background.isNeutral {
      wanted.layout = .rgb
    }
    return wanted
  }
}
