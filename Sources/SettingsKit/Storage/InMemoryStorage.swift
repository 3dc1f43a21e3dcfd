import Synchronization

/// Settings that end with the process: for tests, and for runs that must leave nothing behind.
public final class InMemoryStorage: SettingsStorage {
  public let location = "memory"
  private let registry: SettingsRegistry
  private let state: Mutex<StoredSettings?>

  /// - Parameter stored: What is stored already.
  public init(_ stored: StoredSettings? = nil, registry: SettingsRegistry) {
    self.registry = registry
    state = Mutex(stored)
  }

  public func load() -> LoadedSettings { interpret(state.withLock { $0 }) }

  public func update<Result>(_ edit: (inout StoredSettings) throws -> Result) throws -> Result {
    // The result leaves the lock beside it, because it need not be Sendable.
    var result: Result?
    try state.withLock { stored in
      let loaded = interpret(stored)
      if let obstacle = loaded.obstacle(at: location) { throw obstacle }
      var edited = loaded.stored
      result = try edit(&edited)
      let settled = edited.settled(after: loaded.stored, registry: registry)
      if settled != loaded.stored.canonical { stored = settled }
    }
    return result!
  }

  private func interpret(_ stored: StoredSettings?) -> LoadedSettings {
    guard let stored else { return LoadedSettings() }
    do {
      return try LoadedSettings(
        reading: JSONNode(withoutPlace: stored.document), registry: registry, location: location)
    } catch {
      preconditionFailure("a record's own document has the shape of one: \(error)")
    }
  }
}
