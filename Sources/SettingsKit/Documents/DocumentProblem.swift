/// Something wrong with a document of settings, or worth telling, with its place.
public struct DocumentProblem: Error, Sendable, Equatable {
  public enum Kind: Sendable, Equatable {
    /// No JSON or property list at all, or of a wrong shape: nothing of the document counts.
    case damaged
    /// The file is there but cannot be read.
    case unreadable
    /// Written by a newer version: what is understood counts, and nothing is written.
    case newerVersion
    case unknownKey
    case duplicateKey
    /// A section's key with something else than an object.
    case notASection
    /// Found under an earlier key of the setting.
    case renamedKey
    /// A known setting with a value that it does not allow. `SettingsResolution` finds these too, at the same place.
    case badValue
  }

  public var kind: Kind
  /// The document's name or path.
  public var document: String
  /// Where in the document; `nil` for the whole, and for documents without lines.
  public var position: JSONPosition?
  /// The setting, empty where the document as a whole is meant.
  public var key: String
  /// The whole sentence without the place and the hint.
  public var sentence: String
  public var hint: String?

  public init(
    _ kind: Kind, in document: String, at position: JSONPosition? = nil, key: String = "", _ sentence: String,
    hint: String? = nil
  ) {
    self.kind = kind
    self.document = document
    self.position = position.flatMap { $0.line > 0 ? $0 : nil }
    self.key = key
    self.sentence = sentence
    self.hint = hint
  }

  /// "imgtune.json:3:5".
  public var place: String { document + (position.map { ":\($0)" } ?? "") }

  /// The problem as one of a setting, to stand in a list with those of other layers.
  public func settingProblem(in layer: SettingOrigin.Layer) -> SettingProblem {
    SettingProblem(key: key, origin: SettingOrigin(layer, place: place), sentence: sentence, hint: hint)
  }
}

extension DocumentProblem: CustomStringConvertible {
  /// "imgtune.json:3:5: there is no setting qualty; did you mean quality?"
  public var description: String { "\(place): \(sentence)" + (hint.map { "; \($0)" } ?? "") }
}
