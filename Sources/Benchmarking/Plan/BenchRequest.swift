import Files
import Jobs
import SettingsKit

/// What a person wants measured.
public struct BenchRequest: Sendable {
  public var sources: SettingsSources
  /// The settings that the command line gives.
  public var commandLine: [SettingCandidate]
  public var selection: InputSelection
  public var sweeps: [SweepText] = []
  public var sweepFile: FilePath?
  public var isZipped = false
  public var maximumPoints = 1_000
  /// Names of metrics of the catalog; empty where nothing is scored.
  public var measures: [String] = []
  /// How often each point is encoded.
  public var runs = 1
  /// Decides the order of measuring and the draws of intervals.
  public var seed: UInt64 = 1
  /// Another project file, to be measured against in the same run.
  public var oldConfig: FilePath?
  /// Whether, where nothing is swept, the settings beside those in force are tried.
  public var triesNeighbours = true
  /// Whether a picture that fails ends the run.
  public var failsFast = false
  /// Whether nothing is encoded, so that only the cost of measuring is left.
  public var isHarnessOnly = false

  public init(sources: SettingsSources, commandLine: [SettingCandidate], selection: InputSelection) {
    self.sources = sources
    self.commandLine = commandLine
    self.selection = selection
  }
}

/// Why nothing can be measured.
public struct BenchRefusal: Error, Sendable {
  public var problems: [SettingProblem]

  public init(_ problems: [SettingProblem]) { self.problems = problems }

  public init(_ sentence: String, hint: String? = nil) {
    problems = [SettingProblem(key: "", origin: SettingOrigin(.commandLine), sentence: sentence, hint: hint)]
  }
}
