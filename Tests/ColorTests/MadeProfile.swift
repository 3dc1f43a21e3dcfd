import CLCMS2

/// ICC profiles of the tests' own making, as bytes.
enum MadeProfile {
  /// White, red, green and blue as x, y pairs.
  static let displayP3 = [0.3127, 0.3290, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06]
  static let adobeRGB = [0.3127, 0.3290, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06]
  static let proPhoto = [0.3457, 0.3585, 0.7347, 0.2653, 0.1596, 0.8404, 0.0366, 0.0001]
  static let sRGB = [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]

  /// - Parameter gamma: `nil` is sRGB's curve.
  static func rgb(_ xy: [Double], gamma: Double?) -> [UInt8] {
    var parameters = gamma.map { [$0] } ?? [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    let curve = cmsBuildParametricToneCurve(nil, gamma == nil ? 4 : 1, &parameters)
    defer { cmsFreeToneCurve(curve) }
    var white = cmsCIExyY(x: xy[0], y: xy[1], Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: xy[2], y: xy[3], Y: 1), Green: cmsCIExyY(x: xy[4], y: xy[5], Y: 1),
      Blue: cmsCIExyY(x: xy[6], y: xy[7], Y: 1))
    var curves = [curve, curve, curve]
    return bytes(of: cmsCreateRGBProfile(&white, &primaries, &curves))
  }

  static func gray(gamma: Double) -> [UInt8] {
    let curve = cmsBuildGamma(nil, gamma)
    defer { cmsFreeToneCurve(curve) }
    return bytes(of: cmsCreateGrayProfile(cmsD50_xyY(), curve))
  }

  /// Four inks as an ink-limiting link would see them: a profile of a class that no picture has.
  static func link() -> [UInt8] { bytes(of: cmsCreateInkLimitingDeviceLink(cmsSigCmykData, 300)) }

  private static func bytes(of profile: cmsHPROFILE?) -> [UInt8] {
    defer { cmsCloseProfile(profile) }
    var count: cmsUInt32Number = 0
    cmsSaveProfileToMem(profile, nil, &count)
    var bytes = [UInt8](repeating: 0, count: Int(count))
    cmsSaveProfileToMem(profile, &bytes, &count)
    return bytes
  }
}
