import CLCMS2
import Pixels

/// What the numbers of a picture mean: an ICC profile, or a few numbers that stand for one.
public final class ColorProfile: @unchecked Sendable {  // unchecked: the handle is only read after init
  /// Which kind of colour values a profile describes.
  public enum Space: String, Sendable {
    case gray, rgb, cmyk
  }

  public let space: Space
  let handle: cmsHPROFILE

  private init(_ handle: cmsHPROFILE, space: Space) {
    self.handle = handle
    self.space = space
  }

  deinit { cmsCloseProfile(handle) }

  /// Reads an ICC profile.
  ///
  /// - Throws: `ColorProblem` that says why the bytes are no usable profile of a picture.
  public convenience init(icc: [UInt8]) throws(ColorProblem) {
    guard let handle = icc.withUnsafeBytes({ cmsOpenProfileFromMem($0.baseAddress, cmsUInt32Number($0.count)) }) else {
      throw .broken
    }
    let space: Space? =
      switch cmsGetColorSpace(handle) {
      case cmsSigGrayData: .gray
      case cmsSigRgbData: .rgb
      case cmsSigCmykData: .cmyk
      default: nil
      }
    let usable = [cmsSigInputClass, cmsSigDisplayClass, cmsSigOutputClass, cmsSigColorSpaceClass]
    guard let space, usable.contains(where: { $0 == cmsGetDeviceClass(handle) }) else {
      cmsCloseProfile(handle)
      throw .unusable
    }
    self.init(handle, space: space)
  }

  /// The space that everything is converted to; gray pictures get its tone curve.
  ///
  /// Source: IEC 61966-2-1.
  public static func sRGB(_ space: Space) -> ColorProfile {
    if space != .gray, let handle = cmsCreate_sRGBProfile() { return ColorProfile(handle, space: .rgb) }
    var parameters = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    guard let curve = cmsBuildParametricToneCurve(nil, 4, &parameters) else {
      preconditionFailure("no memory for a curve")
    }
    defer { cmsFreeToneCurve(curve) }
    guard let handle = cmsCreateGrayProfile(cmsD50_xyY(), curve) else { preconditionFailure("no memory for a profile") }
    return ColorProfile(handle, space: .gray)
  }

  /// A profile from what a PNG's gAMA and cHRM chunks say.
  ///
  /// - Parameters:
  ///   - gamma: The encoding exponent, 0.1…10, 0.45455 for common files; `nil` is sRGB's curve.
  ///   - chromaticities: White, red, green and blue as x, y pairs; `nil` is sRGB's.
  ///   - space: Gray pictures have a curve only.
  /// - Throws: `ColorProblem.nonsense` where the numbers describe no colour space.
  public convenience init(gamma: Double?, chromaticities: [Double]?, space: Space) throws(ColorProblem) {
    if let gamma, !(0.1...10).contains(gamma) { throw .nonsense("gamma \(gamma)") }
    var parameters = gamma.map { [1 / $0] } ?? [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
    guard let curve = cmsBuildParametricToneCurve(nil, gamma == nil ? 4 : 1, &parameters) else { throw .broken }
    defer { cmsFreeToneCurve(curve) }
    if space == .gray {
      guard let handle = cmsCreateGrayProfile(cmsD50_xyY(), curve) else { throw .broken }
      self.init(handle, space: .gray)
      return
    }
    let xy = chromaticities ?? [0.3127, 0.3290, 0.64, 0.33, 0.30, 0.60, 0.15, 0.06]
    guard xy.count == 8, xy.allSatisfy({ $0 >= 0 && $0 <= 1 }), stride(from: 1, to: 8, by: 2).allSatisfy({ xy[$0] > 0 })
    else { throw .nonsense("chromaticities") }
    var white = cmsCIExyY(x: xy[0], y: xy[1], Y: 1)
    var primaries = cmsCIExyYTRIPLE(
      Red: cmsCIExyY(x: xy[2], y: xy[3], Y: 1), Green: cmsCIExyY(x: xy[4], y: xy[5], Y: 1),
      Blue: cmsCIExyY(x: xy[6], y: xy[7], Y: 1))
    var curves: [OpaquePointer?] = [curve, curve, curve]
    guard let handle = cmsCreateRGBProfile(&white, &primaries, &curves) else { throw .nonsense("chromaticities") }
    self.init(handle, space: .rgb)
  }
}

/// Why a picture's colour description cannot be used. Never fatal: it is told and left out.
public enum ColorProblem: Error, CustomStringConvertible {
  case broken
  case unusable
  case nonsense(String)
  case mismatch(profile: ColorProfile.Space, picture: PixelLayout)

  public var description: String {
    switch self {
    case .broken: "the colour profile is broken and is ignored"
    case .unusable: "the colour profile is not one of a picture's colours and is ignored"
    case .nonsense(let what): "the stated \(what) describe no colours and are ignored"
    case .mismatch(let profile, let picture):
      "the colour profile is for \(profile.rawValue) but the picture is \(picture.rawValue); the profile is ignored"
    }
  }
}
