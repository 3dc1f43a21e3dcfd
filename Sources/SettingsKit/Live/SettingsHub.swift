import Synchronization

/// The one writer of a program's settings while it runs.
///
/// Every value that the program reads comes from `snapshot`. A commit applies edits, resolves all layers, takes back
/// what depends on what changed, normalises, validates, materialises, and swaps the snapshot: all of it or nothing.
/// Readers never wait for a commit; commits follow one another.
public final class SettingsHub<Root: SettingsSection>: Sendable {
  /// What a commit did.
  public struct Commit: Sendable {
    public let change: SettingsChange<Root>
    /// Settings that were reset because one that they depend on changed.
    public let resetDependents: [String]
    /// Why saving failed, where this commit was the one that saved. The edits stay in force and are saved with the
    /// next ones.
    public let saveFailure: (any Error)?

    public var revision: Int { change.revision }
  }

  /// What a commit would do.
  public struct Preview: Sendable {
    /// The revision that it was tried on.
    public let revision: Int
    /// The values as they would be, right or wrong.
    public let resolution: SettingsResolution
    /// Settings that would be reset because one that they depend on changes.
    public let resetDependents: [String]
    /// What a commit would be refused for.
    public let problems: [SettingProblem]
  }

  public let registry: SettingsRegistry
  /// The layer that edits go to, and that "modified" and "reset" are about.
  public let editedLayer: SettingOrigin.Layer

  let publication: HubPublication<Root>
  private let layers: Mutex<HubLayers>
  private let persist: (@Sendable (SettingsSave) throws -> Void)?

  /// - Parameters:
  ///   - registry: The registry of `Root`.
  ///   - candidates: What all layers say at the beginning, for example `candidates.isolated`.
  ///   - layer: Where edits go: the live session, or the user's own settings in a program that keeps them.
  ///   - expand: What follows from the candidates, at the beginning and after each commit.
  ///   - isLenient: Whether the hub starts although something is wrong; it stands in `snapshot.resolution.problems`.
  ///   - persist: Takes edits to a store. It is called outside of all locks, by the task that commits, never twice at
  ///     once, with the last edit of each key; it may read the hub and even commit. What it refuses is offered again.
  /// - Throws: `HubError.invalid` with all that is wrong.
  public init(
    _ registry: SettingsRegistry, of type: Root.Type = Root.self, candidates: [SettingCandidate] = [],
    editing layer: SettingOrigin.Layer = .live, expanding expand: SettingsExpansion.Rule? = nil,
    isLenient: Bool = false, persist: (@Sendable (SettingsSave) throws -> Void)? = nil
  ) throws(HubError) {
    let layers = HubLayers(registry, candidates: candidates, editing: layer, isSaved: persist != nil, expanding: expand)
    let resolution = layers.resolved()
    if !isLenient, !resolution.problems.isEmpty { throw .invalid(resolution.problems) }
    self.registry = registry
    editedLayer = layer
    self.persist = persist
    publication = HubPublication(SettingsSnapshot(revision: 0, resolution: resolution, editing: layer))
    self.layers = Mutex(layers)
  }

  deinit { publication.finish() }

  /// The settings in force.
  ///
  /// - Complexity: One uncontended lock and one reference count, tens of nanoseconds, whatever the number of settings.
  public var snapshot: SettingsSnapshot<Root> { publication.current }

