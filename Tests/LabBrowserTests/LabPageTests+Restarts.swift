import Foundation
import TestSupport
import Testing

/// The server ends and is started anew while the page is open.
extension LabPageTests {
  @Test func thePageSurvivesARestartOfTheServer() throws {
    browser.type("0.5\n", into: row("quality", "input[type=text]"))
    browser.wait("document.querySelector('\(row("quality"))').classList.contains('modified')")
    lab.stop()
    browser.wait("!document.querySelector('.connection').hidden")
    try lab.start()
    browser.wait("document.querySelector('.connection').hidden")
    // The session is a new one; an edit counts in it, by its own token, and what was lost can be had back.
    browser.wait("document.querySelector('\(row("quality", "input[type=text]"))').value === '0.8'")
    browser.wait("document.querySelector('.notice.trouble')?.textContent.includes('your edit of Quality')")
    browser.click(".notice.trouble .button")
    browser.wait("document.querySelector('\(row("quality", "input[type=text]"))').value === '0.5'")
    browser.type("0.3\n", into: row("quality", "input[type=text]"))
    browser.wait("document.querySelector('\(row("quality"))').classList.contains('modified')")
    browser.wait("document.querySelector('.figures').textContent.includes('q30')")
    #expect(browser.run("return document.querySelectorAll('.notice.trouble').length") as? Int == 0)
  }

  @Test func anEditMadeWhileTheServerWasAwayIsNotLostSilently() throws {
    lab.stop()
    browser.wait("!document.querySelector('.connection').hidden")
    browser.type("0.3\n", into: row("quality", "input[type=text]"))
    browser.wait("document.querySelector('\(row("quality"))').classList.contains('draft')")
    try lab.start()
    browser.wait("document.querySelector('.connection').hidden")
    browser.wait("document.querySelector('\(row("quality"))').classList.contains('modified')")
    #expect(
      browser.run("return document.querySelector(arguments[0]).value", row("quality", "input[type=text]")) as? String
        == "0.3")
  }

  @Test func editsAreOfferedBackAlsoWhereThePageReadBeforeItWasConnected() throws {
    set("quality", "0.5")
    // Events do not come again before the test wants them.
    browser.run(
      """
      const real = window.fetch
      window.fetch = (path, ...rest) => (path === '/api/events' && !window.mayFollow ? Promise.reject(new TypeError('held back')) : real(path, ...rest))
      """)
    lab.stop()
    browser.wait("!document.querySelector('.connection').hidden")
    try lab.start()
    browser.click(".thumb:nth-child(2)")
    shows("quality", "0.8")
    browser.run("window.mayFollow = true")
    browser.wait("document.querySelector('.notice.trouble')?.textContent.includes('your edit of Quality')")
  }

  @Test func whatWasTriedInAnEarlierRunIsForgotten() throws {
    set("quality", "0.2")
    browser.wait("document.querySelector('.plot [aria-label^=\"Quality 0.2:\"]')")
    browser.click(".card.empty .button")
    browser.wait("document.querySelectorAll('.card.empty').length === 1")
    lab.stop()
    browser.wait("!document.querySelector('.connection').hidden")
    try lab.start()
    browser.wait("document.querySelector('.connection').hidden")
    // The new run gives the same names to other attempts.
    browser.wait("document.querySelectorAll('.card.empty').length === 2")
    browser.wait("document.querySelector('.plot .point.current[aria-label^=\"No edits:\"]')")
    #expect(
      browser.run("return document.querySelectorAll('.plot [aria-label^=\"Quality 0.2:\"]').length") as? Int == 0)
  }
}
