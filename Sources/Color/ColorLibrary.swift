import CLCMS2

/// The library that converts colours.
public enum ColorLibrary {
  public static let name = "lcms2"

  /// Such as 2.14: LittleCMS counts in thousands.
  public static let version: String = {
    let encoded = cmsGetEncodedCMMversion()
    return "\(encoded / 1_000).\(encoded % 1_000 / 10)"
  }()
}