  /// Applies edits, all or nothing, and raises the revision by one, even where no value changes.
  ///
  /// Expecting a revision makes the commit refuse to overwrite what its author has not seen: it fails where a setting
  /// that it names (or that a replaced layer names, before or after) changed its value later than that. Changes to
  /// other settings are no conflict, so that two screens can edit side by side. Only what is newly wrong is refused:
  /// a hub that started lenient stays usable.
  ///
  /// - Parameters:
  ///   - edits: In order; of two for one key the later counts.
  ///   - place: Where they come from, for explanations: "lab".
  ///   - revision: The revision of the snapshot that the edits were made on; `nil` overwrites whatever is there.
  /// - Throws: `HubError`; then nothing has changed.
  /// - Complexity: O(settings + candidates), and O(observers) to wake them.
  @discardableResult
  public func commit(
    _ edits: [SettingsEdit], place: String = "", expecting revision: Int? = nil
  ) throws(HubError) -> Commit {
    let (change, reset) = try layers.withLock { layers throws(HubError) in
      let before = publication.current
      if let revision { try check(revision, edits, layers, at: before.revision) }
      var next = layers
      let named = next.apply(edits, place: place)
      let (resolution, reset) = next.resolve(after: before.resolution, keeping: named)
      try check(resolution, against: before.resolution, edits)
      let after = SettingsSnapshot<Root>(
        revision: before.revision + 1, resolution: resolution, editing: editedLayer)
      let change = SettingsChange(from: before, to: after)
      next.note(changed: change.keys, at: after.revision)
      layers = next
      publication.publish(after)
      return (change, reset)
    }
    publication.wake()
    return Commit(change: change, resetDependents: reset, saveFailure: save())
  }

  /// Takes back the edits of settings.
  ///
  /// - Parameter keys: `nil` for all that are edited at that moment.
  /// - Throws: As `commit(_:)` does.
  @discardableResult
  public func reset(_ keys: [String]? = nil) throws(HubError) -> Commit {
    try commit((keys ?? snapshot.modifiedKeys).map { .reset($0) })
  }

  /// What a commit of these edits would lead to; nothing changes, and what would be wrong is only told.
  ///
  /// - Complexity: As for `commit(_:)`, outside of all locks.
  public func preview(_ edits: [SettingsEdit], place: String = "") -> Preview {
    var (next, before) = layers.withLock { ($0, publication.current) }
    let named = next.apply(edits, place: place)
    let (resolution, reset) = next.resolve(after: before.resolution, keeping: named)
    return Preview(
      revision: before.revision, resolution: resolution, resetDependents: reset,
      problems: newProblems(of: resolution, against: before.resolution, edits))
  }

  private func check(
    _ revision: Int, _ edits: [SettingsEdit], _ layers: HubLayers, at current: Int
  ) throws(HubError) {
    // A revision that was never reached is one of another hub, such as that of a server before it was restarted.
    if revision > current { throw .conflict(current: current, keys: []) }
    let keys = layers.conflicts(with: edits, since: revision)
    if !keys.isEmpty { throw .conflict(current: current, keys: keys) }
  }

  private func check(
    _ resolution: SettingsResolution, against before: SettingsResolution, _ edits: [SettingsEdit]
  ) throws(HubError) {
    let problems = newProblems(of: resolution, against: before, edits)
    if !problems.isEmpty { throw .invalid(problems) }
  }

  private func newProblems(
    of resolution: SettingsResolution, against before: SettingsResolution, _ edits: [SettingsEdit]
  ) -> [SettingProblem] {
    let unknown = edits.compactMap { edit -> SettingProblem? in
      guard case .reset(let key) = edit, registry.setting(key) == nil,
        !before.offers.contains(where: { $0.key == key })
      else { return nil }
      return .unknownKey(SettingCandidate(key, .text(""), from: SettingOrigin(editedLayer)), in: registry)
    }
    return unknown + resolution.problems.filter { !before.problems.contains($0) }
  }
}

// MARK: Saving

extension SettingsHub {
  /// The edits that no save has taken yet, by key.
  public var unsavedKeys: [String] { layers.withLock { $0.saving.unsaved.keys.sorted() } }

  /// Why the last save failed, `nil` after one that succeeded.
  public var saveFailure: (any Error)? { layers.withLock { $0.saving.failure } }

  /// Offers edits that are not saved yet to the store, again where it refused them.
  ///
  /// - Returns: Why that failed; `nil` where all is saved or another task is saving at this moment.
  @discardableResult
  public func save() -> (any Error)? {
    guard let persist else { return nil }
    while let batch = nextSave() {
      do {
        try persist(batch)
        layers.withLock { $0.saving.end(nil) }
      } catch {
        layers.withLock { $0.saving.end(error) }
        return error
      }
    }
    return nil
  }

  private func nextSave() -> SettingsSave? {
    layers.withLock { layers in
      guard let edits = layers.saving.begin() else { return nil }
      return SettingsSave(layer: editedLayer, revision: publication.current.revision, edits: edits)
    }
  }
}
