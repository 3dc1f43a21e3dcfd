import Files
import Jobs
import SettingsKit

/// Where settings are read from: the options that all commands with settings share.
struct SourceOptions: SettingsSection {
  static var isInlined: Bool { true }

  @Setting("Config", "The project file, instead of the nearest imgtune.json.", placeholder: "FILE")
  var config: FilePath? = nil

  @Setting("Isolated", "Leave out your own settings and the environment, so that the result is the same everywhere.")
  var isolated = false

  @Setting("Lenient", "Go on where the project file or the environment is wrong, and tell it.")
  var lenient = false

  var sources: SettingsSources {
    SettingsSources(
      environment: ProcessEnvironment.current, workingFolder: FilePath.workingFolder.losslessText, configPath: config,
      isIsolated: isolated,
      isLenient: lenient)
  }
}
