import SettingsKit

/// The settings side of a page, whatever the schema is.
package protocol SettingsService: Sendable {
  /// What the page is made from.
  var schema: SchemaDocument { get }
  var revision: Int { get }

  /// Every setting as a screen shows it, and what can be undone.
  ///
  /// - Parameter assuming: Canonical texts that replace what is in force in conditions.
  func state(assuming: [String: String]) -> JSONValue

  /// - Parameter expecting: The revision that the edits were made on.
  /// - Throws: `HubError`.
  func commit(_ edits: [SettingsEdit], client: String, expecting: Int?) throws(HubError)

  /// What a commit would be refused for, and the values that it would lead to.
  func validation(of edits: [SettingsEdit]) -> JSONValue

  /// Where a setting's value comes from; `nil` for an unknown key.
  func explanation(of key: String, assuming: [String: String]) -> JSONValue?

  /// Takes the last step back, or does it again.
  ///
  /// - Returns: Whether there was one.
  /// - Throws: `HubError` where what was right then is wrong now.
  func undo() throws(HubError) -> Bool
  func redo() throws(HubError) -> Bool

  /// Forgets the steps.
  func clearHistory()

  /// The revisions from now on; the last one always arrives.
  func revisions() -> AsyncStream<Int>
}
