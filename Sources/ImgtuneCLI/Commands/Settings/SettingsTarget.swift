import Jobs
import SettingsKit

/// The document that a command changes.
enum SettingsTarget {
  case user(JSONFileStorage)
  case project(FilePath)

  /// - Throws: `StorageError` or `PlanProblem` where there is no such document to be had.
  init(_ scope: SettingsScope, _ sources: SettingsSources) throws {
    switch scope {
    case .user:
      guard let storage = sources.user.settings else {
        throw PlanProblem(sentence: "nobody says where your settings would be", hint: "set HOME or XDG_CONFIG_HOME")
      }
      self = .user(storage)
    case .project:
      self = .project(
        sources.projectFile ?? FilePath(sources.workingFolder).appending(FilePath(SettingsSources.projectFileName)))
    }
  }

  /// The path, for messages and editors.
  var path: String {
    switch self {
    case .user(let storage): storage.location
    case .project(let path): path.losslessText
    }
  }

  /// What a change does beyond what was asked for: a damaged file of a person's own is set aside.
  var notes: [String] {
    guard case .user(let storage) = self else { return [] }
    let loaded = storage.load()
    return loaded.condition == .damaged ? loaded.problems.map(\.description) : []
  }

  /// Puts values in, or takes keys out where the value is `nil`: all or none.
  ///
  /// A project file keeps its comments and its order.
  ///
  /// - Throws: `StorageError`, `JSONEditError`; the document is as it was then.
  func change(_ changes: [(key: String, value: JSONValue?)]) throws {
    switch self {
    case .user(let storage):
      try storage.update { stored in
        for (key, value) in changes { stored[key] = value }
      }
    case .project(let path):
      try SettingsFile.update(path.losslessText) { bytes in
        var editor = try JSONEditor(bytes ?? JSONEditor.emptyDocument, name: path.description)
        for (key, value) in changes {
          if let value { try editor.set(key, to: value) } else { try editor.remove(key) }
        }
        return editor.bytes
      }
    }
  }

  /// The keys that the document gives.
  ///
  /// - Throws: `StorageError`, `DocumentProblem` where it cannot be read.
  func keys() throws -> [String] {
    switch self {
    case .user(let storage):
      let loaded = storage.load()
      if loaded.condition == .damaged, let problem = loaded.problems.first { throw problem }
      return loaded.stored.keys
    case .project(let path):
      guard let bytes = try SettingsFile.read(path.losslessText) else { return [] }
      let document = SettingsDocument(parsing: bytes, name: path.description, registry: CompressionSettings.registry)
      if !document.isReadable, let problem = document.problems.first { throw problem }
      return document.candidates().map(\.key)
    }
  }
}

/// Tells why a document of settings could not be changed.
///
/// - Returns: The exit code.
func refuseChange(_ error: any Error) -> ExitCode {
  if let problem = error as? PlanProblem { return refuse(problem.sentence, hint: problem.hint) }
  Terminal.error.write("imgtune: \(LosslessText.printable("\(error)"))\n")
  return .someFailed
}
