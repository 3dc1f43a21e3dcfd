/// What the layers say, and the bookkeeping of who changed what. A value, so that a refused commit leaves no trace.
struct HubLayers {
  let registry: SettingsRegistry
  let editedLayer: SettingOrigin.Layer
  private(set) var offers: [SettingOrigin.Layer: [SettingOffer]]
  /// The revision that last changed each setting's value.
  private(set) var changedAt: [String: Int] = [:]
  var saving: HubSaving

  /// Settings that go back when one that they depend on changes.
  private let dependents: [(key: String, parents: [String])]
  private let expand: SettingsExpansion.Rule?

  init(
    _ registry: SettingsRegistry, candidates: [SettingCandidate], editing layer: SettingOrigin.Layer, isSaved: Bool,
    expanding expand: SettingsExpansion.Rule?
  ) {
    self.registry = registry
    self.expand = expand
    editedLayer = layer
    offers = Dictionary(
      grouping: candidates.map { SettingOffer($0, in: registry) }, by: \.origin.layer)
    saving = HubSaving(isOn: isSaved)
    dependents = registry.settings.filter { $0.metadata.onParentChange == .reset && !$0.metadata.parents.isEmpty }
      .map { ($0.key, $0.metadata.parents) }
  }

  func resolved() -> SettingsResolution {
    let own = SettingOrigin.Layer.allCases.flatMap { offers[$0] ?? [] }
    guard let expansion = expand?(own.map(\.candidate)) else { return SettingsResolution(registry, offers: own) }
    return SettingsResolution(
      registry, offers: own + expansion.candidates.map { SettingOffer($0, in: registry) },
      problems: expansion.problems)
  }

  /// The keys of a commit that changed after the revision it expects.
  func conflicts(with edits: [SettingsEdit], since revision: Int) -> [String] {
    var touched: Set<String> = []
    for edit in edits {
      switch edit {
      case .set(let key, _), .reset(let key): touched.insert(key)
      case .replaceLayer(let layer, let candidates):
        touched.formUnion(candidates.map(\.key))
        touched.formUnion((offers[layer] ?? []).map(\.key))
      }
    }
    return registry.keys.filter { touched.contains($0) && changedAt[$0, default: 0] > revision }
  }

  /// Applies edits in their order.
  ///
  /// - Returns: The keys that the edits give a value in the edited layer.
  mutating func apply(_ edits: [SettingsEdit], place: String) -> Set<String> {
    var named: Set<String> = []
    for edit in edits {
      switch edit {
      case .set(let key, let raw):
        let candidate = SettingCandidate(key, raw, from: SettingOrigin(editedLayer, place: place))
        let offer = SettingOffer(candidate, in: registry)
        replace(key, by: offer)
        // What is no value is refused with the whole commit.
        if let value = offer.value { saving.note(key, value.json) }
        named.insert(key)
      case .reset(let key):
        replace(key, by: nil)
        saving.note(key, nil)
        named.remove(key)
      case .replaceLayer(let layer, let candidates):
        offers[layer] = candidates.map { candidate in
          var candidate = candidate
          candidate.origin.layer = layer
          return SettingOffer(candidate, in: registry)
        }
        guard layer == editedLayer else { continue }
        named.formUnion(candidates.map(\.key))
        // What was read is older than edits that are still on their way to the store.
        for (key, edit) in saving.unsaved {
          let origin = SettingOrigin(editedLayer, place: place)
          replace(
            key, by: edit.json.map { SettingOffer(SettingCandidate(key, .json($0), from: origin), in: registry) })
        }
      }
    }
    return named
  }

  private mutating func replace(_ key: String, by offer: SettingOffer?) {
    var layer = offers[editedLayer] ?? []
    layer.removeAll { $0.key == key }
    if let offer { layer.append(offer) }
    offers[editedLayer] = layer
  }

  /// Resolves, and takes back the edits of `.reset` settings that depend on what changed, until no more do.
  ///
  /// A `.reset` setting passes the change on even where it held no edit: what depends on it was meant for the old
  /// state of affairs too.
  ///
  /// - Parameter named: Keys that the commit itself gives a value; they keep it.
  mutating func resolve(
    after before: SettingsResolution, keeping named: Set<String>
  ) -> (resolution: SettingsResolution, reset: [String]) {
    var resolution = resolved()
    var reset: [String] = []
    while !dependents.isEmpty {
      var reached = Set(registry.keys.filter { before.effectiveText($0) != resolution.effectiveText($0) })
      var count = -1
      while count != reached.count {
        count = reached.count
        for dependent in dependents where dependent.parents.contains(where: reached.contains) {
          reached.insert(dependent.key)
        }
      }
      let edited = Set((offers[editedLayer] ?? []).map(\.key))
      let stale = dependents.filter { dependent in
        edited.contains(dependent.key) && !named.contains(dependent.key)
          && dependent.parents.contains(where: reached.contains)
      }
      if stale.isEmpty { break }
      for dependent in stale {
        replace(dependent.key, by: nil)
        saving.note(dependent.key, nil)
        reset.append(dependent.key)
      }
      resolution = resolved()
    }
    return (resolution, reset)
  }

  mutating func note(changed keys: [String], at revision: Int) {
    for key in keys { changedAt[key] = revision }
  }
}
