extension SettingsResolution {
  /// Why a setting has the value it has.
  ///
  /// - Parameter assuming: Canonical texts that replace what is in force, in the conditions.
  /// - Precondition: `key` is declared.
  /// - Complexity: O(candidates).
  public func explanation(of key: String, assuming: [String: String] = [:]) -> SettingExplanation {
    let setting = registry.declared(key)
    let needs = unmetConditions(key, assuming: assuming).map(\.summary).joined(separator: " and ")
    let victory: SettingExplanation.Status = needs.isEmpty ? .won : .inactive(needs)
    let winner = winningOffers[key]

    // Sorting must keep the order of equals; of these the last one is the strongest.
    let ranked = offers.indices.filter { offers[$0].key == key }.sorted { a, b in
      if offers[a].origin.isStronger(than: offers[b].origin) { return true }
      if offers[b].origin.isStronger(than: offers[a].origin) { return false }
      return a > b
    }
    var candidates = ranked.map { index in
      let offer = offers[index]
      let prefix = "\(key) = \(offer.candidate.raw.text) "
      let status: SettingExplanation.Status =
        if let problem = offer.problem {
          .invalid(String(problem.sentence.dropFirst(prefix.count)))
        } else if index == winner {
          victory
        } else {
          .shadowed(by: origin(key))
        }
      return SettingExplanation.Candidate(origin: offer.origin, raw: offer.candidate.raw.text, status: status)
    }
    candidates.append(
      SettingExplanation.Candidate(
        origin: SettingOrigin(.declaredDefault), raw: setting.defaultValue.text,
        status: winner == nil ? victory : .shadowed(by: origin(key))))
    let value = value(key)
    let told = offers.compactMap(\.problem)
    return SettingExplanation(
      key: key, value: value.json, valueText: value.text, origin: origin(key),
      normalisedFrom: givenValues[key]?.text, candidates: candidates,
      problems: problems(assuming: assuming).filter { $0.key == key && !told.contains($0) })
  }
}
