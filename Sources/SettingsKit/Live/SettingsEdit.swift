/// One step of a commit.
public enum SettingsEdit: Sendable, Equatable {
  /// The edited layer says this of a setting, and nothing else of it.
  case set(String, SettingCandidate.Raw)
  /// The edited layer says nothing of a setting any more, so that weaker layers count again.
  case reset(String)
  /// A layer says this and nothing else, as when its file was read anew. The candidates are taken to be of the layer.
  case replaceLayer(SettingOrigin.Layer, [SettingCandidate])

  /// A value for a property, checked by the compiler: `.set(\ToasterSettings.$browning, to: 7)`.
  ///
  /// - Precondition: `Root` can be registered.
  /// - Complexity: One instance of `Root` is made and walked; some microseconds.
  public static func set<Root: SettingsSection, Value: SettingValue>(
    _ path: KeyPath<Root, Setting<Value>>, to value: Value
  ) -> SettingsEdit {
    .set(key(of: path), .json(value.json))
  }

  /// Takes back the edit of a property.
  ///
  /// - Precondition: `Root` can be registered.
  public static func reset<Root: SettingsSection, Value: SettingValue>(
    _ path: KeyPath<Root, Setting<Value>>
  ) -> SettingsEdit {
    .reset(key(of: path))
  }

  private static func key<Root: SettingsSection, Value: SettingValue>(
    of path: KeyPath<Root, Setting<Value>>
  ) -> String {
    do {
      guard let key = try SettingsRegistry.of(Root.self).key(of: path) else {
        preconditionFailure("\(path) is no setting of \(Root.self)")
      }
      return key
    } catch {
      preconditionFailure("\(error)")
    }
  }
}

/// Edits on their way to a store, in one piece.
public struct SettingsSave: Sendable, Equatable {
  public struct Edit: Sendable, Equatable {
    public let key: String
    /// What the layer says of the setting, as it is stored; `nil` where it was reset.
    public let json: JSONValue?
  }

  public let layer: SettingOrigin.Layer
  /// The revision whose edits, and all before them, are saved when this is.
  public let revision: Int
  /// The last edit of each key since the last save that succeeded, by key.
  public let edits: [Edit]
}
