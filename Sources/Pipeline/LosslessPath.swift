import Codecs
import Metadata
import Pixels

/// The way of a JPEG that only has to lose metadata or be turned: written from its coefficients, without loss.
struct LosslessPath {
  private let input: ByteInput
  private let info: ImageInfo
  private let request: PipelineRequest
  private let changes: Set<PictureChange>
  private let metadata: MetadataBlocks

  /// `nil` where the pixels have to change.
  ///
  /// - Parameter changes: What will be done to the picture.
  init?(
    _ input: ByteInput, _ info: ImageInfo, _ request: PipelineRequest, changes: Set<PictureChange>,
    encoder: ImageFormat,
    metadata: MetadataBlocks
  ) {
    guard info.format == .jpeg, encoder == .jpeg, changes.isSubset(of: [.turned, .metadataDropped, .metadataCorrected])
    else { return nil }
    self.input = input
    self.info = info
    self.request = request
    self.changes = changes
    self.metadata = metadata
  }

  /// Whether the pixels are not worth encoding at all: by the policy, or because the file is as coarse as is wanted.
  var comesFirst: Bool {
    switch request.transcode {
    case .always: true
    case .auto: request.jpeg.areMet(by: info)
    case .never: false
    }
  }

  /// About what is left of the file without the blocks that go: an encoding that is smaller needs no other way.
  var remainingBytes: Int {
    let found = [info.metadata.exif, info.metadata.xmp, info.metadata.icc].reduce(0) { $0 + ($1?.count ?? 0) }
    let kept = [metadata.exif, metadata.xmp, metadata.icc].reduce(0) { $0 + ($1?.count ?? 0) }
    return input.count - found + kept
  }

  /// - Returns: `nil` where there is no way without loss, such as for a turn that would move blocks that are not full.
  ///   The same for damage that is allowed: libjpeg fills what is missing while decoding, not in coefficients.
  /// - Throws: `CodecError` for damage that is refused and for limits, `CancellationError`.
  func transcode(_ meter: StageMeter) throws -> CompressedPicture? {
    var notes: [String] = []
    do {
      let image = try meter.measure(.transcode) {
        try JPEGTranscoder().transcode(
          input, info: info, orientation: info.orientation, progressive: request.jpeg.progressive ? true : nil,
          limits: request.decode.limits, metadata: metadata, note: { notes.append($0) })
      }
      return CompressedPicture(
        image: image, source: info, changes: changes, warnings: info.warnings + notes, milliseconds: meter.milliseconds)
    } catch CodecError.unsupportedVariant, CodecError.encodeFailed {
      return nil
    } catch CodecError.damaged where request.decode.damage == .allow {
      return nil
    }
  }
}
