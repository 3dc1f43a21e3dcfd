/// Which channels a pixel has, in memory order.
public enum PixelLayout: String, Sendable, Hashable, CaseIterable {
  case gray, grayAlpha, rgb, rgba
  /// Ink amounts, 0 = no ink, maximum = full ink; only ever between a decoder and the colour stage.
  case cmyk

  /// Samples a pixel, 1…4.
  public var channels: Int {
    switch self {
    case .gray: 1
    case .grayAlpha: 2
    case .rgb: 3
    case .rgba, .cmyk: 4
    }
  }

  /// Whether the last channel is opacity.
  public var hasAlpha: Bool { self == .grayAlpha || self == .rgba }

  /// Whether there is more than one colour channel.
  public var isColor: Bool { self == .rgb || self == .rgba || self == .cmyk }

  /// The same colour channels with or without opacity.
  public func withAlpha(_ wanted: Bool) -> PixelLayout {
    switch self {
    case .gray, .grayAlpha: wanted ? .grayAlpha : .gray
    case .rgb, .rgba: wanted ? .rgba : .rgb
    case .cmyk: .cmyk
    }
  }
}

/// Bits a sample; 16-bit samples are stored in the machine's own byte order.
public enum SampleDepth: Int, Sendable, Hashable, CaseIterable {
  case eight = 8
  case sixteen = 16

  public var bytes: Int { rawValue / 8 }
}

/// The memory layout of one pixel.
public struct PixelFormat: Sendable, Hashable {
  public var layout: PixelLayout
  public var depth: SampleDepth

  public init(_ layout: PixelLayout, _ depth: SampleDepth = .eight) {
    self.layout = layout
    self.depth = depth
  }

  public var bytesPerPixel: Int { layout.channels * depth.bytes }
}

extension PixelFormat: CustomStringConvertible {
  public var description: String { "\(layout.rawValue) \(depth.rawValue)-bit" }
}
