/// The file formats that can be read and written.
public enum ImageFormat: String, Sendable, CaseIterable, Hashable, Codable {
  case jpeg, png, webp

  /// The usual ending of a file's name, without the dot.
  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webp: "webp"
    }
  }

  /// Every ending under which such files are met, lower case, the usual one first.
  public var fileExtensions: [String] {
    switch self {
    case .jpeg: ["jpg", "jpeg", "jpe", "jfif", "mpo"]
    case .png: ["png", "apng"]
    case .webp: ["webp"]
    }
  }

  /// Whether pixels can be transparent.
  public var supportsAlpha: Bool { self != .jpeg }

  /// The media type, as in an HTTP header.
  public var mediaType: String { "image/\(rawValue)" }

  /// The longest side that can be written, in pixels: libjpeg's and libwebp's own limits; libpng's default one.
  public var maximumSide: Int {
    switch self {
    case .jpeg: 65_500
    case .png: 1_000_000
    case .webp: 16_383
    }
  }

  /// The name that users read.
  public var displayName: String {
    switch self {
    case .jpeg: "JPEG"
    case .png: "PNG"
    case .webp: "WebP"
    }
  }

  /// The library that reads and writes the format, named where its words are passed on.
  var library: String {
    switch self {
    case .jpeg: "libjpeg"
    case .png: "libpng"
    case .webp: "libwebp"
    }
  }
}
