import Files
import SettingsKit

/// Where the layers of a run are read from.
public struct SettingsSources: Sendable {
  /// The name that a project file is looked for under.
  public static let projectFileName = "imgtune.json"

  public var environment: [String: String]
  /// The folder that the search for a project file begins at; absolute.
  public var workingFolder: String
  /// A project file that was named; the search is left out then.
  public var configPath: FilePath?
  /// The option that named it.
  public var configOption = "--config"
  /// Whether a person's own settings and the environment are left out.
  public var isIsolated: Bool
  /// Whether what is wrong with files and environment is only told.
  public var isLenient: Bool
  /// Whether a project file that was named may come later.
  public var awaitsConfig = false

  public init(
    environment: [String: String], workingFolder: String, configPath: FilePath? = nil, isIsolated: Bool = false,
    isLenient: Bool = false
  ) {
    self.environment = environment
    self.workingFolder = workingFolder
    self.configPath = configPath
    self.isIsolated = isIsolated
    self.isLenient = isLenient
  }

  public var user: UserFolder { UserFolder(environment: environment) }
  public var presets: PresetLibrary { PresetLibrary(user: isIsolated ? nil : user) }

  /// The project file that counts: the one named, or the nearest one found upwards to the repository's root.
  public var projectFile: FilePath? {
    if let configPath { return configPath }
    // A home folder that is not there stops nothing.
    let home = user.home.map { (try? FilePath($0).resolved())?.losslessText ?? $0 }
    return ProjectFile.find(SettingsSources.projectFileName, from: workingFolder, home: home).map { FilePath($0) }
  }

  /// Reads all layers.
  ///
  /// - Parameters:
  ///   - commandLine: What the command line gives, in its order.
  ///   - project: What counts in place of a project file; `nil` reads the file.
  public func load(
    commandLine: [SettingCandidate] = [], project: [SettingCandidate]? = nil
  ) -> ResolvedSettings {
    var problems: [SettingProblem] = []
    var notes: [String] = []
    var candidates: [SettingCandidate] = []

    if !isIsolated, let loaded = user.settings?.load() {
      candidates += loaded.candidates()
      // A person's own settings never stop a run: what is wrong with them is told, and defaults count.
      notes += loaded.problems.filter { $0.kind != .badValue }.map(\.description)
    }
    let projectFile = project == nil ? projectFile : nil
    candidates += project ?? []
    if let path = projectFile {
      if awaitsConfig, isAbsent(path) {
        notes.append("\(path) is not there yet; it counts as soon as it is")
      } else {
        candidates += readProject(path, &problems, &notes)
      }
    }
    if !isIsolated {
      let reading = EnvironmentReader(CompressionSettings.schema).read(environment)
      candidates += reading.candidates
      notes += reading.unknown.map(\.description)
    }
    candidates += commandLine
    let presets = expansion(of: candidates)
    problems += presets.problems

    let resolution = SettingsResolution(
      CompressionSettings.registry, candidates: candidates + presets.candidates)
    let all = problems + resolution.problems
    notes += all.filter { !stops($0) }.map(\.description)
    return ResolvedSettings(
      resolution: resolution, candidates: candidates, problems: all.filter(stops), notes: notes,
      projectFile: projectFile)
  }

  /// Whether nothing is there. A link that leads nowhere is a file to come where it was named, and broken where it was found.
  private func isAbsent(_ path: FilePath) -> Bool {
    FileStatus.isAbsent(path, followingLinks: configPath != nil)
  }

  /// What a person typed must be right; what stands in files and variables may be let pass on request; and a person's
  /// own settings never stop a run.
  private func stops(_ problem: SettingProblem) -> Bool {
    problem.origin.layer >= .commandLine || problem.origin.layer != .userStore && !isLenient
  }

  /// Everything that is wrong with a project file, and what it gives.
  private func readProject(
    _ path: FilePath, _ problems: inout [SettingProblem], _ notes: inout [String]
  ) -> [SettingCandidate] {
    let name = shortened(path)
    do throws(FileError) {
      let document = SettingsDocument(
        parsing: try wholeFile(path), name: name, registry: CompressionSettings.registry)
      // Bad values are found again by the resolution, at the same place.
      problems += document.problems.filter { ![.badValue, .renamedKey].contains($0.kind) }
        .map { $0.settingProblem(in: .projectFile) }
      // An earlier key counts as before.
      notes += document.problems.filter { $0.kind == .renamedKey }.map(\.description)
      return document.candidates()
    } catch {
      // A file that was named was typed.
      let origin =
        configPath == nil ? SettingOrigin(.projectFile, place: name) : SettingOrigin(.commandLine, place: configOption)
      problems.append(
        SettingProblem(key: "", origin: origin, sentence: "the settings in \(name) cannot be read: \(error.reason)"))
      return []
    }
  }

  /// A file of the working folder by its bare name, any other as it is.
  func shortened(_ path: FilePath) -> String {
    let text = path.losslessText
    return text.hasPrefix(workingFolder + "/") ? String(text.dropFirst(workingFolder.utf8.count + 1)) : path.description
  }

  /// What the presets stand for that the layers name: in each layer the last one named.
  public func expansion(of candidates: [SettingCandidate]) -> SettingsExpansion {
    var named: [SettingOrigin.Layer: SettingCandidate] = [:]
    for candidate in candidates where candidate.key == "preset" { named[candidate.origin.layer] = candidate }
    var expansion = SettingsExpansion()
    for (_, candidate) in named.sorted(by: { $0.key < $1.key }) {
      do throws(SettingProblem) {
        expansion.candidates += try preset(namedBy: candidate)?.candidates(candidate.origin) ?? []
      } catch {
        expansion.problems.append(error)
      }
    }
    return expansion
  }

  /// The preset that a value of `preset` names; `nil` where it names none.
  ///
  /// - Throws: `SettingProblem` where there is no such preset, or where it cannot be used.
  public func preset(namedBy candidate: SettingCandidate) throws(SettingProblem) -> Preset? {
    // A value of another kind is told by the setting itself.
    let alone = SettingsResolution(CompressionSettings.registry, candidates: [candidate])
    guard case .string(let name) = alone.value("preset").json else { return nil }
    guard let preset = presets.preset(name) else {
      let nearest = nearestNames(to: name, among: presets.all.map(\.name))
      throw SettingProblem(
        key: "preset", origin: candidate.origin, sentence: "there is no preset \(name)",
        hint: nearest.isEmpty
          ? "imgtune settings presets lists them" : "did you mean \(nearest.joined(separator: " or "))?",
        nearest: nearest)
    }
    if let obstacle = preset.obstacle {
      throw SettingProblem(
        key: "preset", origin: candidate.origin, sentence: "the preset \(name) cannot be used: \(obstacle)",
        hint: "imgtune settings save \(name) makes it anew")
    }
    return preset
  }
}

/// All layers weighed, and what has to be said about them.
public struct ResolvedSettings: Sendable {
  public var resolution: SettingsResolution
  /// What the layers say themselves, without what presets stand for.
  public var candidates: [SettingCandidate]
  /// What is wrong and stops a run.
  public var problems: [SettingProblem]
  /// What is wrong and does not, a sentence each.
  public var notes: [String]
  public var projectFile: FilePath?
}
