import Codecs
import Foundation
import Jobs
import SettingsKit

/// What fuzzing begins with: picture files, the blocks inside them, and texts made of the settings' own declarations.
enum Seeds {
  enum Kind: Sendable {
    /// Picture files of one format; of any for nil.
    case files(ImageFormat?)
    case exif, xmp, icc
    case overrides, values, documents, jsonStores, propertyLists
  }

  /// Larger ones would only slow it down.
  private static let maximumBytes = 40_000

  /// Writes the seeds of a target into a folder.
  ///
  /// - Parameter paths: Files to take pictures, blocks and documents from; those of other kinds are passed over.
  static func write(_ kind: Kind, from paths: [String], to folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var count = 0
    func add(_ bytes: [UInt8]?) throws {
      guard let bytes, bytes.count <= maximumBytes else { return }
      try Data(bytes).write(to: URL(filePath: "\(folder)/seed-\(count)"))
      count += 1
    }
    for seed in made(kind) { try add(Array(seed.utf8)) }
    for path in paths {
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      let bytes = [UInt8](data)
      switch kind {
      case .files, .exif, .xmp, .icc: try add(part(of: bytes, kind))
      case .documents where path.hasSuffix(".json"): try add(bytes)
      default: break
      }
    }
    print("\(count) seeds in \(folder)")
  }

  private static func part(of bytes: [UInt8], _ kind: Kind) -> [UInt8]? {
    let input = ByteInput(bytes: bytes)
    guard let format = try? ContentSniffer.format(of: input) else { return nil }
    if case .files(let wanted) = kind { return wanted == nil || wanted == format ? bytes : nil }
    guard let info = try? CodecCatalog.codec(for: format).probe(input, limits: DecodeLimits()) else { return nil }
    return switch kind {
    case .exif: info.metadata.exif
    case .xmp: info.metadata.xmp
    default: info.metadata.icc
    }
  }

  /// The declared defaults and some texts of each kind, in the form that the target reads.
  private static func made(_ kind: Kind) -> [String] {
    let settings = CompressionSettings.schema.settings
    let defaults = settings.map { ($0.key, $0.defaultText) }
    switch kind {
    case .overrides:
      return defaults.map { "--set\n\($0.0)=\($0.1)" } + settings.map { "--\($0.flag)\n1\n-q0.5\n--no-\($0.flag)" }
        + settings.compactMap { setting in setting.environment.map { "\($0)=\(setting.defaultText)\n--\n-o\nx" } }
        + ["--set=variants=[{\"name\":\"a\",\"maxDimension\":1}]\n--include\n*.jpg\n--include=*.png"]
    case .values:
      return defaults.map(\.1) + [
        "200KB", "1.5MiB", "2026-02-29", "2024-02-29", "1.5s", "250ms", "2h", "1600px", "#a0b1c2", "red", "a,b",
        "[1,2]",
        "null", "@default", "-1e308", "1e15", "0x10", "nan", ".5", "5.", "+7", "[{\"name\":\"a\",\"quality\":0.5}]",
      ]
    case .documents:
      return defaults.map { "{ \"\($0.0)\": \($0.1) }" } + [
        "// a\n{ quality: .7, /* b */ jpeg: { progressive: true, }, 'webp.method': 0x6, }\n",
        "{\"$schema\":\"x\",\"variants\":[{\"name\":\"s\",\"maxDimension\":320}],\"a\":\"\\u00e4\\ud83d\\ude00\\\n\"}",
      ]
    case .jsonStores:
      return [
        "{\"version\":1,\"values\":{\"quality\":0.5,\"jpeg\":{\"progressive\":true},\"unknown\":[1]},\"extra\":null}",
        "{ version: 2, values: [] }", "{}",
      ]
    case .propertyLists:
      return [
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>version</key><integer>1</integer><key>values</key><dict>
        <key>quality</key><real>0.5</real><key>metadata.keep</key><array><string>exif</string></array>
        <key>jpeg</key><dict><key>progressive</key><true/></dict><!-- a --><key>&#x61;</key><string>&lt;<![CDATA[x]]></string>
        </dict><key>date</key><date>2026-01-01T00:00:00Z</date><key>data</key><data></data></dict></plist>
        """
      ]
    case .files, .exif, .xmp, .icc: return []
    }
  }
}
