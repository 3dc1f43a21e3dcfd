import SettingsKit

extension PNGFilter: SettingChoice {
  public var title: String {
    switch self {
    case .none: "None"
    case .sub: "Sub: from the pixel before"
    case .up: "Up: from the pixel above"
    case .average: "Average of both"
    case .paeth: "Paeth: the nearest of three"
    case .adaptive: "Adaptive, row by row"
    }
  }
}

public struct PNGSettings: SettingsSection {
  public init() {}
  public static var about: SectionAbout { SectionAbout("PNG", "Lossless; quality has no effect on it.", icon: "png") }
  private static var writesPNG: Condition { .equals("format", "png") }

  @Setting("Level", "Effort of compression: 0 stores, 9 tries hardest.", in: 0...9, enabledWhen: writesPNG)
  public var level = 6

  @Setting(
    "Filter", "How each row is prepared for compression; adaptive chooses row by row.", advanced: true,
    enabledWhen: writesPNG)
  public var filter = PNGFilter.adaptive

  @Setting(
    "Interlace", "Shows a coarse picture early (Adam7); larger, and needs the whole picture in memory.", advanced: true,
    enabledWhen: writesPNG)
  public var interlace = false
}

extension PNGParameters {
  public init(_ settings: PNGSettings) {
    self.init(level: settings.level, filter: settings.filter, interlace: settings.interlace)
  }
}
