import CCodecShims
import CDeflate
import CWebP

/// The libraries that read and write the formats.
public enum CodecLibraries {
  /// Name and version of each. Outputs are the same bytes where these are the same.
  public static let versions: [(name: String, version: String)] = [
    ("libjpeg-turbo", String(cString: ccodec_jpeg_version())),
    ("libpng", String(cString: ccodec_png_version())),
    ("libdeflate", LIBDEFLATE_VERSION_STRING),
    ("libwebp", packed(WebPGetEncoderVersion())),
  ]

  /// libwebp counts major, minor and revision in a byte each.
  private static func packed(_ version: Int32) -> String {
    "\(version >> 16 & 255).\(version >> 8 & 255).\(version & 255)"
  }
}
