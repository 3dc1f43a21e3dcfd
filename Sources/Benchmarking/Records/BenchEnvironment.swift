import Codecs
import Color
import Files
import Platform
import SettingsKit

/// The machine and the libraries that a run was made with.
public struct BenchEnvironment: Sendable, Equatable {
  /// Name and version.
  public struct Library: Sendable, Equatable {
    public var name: String
    public var version: String
  }

  public var libraries: [Library]
  /// The machine's name in its network.
  public var host: String
  /// The processor's own name for itself; the instruction set where it has none.
  public var processor: String
  public var processors: Int
  /// Such as "Linux 6.1.0 x86_64".
  public var system: String

  /// This machine and this program.
  public static let current: BenchEnvironment = {
    let names = SystemNames.current
    let libraries = CodecLibraries.versions + [(ColorLibrary.name, ColorLibrary.version)]
    return BenchEnvironment(
      libraries: libraries.map { Library(name: $0.name, version: $0.version) }, host: names.host,
      processor: processorName() ?? names.machine, processors: UsableMachine.current.processors,
      system: "\(names.system) \(names.release) \(names.machine)")
  }()

  private static func processorName() -> String? {
    // Where nobody says, the name is left out.
    guard let bytes = try? Descriptor.opening("/proc/cpuinfo").readAll(limit: 1 << 24) else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where line.hasPrefix("model name") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      return String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    return nil
  }
}

extension BenchEnvironment {
  var librariesJSON: JSONValue { .object(libraries.map { JSONMember($0.name, .string($0.version)) }) }

  var hostJSON: JSONValue {
    .object([
      "name": .string(host), "processor": .string(processor), "processors": .integer(processors),
      "system": .string(system),
    ])
  }

  static func libraries(_ json: JSONValue?) -> [Library] {
    guard case .object(let members)? = json else { return [] }
    return members.compactMap { member in
      if case .string(let version) = member.value { Library(name: member.key, version: version) } else { nil }
    }
  }
}
