import Codecs
import Color
import Pixels

/// What becomes of a picture's colours.
public enum ProfilePolicy: String, Sendable, Hashable, CaseIterable {
  /// Everything is converted to sRGB, and no profile is written.
  case srgb
  /// The profile is written as it was, byte for byte, and no pixel is converted.
  case keep
}

/// The colour stage of one picture: what its numbers mean, and what is done about it.
struct ColorPlan {
  /// The conversion to sRGB, where one is needed.
  private enum Conversion {
    case none
    case transform(ColorTransform)
    case naiveCMYK
  }

  private var conversion = Conversion.none
  /// The profile to write into the output.
  private(set) var keptProfile: [UInt8]?
  /// What was wrong with the colour description.
  private(set) var warnings: [String] = []

  /// - Parameters:
  ///   - format: What the decoder delivers.
  ///   - encoded: What the encoder would get without a conversion; a kept profile has to be for such pixels.
  init(_ info: ImageInfo, format: PixelFormat, encoded: PixelFormat, policy: ProfilePolicy) {
    let profile = description(of: info, format: format)
    let isCMYK = format.layout == .cmyk
    do throws(ColorProblem) {
      if let profile {
        let transform = try ColorTransform(from: profile, format: format)
        let fitsOutput = !isCMYK && encoded.layout.isColor == format.layout.isColor
        if policy == .keep, fitsOutput, let icc = info.metadata.icc {
          keptProfile = icc
          return
        }
        if !transform.isIdentity { conversion = .transform(transform) }
        return
      }
    } catch {
      warnings.append(error.description)
    }
    if isCMYK {
      conversion = .naiveCMYK
      warnings.append("CMYK without a usable colour profile, converted by (1 - ink)(1 - black)")
    }
  }

  var converts: Bool {
    if case .none = conversion { false } else { true }
  }

  /// The rows after the colour stage.
  func apply(to rows: any RowSource) -> any RowSource {
    switch conversion {
    case .none: rows
    case .transform(let transform): ColorConvertedRows(rows, transform)
    case .naiveCMYK: NaiveCMYKRows(rows)
    }
  }

  /// The profile that the file carries, or one made of what a PNG's chunks say; `nil` means sRGB.
  private mutating func description(of info: ImageInfo, format: PixelFormat) -> ColorProfile? {
    do throws(ColorProblem) {
      if let icc = info.metadata.icc { return try ColorProfile(icc: icc) }
      guard let hints = info.colorHints, !hints.isSRGB, hints.gamma != nil || hints.chromaticities != nil else {
        return nil
      }
      // Common encoders write 1/2.2 where they mean sRGB, whose curve is not quite a power.
      let isCommonGamma = hints.gamma.map { abs($0 - 1 / 2.2) < 0.01 } ?? true
      return try ColorProfile(
        gamma: isCommonGamma ? nil : hints.gamma, chromaticities: hints.chromaticities,
        space: format.layout.isColor ? .rgb : .gray)
    } catch {
      warnings.append(error.description)
      return nil
    }
  }
}
