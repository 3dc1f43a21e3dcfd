import Files
import SettingsKit

/// Where a person's own settings lie: `$XDG_CONFIG_HOME/imgtune`, or `~/.config/imgtune`.
public struct UserFolder: Sendable {
  /// The folder, which need not exist; `nil` where neither variable says where it would be.
  public let path: String?
  /// The home folder, `nil` where nobody says.
  public let home: String?

  public init(environment: [String: String]) {
    home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 }
    // The specification: a relative path is to be ignored.
    let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    path = (named ?? home.map { $0 + "/.config" }).map { $0 + "/imgtune" }
  }

  /// The edited settings.
  public var settings: JSONFileStorage? {
    path.map { JSONFileStorage(at: $0 + "/settings.json", registry: CompressionSettings.registry) }
  }

  /// A preset of the person's own making.
  public func preset(_ name: String) -> JSONFileStorage? {
    path.map { JSONFileStorage(at: "\($0)/presets/\(name).json", registry: CompressionSettings.registry) }
  }

  /// The names of those presets, sorted.
  public var presetNames: [String] {
    // No folder, no presets.
    guard let path, let files = try? Folder.entriesIfThere(FilePath(path + "/presets")) else { return [] }
    return files.map { FilePath(bytes: $0.name) }.compactMap { $0.fileExtension == "json" ? $0.stem.losslessText : nil }
      .filter(Preset.isName)
  }
}
