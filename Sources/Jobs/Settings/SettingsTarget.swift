import Files
import SettingsKit

/// Which settings are changed for good.
public enum SettingsScope: String, SettingChoice {
  case user, project

  public var title: String {
    switch self {
    case .user: "Your own"
    case .project: "The project's imgtune.json"
    }
  }
}

/// The document that settings are changed in.
package enum SettingsTarget {
  case user(JSONFileStorage)
  case project(FilePath)

  /// - Throws: `StorageError` or `PlanProblem` where there is no such document to be had.
  package init(_ scope: SettingsScope, _ sources: SettingsSources) throws {
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
  package var path: String {
    switch self {
    case .user(let storage): storage.location
    case .project(let path): path.losslessText
    }
  }

  /// What a change does beyond what was asked for: a damaged file of a person's own is set aside.
  package var notes: [String] {
    guard case .user(let storage) = self else { return [] }
    let loaded = storage.load()
    return loaded.condition == .damaged ? loaded.problems.map(\.description) : []
  }

  /// What the document says of a setting; `nil` where it says nothing or cannot be read.
  package func value(of key: String) -> JSONValue? {
    switch self {
    case .user(let storage): storage.load().stored[key]
    case .project(let path):
      (try? SettingsFile.read(path.losslessText)).flatMap { $0 }.flatMap {
        try? JSONEditor($0, name: path.description).value(of: key)
      }
    }
  }

  /// Puts values in, or takes keys out where the value is `nil`: all or none.
  ///
  /// A project file keeps its comments and its order.
  ///
  /// - Throws: `StorageError`, `JSONEditError`; the document is as it was then.
  package func change(_ changes: [(key: String, value: JSONValue?)]) throws {
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
  package func keys() throws -> [String] {
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
