import Files
import Jobs
import SettingsKit
import TestSupport

/// A machine in a folder: a repository to work in, a home, and a place for a person's own settings.
struct SettingsWorld {
  let folder = TemporaryFolder()
  var variables: [String: String] = [:]

  init() { folder.makeFolder("repository/.git") }

  var environment: [String: String] {
    variables.merging(["HOME": folder.path("home"), "XDG_CONFIG_HOME": folder.path("config")]) { own, _ in own }
  }

  func write(_ text: String, to name: String) { folder.write(Array(text.utf8), to: name) }
  func writeProject(_ text: String) { write(text, to: "repository/imgtune.json") }
  func writeStore(_ values: String) {
    write(#"{"version": 1, "values": \#(values)}"#, to: "config/imgtune/settings.json")
  }

  func writePreset(_ name: String, _ values: String) {
    write(#"{"version": 1, "values": \#(values)}"#, to: "config/imgtune/presets/\(name).json")
  }

  func sources(
    in workingFolder: String = "repository", config: String? = nil, isolated: Bool = false, lenient: Bool = false
  ) -> SettingsSources {
    SettingsSources(
      environment: environment, workingFolder: folder.path(workingFolder),
      configPath: config.map { FilePath(folder.path($0)) }, isIsolated: isolated, isLenient: lenient)
  }

  /// The settings in force, with what `--set` gives.
  func load(
    _ given: KeyValuePairs<String, String> = [:], isolated: Bool = false, lenient: Bool = false
  ) -> ResolvedSettings {
    sources(isolated: isolated, lenient: lenient).load(
      commandLine: given.map {
        SettingCandidate($0.key, .text($0.value), from: SettingOrigin(.commandLine, place: "--set"))
      })
  }
}

extension ResolvedSettings {
  /// A value and where it came from: "0.7 (imgtune.json:1:12)".
  func told(_ key: String) -> String { "\(resolution.value(key).text) (\(resolution.origin(key).text))" }

  /// What stops a run, without the world's folder.
  func stopping(in world: SettingsWorld) -> [String] { world.shortened(problems.map(\.description)) }

  /// What is only told, likewise.
  func noted(in world: SettingsWorld) -> [String] { world.shortened(notes) }
}

extension SettingsWorld {
  fileprivate func shortened(_ lines: [String]) -> [String] {
    lines.map { line in line.split(separator: folder.path + "/", omittingEmptySubsequences: false).joined() }
  }
}
