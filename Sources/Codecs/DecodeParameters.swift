import Pixels

/// What a picture file may cost before it is refused. Each is checked before the memory or time is spent.
public struct DecodeLimits: Hashable, Sendable {
  /// Stored pixels.
  public var maximumPixels = 134_217_728
  /// Scans of a JPEG: each can be made to cost as much as a whole picture.
  public var maximumScans = 500
  /// Warnings of the library, past which the file is taken for hostile.
  public var maximumWarnings = 100
  /// Seconds of processor time inside the decoder. libwebp cannot be interrupted; there, the pixel limit has to do.
  public var maximumSeconds = 10.0
  /// Bytes of an EXIF block or of a colour profile, inflated; a larger one is left out with a warning.
  public var maximumProfileBytes = 4_194_304
  /// Bytes of an XMP packet, inflated; a larger one is left out with a warning.
  public var maximumTextBytes = 8_388_608

  /// Bytes of the file.
  public var maximumFileBytes = 1 << 30

  public init() {}

  /// - Throws: `CodecError.limitExceeded` when a picture of that size is too large.
  func check(_ size: PixelSize) throws {
    guard size.pixels > maximumPixels else { return }
    throw CodecError.limitExceeded(
      what: "the picture is declared as \(size)", value: counted(size.pixels, "pixel"), limit: grouped(maximumPixels),
      setting: "limits.pixels")
  }

  /// - Throws: `CodecError.limitExceeded` when there are more scans than allowed.
  func check(scans: Int) throws {
    guard scans > maximumScans else { return }
    throw CodecError.limitExceeded(
      what: "the JPEG is made of too many scans", value: grouped(scans), limit: grouped(maximumScans),
      setting: "limits.scans")
  }
}

/// What to do with a picture of which data is missing or wrong.
public enum DamagePolicy: String, Sendable, Hashable, CaseIterable {
  /// Throw `CodecError.damaged`.
  case refuse
  /// Deliver what is there and warn; what is missing is gray (JPEG) or empty (PNG, WebP).
  case allow
}

/// What to do with an animation.
public enum AnimationPolicy: String, Sendable, Hashable, CaseIterable {
  /// Throw `CodecError.unsupportedVariant`.
  case refuse
  /// Deliver the first frame; of an animated PNG, the picture that viewers without animation show.
  case firstFrame
}

/// What to do with a picture of a kind that cannot be read.
public enum ForeignPolicy: String, Sendable, Hashable, CaseIterable {
  case fail, skip
}

/// How a picture is to be decoded; also the key of the decoded picture in a cache.
public struct DecodeParameters: Hashable, Sendable {
  /// The size that is needed in the end, in the stored orientation; nil for all pixels.
  ///
  /// A decoder that can deliver a reduced picture for less work may do so while enough is left for a good resize.
  public var minimumSize: PixelSize?
  public var limits = DecodeLimits()
  public var damage = DamagePolicy.refuse
  public var animation = AnimationPolicy.refuse
  /// Deliver CMYK and YCCK pictures as `.cmyk`, for a stage that converts them. Without one they are refused.
  public var deliversCMYK = false

  public init() {}

  public init(
    minimumSize: PixelSize? = nil, limits: DecodeLimits = DecodeLimits(), damage: DamagePolicy = .refuse,
    animation: AnimationPolicy = .refuse, deliversCMYK: Bool = false
  ) {
    self.minimumSize = minimumSize
    self.limits = limits
    self.damage = damage
    self.animation = animation
    self.deliversCMYK = deliversCMYK
  }
}
