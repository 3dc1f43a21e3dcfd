/// All layers weighed against each other: for each setting the value that won, and where it came from.
///
/// A resolution never fails: what is wrong stands in `problems`, all at once, and its host decides whether to go on.
/// Candidates that are no valid values take no part. A value that is valid by itself but not beside the others (a
/// choice that is not available, a broken rule) stays in force and is told.
public struct SettingsResolution: Sendable {
  public let registry: SettingsRegistry
  /// The winner of each setting that some layer gave a valid value, as its normaliser meant it.
  public private(set) var winners: [String: (value: any SettingValue, origin: SettingOrigin)] = [:]
  /// Everything that was wrong: single candidates in their order, then values that do not go with the others in the
  /// order of declaration.
  public private(set) var problems: [SettingProblem] = []

  /// Every candidate in the order given, winners or not.
  let offers: [SettingOffer]
  /// The index of each winner in `offers`.
  private(set) var winningOffers: [String: Int] = [:]
  /// What a winner was before its normaliser replaced it.
  private(set) var givenValues: [String: any SettingValue] = [:]
  private var ownProblems: [SettingProblem] = []

  /// - Parameters:
  ///   - candidates: In any order of layers. Inside a layer a preset's values come first, and then the last one wins.
  ///   - isIsolated: Whether the user's own settings and the environment are left out.
  /// - Complexity: O(candidates + settings), each candidate read once.
  public init(_ registry: SettingsRegistry, candidates: [SettingCandidate], isIsolated: Bool = false) {
    let candidates = isIsolated ? candidates.isolated : candidates
    self.init(registry, offers: candidates.map { SettingOffer($0, in: registry) })
  }

  init(_ registry: SettingsRegistry, offers: [SettingOffer], problems known: [SettingProblem] = []) {
    self.registry = registry
    self.offers = offers
    ownProblems = known
    for (index, offer) in offers.enumerated() {
      if let problem = offer.problem { ownProblems.append(problem) }
      guard let value = offer.value else { continue }
      if let known = winners[offer.key], known.origin.isStronger(than: offer.origin) { continue }
      winners[offer.key] = (value, offer.origin)
      winningOffers[offer.key] = index
    }
    normaliseWinners()
    problems = ownProblems + violations()
  }

  private mutating func normaliseWinners() {
    for setting in registry.settings where setting.hasNormaliser {
      guard let winner = winners[setting.key] else { continue }
      do throws(ValueProblem) {
        guard let meant = try setting.settled(winner.value) else { continue }
        givenValues[setting.key] = winner.value
        winners[setting.key] = (meant, winner.origin)
      } catch {
        ownProblems.append(
          SettingProblem(
            key: setting.key, origin: winner.origin, sentence: "\(setting.key) = \(winner.value.text) \(error.reason)",
            allowed: setting.allowedText))
      }
    }
  }

  /// The same resolution with further candidates, such as what one picture suggests.
  public func adding(_ candidates: [SettingCandidate]) -> SettingsResolution {
    SettingsResolution(registry, offers: offers + candidates.map { SettingOffer($0, in: registry) })
  }

  /// The value in force for a setting, active or not.
  ///
  /// - Precondition: `key` is declared.
  public func value(_ key: String) -> any SettingValue {
    winners[key]?.value ?? registry.declared(key).defaultValue
  }

  public func origin(_ key: String) -> SettingOrigin { winners[key]?.origin ?? SettingOrigin(.declaredDefault) }

  /// Everything that is wrong when some values are replaced, such as the format by the true one of a picture.
  public func problems(assuming: [String: String]) -> [SettingProblem] {
    assuming.isEmpty ? problems : ownProblems + violations(assuming: assuming)
  }

  /// The settings as an instance of their type.
  public func snapshot<Root: SettingsSection>(as type: Root.Type) -> Root {
    registry.snapshot(winners.mapValues(\.value), as: type)
  }
}
