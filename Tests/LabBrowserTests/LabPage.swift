import Foundation
import TestSupport
import Testing

/// Tests of the page over pictures.
protocol LabPage {
  var lab: LabProcess { get }
  var browser: Browser { get }
}

extension LabPage {
  /// The selector of a setting's row, or of something in it.
  func row(_ key: String, _ rest: String = "") -> String { "[data-key=\"\(key)\"] \(rest)" }

  /// The attempt whose picture is shown.
  var attempt: String {
    browser.run("return document.querySelector('.stage').dataset.attempt ?? ''") as? String ?? ""
  }

  /// Waits for another picture than the one that is shown.
  func anotherPicture(than attempt: String, sourceLocation: SourceLocation = #_sourceLocation) {
    browser.wait(
      "document.querySelector('.stage').dataset.attempt !== '\(attempt)' && !document.querySelector('.stage.busy')",
      sourceLocation: sourceLocation)
  }

  /// Types a value and waits for its picture.
  func set(_ key: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    let last = attempt
    browser.type(text + "\n", into: row(key, "input[type=text]"), sourceLocation: sourceLocation)
    // On the way there other values are tried.
    browser.wait("!document.querySelector('\(row(key))').classList.contains('draft')", sourceLocation: sourceLocation)
    anotherPicture(than: last, sourceLocation: sourceLocation)
  }

  /// Waits until the field of a setting shows a value.
  func shows(_ key: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    browser.wait(
      "document.querySelector('\(row(key, "input[type=text]"))').value === '\(text)'", sourceLocation: sourceLocation)
  }

  /// Where the pictures before and after lie on the screen, and their own widths.
  var panes: [[String: Double]] {
    let script = """
      return ['before', 'after'].map((pane) => {
        const image = document.querySelector(`.pane-${pane} img`)
        const { left, top, width } = image.getBoundingClientRect()
        return { left, top, width, pixels: image.naturalWidth }
      })
      """
    let found = browser.run(script) as? [[String: Any]] ?? []
    return found.map { $0.compactMapValues { ($0 as? NSNumber)?.doubleValue } }
  }

  /// Chooses an entry of the menu in the bar, by its first words.
  func chooses(_ entry: String, sourceLocation: SourceLocation = #_sourceLocation) {
    browser.click(".menu > .button", sourceLocation: sourceLocation)
    browser.run(
      "[...document.querySelectorAll('.menu-list .button')].find((item) => item.textContent.startsWith(arguments[0])).click()",
      entry)
    browser.wait("document.querySelector('dialog')", sourceLocation: sourceLocation)
  }

  /// Gives files to the field that brings pictures along.
  func bring(_ bytes: [UInt8], as name: String) {
    browser.run(
      """
      const transfer = new DataTransfer()
      transfer.items.add(new File([new Uint8Array(arguments[0])], arguments[1]))
      const input = document.querySelector('input[type=file]')
      input.files = transfer.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
      """, bytes.map(Int.init), name)
  }
}
